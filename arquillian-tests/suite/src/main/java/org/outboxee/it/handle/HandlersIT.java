package org.outboxee.it.handle;

import static jakarta.transaction.Status.STATUS_ACTIVE;
import static jakarta.transaction.Status.STATUS_NO_TRANSACTION;
import static org.assertj.core.api.Assertions.assertThat;

import jakarta.inject.Inject;
import org.jboss.arquillian.container.test.api.Deployment;
import org.jboss.arquillian.junit5.ArquillianExtension;
import org.jboss.shrinkwrap.api.asset.StringAsset;
import org.jboss.shrinkwrap.api.spec.WebArchive;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.outboxee.Outbox;
import org.outboxee.it.Deployments;
import org.outboxee.it.support.Arrival;
import org.outboxee.it.support.Inbox;
import org.outboxee.it.support.Note;
import org.outboxee.it.support.Transactions;

/** Every shape of handler is called, in the context that it would have on any thread of the container. */
@ExtendWith(ArquillianExtension.class)
class HandlersIT {

    private static final String WEB_XML = """
            <web-app xmlns="https://jakarta.ee/xml/ns/jakartaee" version="6.0">
              <env-entry>
                <env-entry-name>greeting</env-entry-name>
                <env-entry-type>java.lang.String</env-entry-type>
                <env-entry-value>hello from this module</env-entry-value>
              </env-entry>
            </web-app>
            """;

    @Inject
    Outbox outbox;

    @Inject
    Transactions transactions;

    @Inject
    Inbox inbox;

    @Inject
    Surroundings surroundings;

    @Deployment
    static WebArchive application() {
        return Deployments.jpa(HandlersIT.class).setWebXML(new StringAsset(WEB_XML));
    }

    @Test
    void a_handler_on_a_cdi_bean_is_called_without_a_transaction() {
        assertThat(call("plain").transactionStatus()).isEqualTo(STATUS_NO_TRANSACTION);
    }

    @Test
    void a_handler_on_a_stateless_bean_is_called_in_the_transaction_of_its_method() {
        assertThat(call("session-bean").transactionStatus()).isEqualTo(STATUS_ACTIVE);
    }

    @Test
    void a_transactional_handler_is_called_in_a_transaction() {
        assertThat(call("required").transactionStatus()).isEqualTo(STATUS_ACTIVE);
    }

    @Test
    void a_handler_that_requires_a_new_transaction_gets_one() {
        assertThat(call("requires-new").transactionStatus()).isEqualTo(STATUS_ACTIVE);
    }

    @Test
    void a_private_handler_is_called() {
        assertThat(call("private").transactionStatus()).isEqualTo(STATUS_NO_TRANSACTION);
    }

    @Test
    void an_inherited_handler_is_called() {
        assertThat(call("inherited").transactionStatus()).isEqualTo(STATUS_NO_TRANSACTION);
    }

    @Test
    void a_dependent_bean_lives_for_one_delivery() {
        call("dependent");

        inbox.next("dependent destroyed");
    }

    @Test
    void every_binding_of_a_name_gets_the_message() {
        transactions.run(() -> outbox.emit("two-bindings", new Note("for two")));

        Arrival one = inbox.next("for two");
        Arrival other = inbox.next("for two");
        assertThat(one.messageId()).isEqualTo(other.messageId());
        assertThat(new String[] {one.binding(), other.binding()}).containsExactlyInAnyOrder("first", "second");
    }

    @Test
    void a_handler_finds_the_classes_and_the_names_of_its_module() throws Exception {
        Call call = call("plain");

        assertThat(call.contextLoader().loadClass(Surroundings.class.getName())).isSameAs(Surroundings.class);
        assertThat(call.entry()).isEqualTo("hello from this module");
    }

    @Test
    void a_handler_has_a_request_context_that_is_neither_the_emitters_nor_another_deliverys() {
        Call first = call("plain");
        Call second = call("plain");

        assertThat(first.requestId()).isEqualTo(first.requestIdAgain());
        assertThat(first.requestId())
                .isNotEqualTo(second.requestId())
                .isNotEqualTo(surroundings.here().requestId());
    }

    @Test
    void a_handler_is_not_called_on_the_emitting_thread() {
        assertThat(call("plain").thread()).isNotSameAs(Thread.currentThread());
    }

    /** Emits a message of this name and returns what its handler found. */
    private Call call(String name) {
        transactions.run(() -> outbox.emit(name, new Note(name)));
        inbox.next(name);
        return surroundings.of(name);
    }
}
