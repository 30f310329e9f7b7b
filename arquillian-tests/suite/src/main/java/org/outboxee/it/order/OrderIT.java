package org.outboxee.it.order;

import static java.util.concurrent.TimeUnit.SECONDS;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import jakarta.inject.Inject;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Future;
import java.util.stream.IntStream;
import org.jboss.arquillian.container.test.api.Deployment;
import org.jboss.arquillian.junit5.ArquillianExtension;
import org.jboss.shrinkwrap.api.spec.WebArchive;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.outboxee.it.Deployments;
import org.outboxee.it.support.OutboxTable;

/** Messages of one key arrive one at a time, in the order in which their transactions committed (G3). */
@ExtendWith(ArquillianExtension.class)
class OrderIT {

    private static final int MESSAGES = 200;

    private static final int THREADS = 5;

    private static final List<String> ACCOUNTS =
            IntStream.range(0, 8).mapToObj(i -> "account " + i).toList();

    @Inject
    Ledger ledger;

    @Inject
    Postings postings;

    @Inject
    OutboxTable table;

    @Deployment
    static WebArchive application() {
        return Deployments.jpa(OrderIT.class);
    }

    @Test
    void messages_of_one_key_arrive_in_commit_order_from_any_number_of_threads() throws Exception {
        ACCOUNTS.forEach(ledger::open);
        List<Future<?>> emitters = new ArrayList<>();
        for (int thread = 0; thread < THREADS; thread++) {
            // Each thread starts at another account, and passes all the others.
            int first = thread;
            emitters.add(ledger.inBackground(() -> {
                for (int i = 0; i < MESSAGES / THREADS; i++) {
                    ledger.post(ACCOUNTS.get((first + i) % ACCOUNTS.size()));
                }
            }));
        }
        for (Future<?> emitter : emitters) {
            emitter.get(60, SECONDS);
        }

        await().atMost(60, SECONDS).until(() -> postings.total() >= MESSAGES);
        table.awaitEmpty();
        for (String account : ACCOUNTS) {
            assertThat(postings.of(account))
                    .as(account)
                    .containsExactlyElementsOf(IntStream.rangeClosed(1, MESSAGES / ACCOUNTS.size())
                            .boxed()
                            .toList());
        }
        assertThat(postings.overlaps()).isZero();
        assertThat(postings.total()).isEqualTo(MESSAGES);
    }
}
