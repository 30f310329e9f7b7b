package org.outboxee.jpa.crash;

import io.agroal.api.AgroalDataSource;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.List;
import java.util.SplittableRandom;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;
import java.util.random.RandomGenerator;
import org.jspecify.annotations.Nullable;
import org.outboxee.PermanentFailureException;
import org.outboxee.jpa.testing.Jta;
import org.outboxee.jpa.testing.RelayThreads;
import org.outboxee.jpa.testing.TestDatabase.Kind;
import org.outboxee.relay.LeasePolicy;
import org.outboxee.relay.Relay;
import org.outboxee.relay.RelayConfig;
import org.outboxee.spi.Delivery;
import org.outboxee.spi.Producer;

/** A node that delivers, until its standard input is closed. */
final class RelayMain implements Producer {

    static final String POISON = "poison";

    /** The name of the messages whose handler leaves its effect in the transaction that completes them. */
    static final String TRANSACTIONAL = "shop.settled";

    /** The name of the messages whose first delivery makes them dead letters. */
    static final String REFUSED = "shop.refused";

    static final RelayConfig CONFIG = RelayConfig.builder()
            .batch(8)
            .workers(4)
            .pollInterval(Duration.ofMillis(200))
            .deliveryTimeout(Duration.ofSeconds(2))
            .settleTimeout(Duration.ofSeconds(1))
            // For machines on which everything waits for a processor.
            .leaseMargin(Duration.ofSeconds(2))
            .nodeLease(Duration.ofSeconds(6))
            .backoffInitial(Duration.ofMillis(20))
            .backoffMax(Duration.ofMillis(200))
            .maxAttempts(50)
            .shutdownTimeout(Duration.ofSeconds(3))
            .build();

    static final Duration LEASE = LeasePolicy.of(CONFIG).lease();

    private final Kind kind;
    private final String url;
    private final String node;
    private final AgroalDataSource pool;
    private static final ThreadLocal<@Nullable Witness> WITNESSES = new ThreadLocal<>();
    private final RandomGenerator random;

    private RelayMain(Kind kind, String url, String node, AgroalDataSource pool, long seed) {
        this.kind = kind;
        this.url = url;
        this.node = node;
        this.pool = pool;
        this.random = new SplittableRandom(seed);
    }

    /** Arguments: database, URL, name, seed. */
    public static void main(String[] arguments) throws Exception {
        Kind kind = Kind.valueOf(arguments[0]);
        AtomicReference<@Nullable Relay> started = new AtomicReference<>();
        Member member = Member.open(kind, arguments[1], () -> {
            Relay relay = started.get();
            return relay == null ? List.of() : relay.ownedPartitions();
        });
        Relay relay = Relay.builder()
                .store(member.backend().store())
                .leases(member.backend().leases())
                .producer(new RelayMain(kind, arguments[1], arguments[2], member.pool(), Long.parseLong(arguments[3])))
                .executor(new RelayThreads())
                .config(CONFIG)
                .partitions(Member.PARTITIONS)
                .owner(arguments[2])
                .build();
        started.set(relay);
        relay.start();
        System.out.println(Child.READY);
        Member.awaitEndOfInput();
        relay.stop();
        System.exit(0);
    }

    @Override
    public void deliver(Delivery delivery) throws Exception {
        Witness witness = witness();
        long number = witness.begin(delivery.messageId(), node, delivery.attempt());
        if (delivery.name().equals(POISON)) {
            Runtime.getRuntime().halt(137);
        }
        boolean succeeded = false;
        try {
            int dice;
            synchronized (random) {
                dice = random.nextInt(100);
            }
            TimeUnit.MILLISECONDS.sleep(dice % 10); // the work
            if (dice < 3) {
                throw new IllegalStateException("refused");
            }
            if (delivery.name().equals(REFUSED) && witness.deliveries(delivery.messageId()) == 1) {
                throw new PermanentFailureException("until somebody replays it");
            }
            if (delivery.name().equals(TRANSACTIONAL)) {
                Jta.commit(() -> {
                    leaveEffect(delivery.messageId());
                    delivery.complete();
                });
            }
            succeeded = true;
        } finally {
            witness.end(number, succeeded);
        }
    }

    @Override
    public boolean completes(String messageName, String binding) {
        return messageName.equals(TRANSACTIONAL);
    }

    private void leaveEffect(String messageId) {
        try (Connection connection = pool.getConnection();
                Statement statement = connection.createStatement()) {
            statement.executeUpdate("insert into effect values ('" + messageId + "')");
        } catch (SQLException e) {
            throw new IllegalStateException(e);
        }
    }

    private Witness witness() throws SQLException {
        Witness witness = WITNESSES.get();
        if (witness == null) {
            witness = new Witness(kind, url);
            WITNESSES.set(witness);
        }
        return witness;
    }
}
