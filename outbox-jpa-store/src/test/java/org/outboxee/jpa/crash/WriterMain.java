package org.outboxee.jpa.crash;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.TreeSet;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.outboxee.jpa.testing.Jta;
import org.outboxee.jpa.testing.TestDatabase.Kind;
import org.outboxee.spi.Availability;
import org.outboxee.spi.OutboxMessage;

/** A process that runs business transactions, until its standard input is closed. */
final class WriterMain {

    static final int ACCOUNTS = 12;
    private static final int THREADS = 3;
    private static final int PAUSE_MILLIS = 60;
    private static final int LONGEST_DELAY_MILLIS = 300;

    private static volatile boolean ended;

    /** The application's own reason to roll back. */
    private static final class ChangedItsMind extends RuntimeException {
        private static final long serialVersionUID = 1L;
    }

    private final Kind kind;
    private final Member member;
    private final String name;
    private final SplittableRandom random;
    private long transactions;

    private WriterMain(Kind kind, Member member, String name, SplittableRandom random) {
        this.kind = kind;
        this.member = member;
        this.name = name;
        this.random = random;
    }

    /** Arguments: database, URL, name, seed. */
    public static void main(String[] arguments) throws Exception {
        Kind kind = Kind.valueOf(arguments[0]);
        Member member = Member.open(kind, arguments[1], List::of);
        SplittableRandom random = new SplittableRandom(Long.parseLong(arguments[3]));
        List<Thread> threads = new ArrayList<>();
        for (int i = 0; i < THREADS; i++) {
            WriterMain writer = new WriterMain(kind, member, arguments[2] + "-" + i, random.split());
            threads.add(new Thread(writer::run, writer.name));
        }
        threads.forEach(Thread::start);
        System.out.println(Child.READY);
        Member.awaitEndOfInput();
        ended = true;
        for (Thread thread : threads) {
            thread.join();
        }
        System.exit(0);
    }

    private void run() {
        while (!ended) {
            try {
                Jta.commit(this::transaction);
            } catch (ChangedItsMind e) {
                // As it should.
            } catch (RuntimeException e) {
                System.out.println("Failed: " + e); // the database was away; whether it committed, the table knows
            }
            try {
                TimeUnit.MILLISECONDS.sleep(random.nextInt(PAUSE_MILLIS));
            } catch (InterruptedException e) {
                return;
            }
        }
    }

    private void transaction() {
        List<OutboxMessage> messages = new ArrayList<>();
        Set<Integer> accounts = new TreeSet<>();
        for (int i = random.nextInt(3); i >= 0; i--) {
            accounts.add(random.nextInt(ACCOUNTS));
        }
        long number = ++transactions;
        for (int account : accounts) {
            long version = lock(account);
            OutboxMessage message = some(name + "-" + number + "-" + account, "account-" + account);
            sent(message.id(), account, version);
            messages.add(message);
        }
        if (random.nextInt(4) == 0) {
            String id = name + "-" + number + "-free";
            OutboxMessage message = random.nextInt(4) == 0
                    ? message(id, RelayMain.REFUSED, null, new Availability.Now())
                    : some(id, null);
            sent(message.id(), -1, 0);
            messages.add(message);
        }
        Jta.beforeCompletion(() -> member.backend().appender().append(messages));
        if (random.nextInt(10) == 0) {
            throw new ChangedItsMind();
        }
    }

    /** A message of either kind, some of them due a little later. */
    private OutboxMessage some(String id, @Nullable String key) {
        Availability availability = random.nextInt(8) == 0
                ? new Availability.After(Duration.ofMillis(random.nextInt(LONGEST_DELAY_MILLIS)))
                : new Availability.Now();
        return random.nextInt(3) == 0
                ? message(id + Evidence.WITH_EFFECT, RelayMain.TRANSACTIONAL, key, availability)
                : message(id, "shop.moved", key, availability);
    }

    static OutboxMessage message(String id, String messageName, @Nullable String key, Availability availability) {
        return new OutboxMessage(id, messageName, key, id.getBytes(UTF_8), Map.of(), availability, Set.of("default"));
    }

    private long lock(int account) {
        String update = "update account set version = version + 1 where id = " + account;
        if (kind == Kind.POSTGRESQL) {
            return Long.parseLong(query(update + " returning version"));
        }
        execute(update);
        return Long.parseLong(query("select version from account where id = " + account));
    }

    private void sent(String id, int account, long version) {
        execute("insert into sent values ('" + id + "', " + account + ", " + version + ")");
    }

    private void execute(String sql) {
        try (Connection connection = member.pool().getConnection();
                Statement statement = connection.createStatement()) {
            statement.execute(sql);
        } catch (SQLException e) {
            throw new IllegalStateException(e);
        }
    }

    private String query(String sql) {
        try (Connection connection = member.pool().getConnection();
                Statement statement = connection.createStatement();
                ResultSet rows = statement.executeQuery(sql)) {
            rows.next();
            return rows.getString(1);
        } catch (SQLException e) {
            throw new IllegalStateException(e);
        }
    }
}
