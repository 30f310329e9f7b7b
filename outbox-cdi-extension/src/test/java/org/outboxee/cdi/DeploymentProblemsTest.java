package org.outboxee.cdi;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;

import jakarta.ejb.TransactionAttribute;
import jakarta.ejb.TransactionAttributeType;
import jakarta.ejb.TransactionManagement;
import jakarta.ejb.TransactionManagementType;
import jakarta.enterprise.context.ApplicationScoped;
import jakarta.enterprise.context.SessionScoped;
import jakarta.enterprise.event.Observes;
import jakarta.enterprise.event.ObservesAsync;
import jakarta.enterprise.event.Reception;
import jakarta.enterprise.event.TransactionPhase;
import jakarta.enterprise.inject.Alternative;
import jakarta.enterprise.inject.Stereotype;
import jakarta.enterprise.inject.spi.EventMetadata;
import jakarta.transaction.Transactional;
import jakarta.transaction.Transactional.TxType;
import java.io.Serializable;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.reflect.Type;
import java.util.List;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.jboss.weld.environment.se.Weld;
import org.jboss.weld.environment.se.WeldContainer;
import org.junit.jupiter.api.Test;
import org.outboxee.OutboxHandler;
import org.outboxee.cdi.testing.Applications;
import org.outboxee.cdi.testing.Configured;
import org.outboxee.cdi.testing.RecordingStore;
import org.outboxee.spi.Delivery;
import org.outboxee.spi.PayloadCodec;
import org.outboxee.spi.Producer;

class DeploymentProblemsTest {

    /** What the container says when it is asked to start, empty when it starts. */
    private static String problems(Weld weld) {
        ClassLoader before = Thread.currentThread().getContextClassLoader();
        Throwable thrown = catchThrowable(() -> {
            try (WeldContainer container = weld.initialize()) {
                assertThat(container.isRunning()).isTrue();
            }
        });
        Thread.currentThread().setContextClassLoader(before);
        return thrown == null ? "" : thrown.getMessage();
    }

    private static String problem(Class<?>... beans) {
        return problems(Applications.weld(beans));
    }

    @Test
    void every_problem_is_in_one_report() {
        String report = problems(Applications.withoutStore(
                        Wrong.class, WrongTypes.class, WrongNames.class, OneProducer.class, AnotherProducer.class)
                .addExtension(Configured.with("outbox.workers=0", "outbox.wrokers=1")));
        assertThat(report).containsOnlyOnce("OUTBOX-05001").contains("The outbox cannot be deployed. Its 18 problems:");
        assertThat(ids(report))
                .containsExactlyInAnyOrder(
                        "OUTBOX-05001",
                        "OUTBOX-05011",
                        "OUTBOX-05012",
                        "OUTBOX-05013",
                        "OUTBOX-05014",
                        "OUTBOX-05015",
                        "OUTBOX-05016",
                        "OUTBOX-05017",
                        "OUTBOX-05018",
                        "OUTBOX-05021",
                        "OUTBOX-05024",
                        "OUTBOX-05031",
                        "OUTBOX-05032");
        assertThat(line(report, "Wrong#async")).contains("OUTBOX-05011", "@Observes");
        assertThat(line(report, "Wrong#afterSuccess")).contains("OUTBOX-05012", "AFTER_SUCCESS", "IN_PROGRESS");
        assertThat(line(report, "Wrong#metadata")).contains("OUTBOX-05014", "EventMetadata", "DeliveryInfo");
        assertThat(line(report, "Wrong#ifExists")).contains("OUTBOX-05018", "IF_EXISTS", "ALWAYS");
        assertThat(line(report, "WrongTypes#object")).contains("OUTBOX-05013", "java.lang.Object");
        assertThat(line(report, "WrongTypes#variable")).contains("OUTBOX-05013", "type T");
        assertThat(line(report, "WrongTypes#wildcard")).contains("OUTBOX-05013", "java.util.List<?>");
        assertThat(line(report, "WrongTypes#arrayOfVariable")).contains("OUTBOX-05013", "T[]");
        assertThat(line(report, "WrongNames#blankName")).contains("OUTBOX-05016", "\" \"", "1 to 200");
        assertThat(line(report, "WrongNames#longName")).contains("OUTBOX-05016", "1 to 200");
        assertThat(line(report, "WrongNames#blankBinding")).contains("OUTBOX-05017", "1 to 100");
        assertThat(line(report, "WrongNames#longBinding")).contains("OUTBOX-05017", "1 to 100");
        assertThat(line(report, "WrongNames#reserved")).contains("OUTBOX-05017", "\"*\"", "reserved");
        assertThat(line(report, "OUTBOX-05015")).contains("WrongNames#first", "WrongNames#second", "\"same\"");
        assertThat(line(report, "OUTBOX-05021")).contains("outbox-jpa-store", "outbox-memory-store");
        assertThat(line(report, "OUTBOX-05024")).contains(Producer.class.getName(), "OneProducer", "AnotherProducer");
        assertThat(line(report, "OUTBOX-05031")).contains("outbox.workers", "\"0\"", "1 to 1000");
        assertThat(line(report, "OUTBOX-05032")).contains("outbox.wrokers", "outbox.workers");
    }

