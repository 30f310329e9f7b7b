package org.outboxee.relay.simulation;

import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.outboxee.PermanentFailureException;
import org.outboxee.admin.RecordId;
import org.outboxee.relay.RelayConfig;
import org.outboxee.relay.sim.Node;
import org.outboxee.relay.simulation.Entry.State;
import org.outboxee.spi.Delivery;
import org.outboxee.spi.Producer;

/** What one node delivers, compared with what it may. */
final class WatchedProducer implements Producer {

    private final World world;
    private final Running running;
    private final Node node;
    private final String owner;
    private final Map<String, Set<String>> handled;
    private final Behaviour behaviour;

    WatchedProducer(World world, Running running, Node node, String owner, Map<String, Set<String>> handled) {
        this.world = world;
        this.running = running;
        this.node = node;
        this.owner = owner;
        this.handled = handled;
        behaviour = new Behaviour(world);
    }

    @Override
    public Set<String> bindings(String messageName) {
        return handled.getOrDefault(messageName, Set.of());
    }

    @Override
    public Optional<Map<String, Set<String>>> handled() {
        return Optional.of(handled);
    }

    @Override
    public boolean completes(String messageName, String binding) {
        return messageName.equals(Mail.PAYMENT);
    }

    @Override
    public void deliver(Delivery delivery) throws Exception {
        Journal journal = world.journal();
        journal.happened(Happening.DELIVERY);
        journal.note(delivery.seq() * 31 + owner.hashCode());
        journal.note(world.time().nanos());
        Entry entry = world.ledger().get(new RecordId(delivery.messageId(), delivery.binding()));
        checkStart(entry, delivery);
        Running.Run run = running.begin(entry, node);
        long claim = entry.claimedAt;
        try {
            behaviour.handle(delivery, completes(delivery.name(), delivery.binding()));
            if (entry.claimedAt == claim) {
                entry.succeeded = true;
            }
        } catch (Throwable e) {
            boolean last = delivery.attempt() >= delivery.maxAttempts();
            if (entry.claimedAt == claim && (last || e instanceof PermanentFailureException)) {
                entry.failedForGood = true;
            }
            throw e;
        } finally {
            running.end(entry, run);
        }
    }

    private void checkStart(Entry entry, Delivery delivery) {
        Journal journal = world.journal();
        RelayConfig config = world.config();
        if (entry.state != State.CLAIMED || !entry.owner.equals(owner)) {
            journal.check(
                    world.forwardSince(entry).compareTo(world.slack()) > 0,
                    Check.SAFE_START,
                    () -> owner + " starts " + entry + ", which it does not have");
            return;
        }
        Duration left = Duration.between(world.now(), entry.expires).plus(world.forwardSince(entry));
        journal.check(
                left.compareTo(config.deliveryTimeout().plus(world.slack())) >= 0,
                Check.SAFE_START,
                () -> owner + " starts " + entry + " when only " + left + " of its claim are left");
        journal.check(
                delivery.attempt() == entry.attempts + 1 && delivery.attempt() <= config.maxAttempts(),
                Check.BOUNDED,
                () -> entry + " is delivered in " + delivery);
        for (Entry older : entry.older()) {
            boolean over = older.carries(entry.token) && (older.succeeded || older.failedForGood);
            journal.check(
                    over || older.activeSince > entry.claimedAt,
                    Check.ORDER,
                    () -> entry + " is delivered before " + older);
        }
    }
}
