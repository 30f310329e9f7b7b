package org.outboxee.relay.sim;

import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.outboxee.spi.Delivery;
import org.outboxee.spi.Producer;

/** Writes down what is delivered, and does with each message what a test says. Used by one thread at a time. */
public final class TestProducer implements Producer {

    /** What happens to a message. */
    @FunctionalInterface
    public interface Script {

        /** Runs in place of a handler. */
        void run(Delivery delivery) throws Exception;
    }

    /** A delivery that has begun. */
    public record Call(String id, String binding, Optional<String> key, int attempt, Duration at) {}

    private final VirtualTime time;
    private final List<Call> calls = new ArrayList<>();
    private final List<String> completed = new ArrayList<>();
    private final Map<String, Script> scripts = new HashMap<>();
    private final Map<String, Set<String>> bindings = new HashMap<>();
    private final Set<String> completing = new HashSet<>();
    private final Set<String> lanesRunning = new HashSet<>();
    private final List<String> overlaps = new ArrayList<>();
    private Script otherwise = delivery -> {};
    private int running;
    private int mostRunning;

    TestProducer(VirtualTime time) {
        this.time = time;
    }

    /** What to do with a message, at every attempt. */
    public void on(String id, Script script) {
        scripts.put(id, script);
    }

    /** What to do with messages that have no script of their own. */
    public void onOthers(Script script) {
        otherwise = script;
    }

    /** The bindings of a message name; one default binding if not set. */
    public void bind(String name, String... handlers) {
        bindings.put(name, Set.of(handlers));
    }

    /** Says that it completes records of a message name in transactions; their scripts have to. */
    public void completes(String name) {
        completing.add(name);
    }

    @Override
    public boolean completes(String messageName, String binding) {
        return completing.contains(messageName);
    }

    /** The deliveries that began, in order. */
    public List<Call> calls() {
        return Collections.unmodifiableList(calls);
    }

    /** The deliveries of a message that began. */
    public List<Call> calls(String id) {
        return calls.stream().filter(call -> call.id().equals(id)).toList();
    }

    /** The message ids of the deliveries that began, in order. */
    public List<String> ids() {
        return calls.stream().map(Call::id).toList();
    }

    /** The message ids of the deliveries that returned normally, in order. */
    public List<String> completed() {
        return Collections.unmodifiableList(completed);
    }

    /** The deliveries that began while another one of their lane ran. */
    public List<String> overlaps() {
        return Collections.unmodifiableList(overlaps);
    }

    /** Forgets the deliveries that run, since their node has crashed or will lose them. */
    public void forgetRunning() {
        lanesRunning.clear();
        running = 0;
    }

    /** The most deliveries that ever ran at a time. */
    public int mostRunning() {
        return mostRunning;
    }

    @Override
    public Set<String> bindings(String messageName) {
        return bindings.getOrDefault(messageName, Producer.super.bindings(messageName));
    }

    @Override
    public void deliver(Delivery delivery) throws Exception {
        calls.add(
                new Call(delivery.messageId(), delivery.binding(), delivery.key(), delivery.attempt(), time.elapsed()));
        String lane = delivery.partition() + " " + delivery.binding() + " "
                + delivery.key().orElse("without key, " + delivery.messageId());
        if (!lanesRunning.add(lane)) {
            overlaps.add(delivery + " at " + time.elapsed());
        }
        mostRunning = Math.max(mostRunning, ++running);
        try {
            scripts.getOrDefault(delivery.messageId(), otherwise).run(delivery);
            completed.add(delivery.messageId());
        } finally {
            running--;
            lanesRunning.remove(lane);
        }
    }
}