    @Test
    void an_inherited_handler_of_two_beans_is_a_duplicate() {
        assertThat(problem(InheritingOne.class, InheritingTwo.class))
                .contains("OUTBOX-05015", "InheritingOne#inherited", "InheritingTwo#inherited");
    }

    @Test
    void a_handler_in_a_bean_of_a_browsers_session_is_refused() {
        assertThat(problem(InSession.class)).contains("OUTBOX-05019", "InSession#handle", "@SessionScoped");
    }

    @Test
    void transactional_handlers_that_leave_their_transaction_are_refused_all_at_once() {
        String report = problem(
                Leaving.class,
                LeavingType.class,
                LeavingByStereotype.class,
                LeavingChild.class,
                LeavingSessionBean.class,
                BeanManaged.class,
                Staying.class,
                StayingInSessionBean.class);
        assertThat(ids(report)).containsExactlyInAnyOrder("OUTBOX-05001", "OUTBOX-05020");
        assertThat(report).contains("Its 9 problems:");
        assertThat(line(report, "Leaving#requiresNew"))
                .contains("@Transactional(REQUIRES_NEW)", "transactional = true");
        assertThat(line(report, "Leaving#notSupported")).contains("@Transactional(NOT_SUPPORTED)");
        assertThat(line(report, "Leaving#never")).contains("@Transactional(NEVER)");
        assertThat(line(report, "LeavingType#ofType")).contains("@Transactional(REQUIRES_NEW)");
        assertThat(line(report, "LeavingByStereotype#ofStereotype")).contains("@Transactional(REQUIRES_NEW)");
        assertThat(line(report, "LeavingChild#inherited")).contains("@TransactionAttribute(NEVER)");
        assertThat(line(report, "LeavingSessionBean#ofType")).contains("@TransactionAttribute(REQUIRES_NEW)");
        assertThat(line(report, "LeavingSessionBean#ofMethod")).contains("@TransactionAttribute(NOT_SUPPORTED)");
        assertThat(line(report, "BeanManaged#handle")).contains("@TransactionManagement(BEAN)");
    }

    @Test
    void several_stores_without_a_choice_are_refused() {
        assertThat(problem(RecordingStore.class))
                .contains("OUTBOX-05022", "MemoryStoreProvider", "RecordingStore", "outbox.store");
    }

    @Test
    void one_of_several_stores_can_be_chosen() {
        assertThat(problems(
                        Applications.weld(RecordingStore.class).addExtension(Configured.with("outbox.store=memory"))))
                .isEmpty();
    }

    @Test
    void a_choice_that_is_not_there_keeps_the_application_from_starting() {
        assertThat(problems(Applications.weld().addExtension(Configured.with("outbox.store=jpa"))))
                .contains("OUTBOX-05023", "\"jpa\"", "[memory]");
    }

    @Test
    void several_codecs_are_refused_unless_one_is_the_alternative() {
        assertThat(problem(OneCodec.class, AnotherCodec.class)).contains("OUTBOX-05024", PayloadCodec.class.getName());
        assertThat(problem(OneCodec.class, AlternativeCodec.class)).isEmpty();
    }

    @Test
    void an_application_without_handlers_is_fine() {
        assertThat(problem()).isEmpty();
    }

    private static Set<String> ids(String report) {
        return Pattern.compile("OUTBOX-\\d{5}")
                .matcher(report)
                .results()
                .map(match -> match.group())
                .collect(Collectors.toSet());
    }

    private static String line(String report, String what) {
        return report.lines()
                .filter(line -> line.startsWith("  - ") && line.contains(what))
                .findFirst()
                .orElse("nothing about " + what + " in " + report);
    }

    @ApplicationScoped
    static class Wrong {
        void async(@ObservesAsync @OutboxHandler("async") String payload) {
            // never called
        }

        void afterSuccess(@Observes(during = TransactionPhase.AFTER_SUCCESS) @OutboxHandler("after") String payload) {
            // never called
        }

        void metadata(@Observes @OutboxHandler("metadata") String payload, EventMetadata metadata) {
            // never called
        }

        void ifExists(@Observes(notifyObserver = Reception.IF_EXISTS) @OutboxHandler("exists") String payload) {
            // never called
        }
    }

    @jakarta.enterprise.context.Dependent
    static class WrongTypes<T> {
        void object(@Observes @OutboxHandler("object") Object payload) {
            // never called
        }

        void variable(@Observes @OutboxHandler("variable") T payload) {
            // never called
        }

        void wildcard(@Observes @OutboxHandler("wildcard") List<?> payload) {
            // never called
        }

        void arrayOfVariable(@Observes @OutboxHandler("array") T[] payload) {
            // never called
        }
    }

    private static final String LONG = "xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx";

    @ApplicationScoped
    static class WrongNames {
        void blankName(@Observes @OutboxHandler(" ") String payload) {
            // never called
        }

