package org.outboxee.benchmarks.runs;

import com.sun.management.OperatingSystemMXBean;
import java.lang.management.ManagementFactory;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import jdk.jfr.Recording;
import org.outboxee.benchmarks.contest.Meter;
import org.outboxee.benchmarks.contest.Outbox;
import org.outboxee.benchmarks.contest.Work;
import org.outboxee.benchmarks.database.Postgres;
import org.outboxee.benchmarks.ours.OurOutbox;
import org.outboxee.benchmarks.ours.OurSettings;
import org.outboxee.benchmarks.report.Result;
import org.outboxee.benchmarks.report.Section;
import org.outboxee.benchmarks.report.Series;

/** What a message costs in the relay's process, and which code it is. */
final class ProfileBenchmark implements Benchmark {

    private static final int MESSAGES = 100_000;
    private static final int KEYS = 1000;
    private static final int CONNECTIONS = 4;

    @Override
    public Section run(Postgres postgres, Settings settings) throws Exception {
        List<Result> results = new ArrayList<>();
        List<String> notes = new ArrayList<>();
        try (OurOutbox ours = new OurOutbox(postgres.create("ours"), OurSettings.forRates(CONNECTIONS))) {
            for (int keys : new int[] {0, KEYS}) {
                Work work = new Work(keys, 1);
                measure(ours, work, settings.sized(MESSAGES)); // warms up
                List<Double> cpu = new ArrayList<>();
                List<Double> bytes = new ArrayList<>();
                Path file = settings.work().resolve("profile-" + keys + ".jfr");
                try (Recording recording = JfrProfile.recording()) {
                    recording.start();
                    for (int round = 0; round < settings.rounds(); round++) {
                        Cost cost = measure(ours, work, settings.sized(MESSAGES));
                        cpu.add(cost.cpuMicros());
                        bytes.add(cost.bytes());
                    }
                    recording.stop();
                    recording.dump(file);
                }
                results.add(Result.of(work + ", CPU", "µs/message", new Series(cpu)));
                results.add(Result.of(work + ", allocation", "bytes/message", new Series(bytes)));
                notes.addAll(JfrProfile.of(file).tables(work.toString()));
            }
        }
        return new Section("profile", "CPU and allocation in the relay", TEXT, results, notes);
    }

    /** What a message cost. */
    private record Cost(double cpuMicros, double bytes) {}

    private static Cost measure(Outbox ours, Work work, int messages) throws Exception {
        ours.fill(work, messages);
        OperatingSystemMXBean process = (OperatingSystemMXBean) ManagementFactory.getOperatingSystemMXBean();
        Meter meter = new Meter(messages);
        long cpu = process.getProcessCpuTime();
        long allocated = Allocation.total();
        Outbox.Delivering delivering = ours.deliver(meter);
        meter.rate(Duration.ofMinutes(2));
        double bytes = Allocation.total() - allocated;
        double nanos = process.getProcessCpuTime() - cpu;
        delivering.end();
        return new Cost(nanos / 1000 / meter.count(), bytes / meter.count());
    }

    private static final String TEXT = """
            100,000 messages are drained on 4 connections while Flight Recorder samples. CPU and allocation are those of the whole \
            process, in which nothing else runs but the threads of the JVM; what the database server needs is not in it.""";
}
