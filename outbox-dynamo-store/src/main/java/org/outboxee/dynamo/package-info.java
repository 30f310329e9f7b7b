/**
 * The store in a DynamoDB table, for applications whose data live there or outgrow one database. It depends on the API
 * and on the AWS SDK for Java 2, which the application brings.
 */
@NullMarked
package org.outboxee.dynamo;

import org.jspecify.annotations.NullMarked;