        void longName(@Observes @OutboxHandler(LONG + LONG + LONG + LONG + "x") String payload) {
            // never called
        }

        void blankBinding(@Observes @OutboxHandler(value = "b", binding = "") String payload) {
            // never called
        }

        void longBinding(@Observes @OutboxHandler(value = "b", binding = LONG + LONG + "x") String payload) {
            // never called
        }

        void reserved(@Observes @OutboxHandler(value = "b", binding = "*") String payload) {
            // never called
        }

        void first(@Observes @OutboxHandler("same") String payload) {
            // never called
        }

        void second(@Observes @OutboxHandler("same") String payload) {
            // never called
        }
    }

    abstract static class Base {
        void inherited(@Observes @OutboxHandler("inherited") String payload) {
            // never called
        }
    }

    @ApplicationScoped
    static class InheritingOne extends Base {}

    @ApplicationScoped
    static class InheritingTwo extends Base {}

    @SessionScoped
    static class InSession implements Serializable {
        private static final long serialVersionUID = 1L;

        void handle(@Observes @OutboxHandler("session") String payload) {
            // never called
        }
    }

    @ApplicationScoped
    static class Leaving {
        @Transactional(TxType.REQUIRES_NEW)
        void requiresNew(@Observes @OutboxHandler(value = "new", transactional = true) String payload) {
            // never called
        }

        @Transactional(TxType.NOT_SUPPORTED)
        void notSupported(@Observes @OutboxHandler(value = "not", transactional = true) String payload) {
            // never called
        }

        @Transactional(TxType.NEVER)
        void never(@Observes @OutboxHandler(value = "never", transactional = true) String payload) {
            // never called
        }

        @Transactional(TxType.REQUIRES_NEW)
        void unasked(@Observes @OutboxHandler("unasked") String payload) {
            // never called
        }
    }

    @ApplicationScoped
    @Transactional(TxType.REQUIRES_NEW)
    static class LeavingType {
        void ofType(@Observes @OutboxHandler(value = "type", transactional = true) String payload) {
            // never called
        }

        @Transactional
        void staying(@Observes @OutboxHandler(value = "type.staying", transactional = true) String payload) {
            // never called
        }
    }

    @Stereotype
    @Transactional(TxType.REQUIRES_NEW)
    @ApplicationScoped
    @Retention(RetentionPolicy.RUNTIME)
    @interface Alone {}

    @Alone
    static class LeavingByStereotype {
        void ofStereotype(@Observes @OutboxHandler(value = "stereotype", transactional = true) String payload) {
            // never called
        }
    }

    @TransactionAttribute(TransactionAttributeType.NEVER)
    static class LeavingParent {
        void inherited(@Observes @OutboxHandler(value = "parent", transactional = true) String payload) {
            // never called
        }
    }

    @ApplicationScoped
    static class LeavingChild extends LeavingParent {}

    @ApplicationScoped
    @TransactionAttribute(TransactionAttributeType.REQUIRES_NEW)
    static class LeavingSessionBean {
        void ofType(@Observes @OutboxHandler(value = "ejb.type", transactional = true) String payload) {
            // never called
        }

        @TransactionAttribute(TransactionAttributeType.NOT_SUPPORTED)
        void ofMethod(@Observes @OutboxHandler(value = "ejb.method", transactional = true) String payload) {
            // never called
        }

        @TransactionAttribute(TransactionAttributeType.MANDATORY)
        void staying(@Observes @OutboxHandler(value = "ejb.staying", transactional = true) String payload) {
            // never called
        }
    }

    @ApplicationScoped
    @TransactionManagement(TransactionManagementType.BEAN)
    static class BeanManaged {
        void handle(@Observes @OutboxHandler(value = "bean.managed", transactional = true) String payload) {
            // never called
        }
    }

    @Transactional
    @ApplicationScoped
    static class Staying {
        void required(@Observes @OutboxHandler(value = "staying", transactional = true) String payload) {
            // never called
        }

        @Transactional(TxType.SUPPORTS)
        void supports(@Observes @OutboxHandler(value = "staying.supports", transactional = true) String payload) {
            // never called
        }
    }

    @ApplicationScoped
    @TransactionManagement(TransactionManagementType.CONTAINER)
    static class StayingInSessionBean {
        void handle(@Observes @OutboxHandler(value = "staying.ejb", transactional = true) String payload) {
            // never called
        }
    }

    @ApplicationScoped
    static class OneProducer implements Producer {
        @Override
        public void deliver(Delivery delivery) {
            // never called
        }
    }

    @ApplicationScoped
    static class AnotherProducer extends OneProducer {}

    @ApplicationScoped
    static class OneCodec implements PayloadCodec {
        @Override
        public byte[] encode(Object payload) {
            return new byte[0];
        }

        @Override
        public Object decode(byte[] payload, Type type) {
            return "";
        }
    }

    @ApplicationScoped
    static class AnotherCodec extends OneCodec {}

    @Alternative
    @jakarta.annotation.Priority(1)
    @ApplicationScoped
    static class AlternativeCodec extends OneCodec {}
}
