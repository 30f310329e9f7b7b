package org.outboxee.jpa.internal;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.outboxee.jpa.testing.Jta;
import org.outboxee.jpa.testing.Provider;
import org.outboxee.jpa.testing.TestDatabase.Kind;
import org.outboxee.jpa.testing.TestUnit;

/**
 * H2 gives the last answer of a query again while a table is not marked as changed. The mark comes just before the
 * commit, so that the answer may be wrong for ever: no transaction of the store may get one. Public, since H2 calls it.
 */
public class H2AnswersTest {

    private static final AtomicInteger EVALUATIONS = new AtomicInteger();

    private final TestUnit unit = JpaHarness.unit(Provider.HIBERNATE, Kind.H2);
    private final Work unprepared = new Work(unit.factory(), Jta::requireNew);

    /** What H2 calls when it evaluates the query. */
    public static int evaluated(int ignored) {
        return EVALUATIONS.incrementAndGet();
    }

    @BeforeEach
    void watch() {
        EVALUATIONS.set(0);
        unit.database()
                .execute("create alias evaluated deterministic for '"
                        + getClass().getName() + ".evaluated'");
    }

    @AfterEach
    void close() {
        unit.close();
    }

    @Test
    void eachTransactionOfTheStoreGetsANewAnswer() {
        Work work = unprepared.on(Database.H2);
        assertThat(ask(work)).isEqualTo(1);
        assertThat(ask(work)).isEqualTo(2);
        assertThat(ask(work)).isEqualTo(3);
    }

    @Test
    void othersGetTheLastOneAgain() {
        assertThat(ask(unprepared)).isEqualTo(1);
        assertThat(ask(unprepared)).isEqualTo(1);
    }

    private static int ask(Work work) {
        return work.inNewTransaction(
                "ask", entities -> (Integer) entities.createNativeQuery("select evaluated(count(*)) from outbox_record")
                        .getSingleResult());
    }
}
