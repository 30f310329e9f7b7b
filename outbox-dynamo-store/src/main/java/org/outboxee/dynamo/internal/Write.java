package org.outboxee.dynamo.internal;

import java.util.Map;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.dynamodb.model.ConditionCheck;
import software.amazon.awssdk.services.dynamodb.model.Delete;
import software.amazon.awssdk.services.dynamodb.model.Put;
import software.amazon.awssdk.services.dynamodb.model.ReturnValuesOnConditionCheckFailure;
import software.amazon.awssdk.services.dynamodb.model.TransactWriteItem;
import software.amazon.awssdk.services.dynamodb.model.Update;

/**
 * Builds the actions of transactions on one table. Each returns the item that it met if its condition does not hold.
 *
 * @param table the name of the table
 */
record Write(String table) {

    /** Nothing has this key yet. */
    static final String ABSENT = "attribute_not_exists(pk)";

    private static final ReturnValuesOnConditionCheckFailure OLD = ReturnValuesOnConditionCheckFailure.ALL_OLD;

    TransactWriteItem put(Map<String, AttributeValue> item, String condition, Map<String, AttributeValue> values) {
        Put.Builder put = Put.builder().tableName(table).item(item).conditionExpression(condition);
        if (!values.isEmpty()) {
            put.expressionAttributeValues(values);
        }
        return TransactWriteItem.builder()
                .put(put.returnValuesOnConditionCheckFailure(OLD).build())
                .build();
    }

    /** Whatever was there before. */
    TransactWriteItem put(Map<String, AttributeValue> item) {
        return TransactWriteItem.builder()
                .put(Put.builder().tableName(table).item(item).build())
                .build();
    }

    TransactWriteItem update(Keys.Key key, String update, String condition, Map<String, AttributeValue> values) {
        return TransactWriteItem.builder()
                .update(Update.builder()
                        .tableName(table)
                        .key(key.item())
                        .updateExpression(update)
                        .conditionExpression(condition)
                        .expressionAttributeValues(values)
                        .returnValuesOnConditionCheckFailure(OLD)
                        .build())
                .build();
    }

    /** Whatever is there. */
    TransactWriteItem update(Keys.Key key, String update, Map<String, AttributeValue> values) {
        return TransactWriteItem.builder()
                .update(Update.builder()
                        .tableName(table)
                        .key(key.item())
                        .updateExpression(update)
                        .expressionAttributeValues(values)
                        .build())
                .build();
    }

    TransactWriteItem delete(Keys.Key key, String condition, Map<String, AttributeValue> values) {
        return TransactWriteItem.builder()
                .delete(Delete.builder()
                        .tableName(table)
                        .key(key.item())
                        .conditionExpression(condition)
                        .expressionAttributeValues(values)
                        .returnValuesOnConditionCheckFailure(OLD)
                        .build())
                .build();
    }

    /** Whether it is there or not. */
    TransactWriteItem delete(Keys.Key key) {
        return TransactWriteItem.builder()
                .delete(Delete.builder().tableName(table).key(key.item()).build())
                .build();
    }

    TransactWriteItem check(Keys.Key key, String condition, Map<String, AttributeValue> values) {
        return TransactWriteItem.builder()
                .conditionCheck(ConditionCheck.builder()
                        .tableName(table)
                        .key(key.item())
                        .conditionExpression(condition)
                        .expressionAttributeValues(values)
                        .returnValuesOnConditionCheckFailure(OLD)
                        .build())
                .build();
    }
}
