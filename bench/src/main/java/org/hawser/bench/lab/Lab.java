package org.hawser.bench.lab;

import static org.hawser.platform.memory.Words.getAcquire;
import static org.hawser.platform.memory.Words.setRelease;

import java.lang.foreign.MemorySegment;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.locks.LockSupport;
import org.hawser.bench.Metric;
import org.hawser.fabric.MappedRegion;
import org.hawser.fabric.RemoteRegion;
import org.hawser.runtime.Rank;
import org.hawser.runtime.Symmetric;

/**
 * Takes samples inside a job. All ranks do the same steps; rank 0 holds the clock and decides.
 *
 * <p>A measurement is first run for {@value #WARM_UP_MILLIS} ms, with a growing count, so that the optimising compiler
 * is done with it and a sample lasts about {@value #SAMPLE_MICROS} µs. Then come the rounds: in each, one sample of
 * every measurement. A sample lies between two looks at the {@link PingPong}; when these disagree by more than
 * {@value #TOLERANCE} the cores moved or somebody else used them, and the sample is taken again.
 *
 * <p><b>Threads:</b> the rank's main thread.
 */
public final class Lab implements AutoCloseable {
    static final int WARM_UP_MILLIS = 250;
    static final int SAMPLE_MICROS = 1_000;
    static final double TOLERANCE = 0.15;

    private static final int ATTEMPTS = 6;
    private static final int LOOKS_TO_WARM_UP = 300;
    private static final long REPORT_NANOS = 500_000_000;
    private static final long NAP_NANOS = 200_000;
    private static final int MOST = 1 << 28;

    private final Rank rank;
    private final Task task;
    private final Symmetric pieces;
    private final MemorySegment leader;
    private final PingPong pingPong;
    private final List<Sample> samples = new ArrayList<>();
    private long phase;
    private long reported = System.nanoTime();

    /** A lab for this rank; collective. */
    public Lab(Rank rank, Task task) {
        this.rank = rank;
        this.task = task;
        pieces = rank.symmetric(LabLayout.BYTES);
        leader = map(pieces.at(0));
        pingPong = rank.number() > 1 ? null
            : new PingPong(rank.number(), pieces.memory(), map(pieces.at(1 - rank.number())));
        for (int i = 0; i < LOOKS_TO_WARM_UP; i++) {
            look();
        }
    }

    /** The rank that measures. */
    public Rank rank() {
        return rank;
    }

    /** What was asked for. */
    public Task task() {
        return task;
    }

    /** True at the rank that holds the clock. */
    public boolean leads() {
        return rank.number() == 0;
    }

    /** The bare ping-pong between ranks 0 and 1; null at other ranks. */
    public PingPong pingPong() {
        return pingPong;
    }

    /** A series of this job's. */
    public Series series(String bench, long size, Metric metric) {
        return new Series(bench, task.threads() ? rank.provider() + "/threads" : rank.provider(), rank.size(), size,
            metric, null);
    }

    /** The memory of a peer's region, for load and store. */
    public static MemorySegment map(RemoteRegion region) {
        if (region instanceof MappedRegion mapped) {
            return mapped.map();
        }
        throw new IllegalStateException("this experiment needs ranks that share memory: owner=" + region.owner());
    }

    /** Warms up, then takes the rounds; collective. */
    public void run(List<? extends Measurement> measurements) {
        int[] counts = new int[measurements.size()];
        for (int i = 0; i < counts.length; i++) {
            report("warming up " + (i + 1) + "/" + counts.length);
            counts[i] = warmUp(measurements.get(i));
        }
        for (int round = 1; round <= task.rounds(); round++) {
            for (int i = 0; i < counts.length; i++) {
                take(measurements.get(i), counts[i]);
            }
            report("round " + round + "/" + task.rounds());
        }
    }

    /** Hands the samples over. At the end, not before: output wakes the launcher, and its core is one of ours. */
    @Override
    public void close() {
        rank.barrier();
        samples.forEach(sample -> System.out.println(sample.toLine()));
        pieces.close();
    }

    private int warmUp(Measurement measurement) {
        long start = System.nanoTime();
        int count = 1;
        while (true) {
            rank.barrier();
            long before = System.nanoTime();
            measurement.sample(count);
            long now = System.nanoTime();
            boolean isLong = now - before >= SAMPLE_MICROS * 1_000L;
            boolean isWarm = now - start >= WARM_UP_MILLIS * 1_000_000L;
            int next = isLong && isWarm ? -count : isLong || count >= MOST ? count : 2 * count;
            if (isLong && now - before >= 4 * SAMPLE_MICROS * 1_000L && count > 1) {
                next = isWarm ? -count / 2 : count / 2;
            }
            count = (int) agree(next);
            if (count < 0) {
                return -count;
            }
        }
    }

    private void take(Measurement measurement, int count) {
        for (int attempt = 0; attempt < ATTEMPTS; attempt++) {
            double before = look();
            double[] values = measurement.sample(count);
            double after = look();
            if (agree(isSteady(before, after) ? 1 : 0) == 1) {
                if (leads()) {
                    keep(measurement, values, (before + after) / 2);
                }
                return;
            }
        }
    }

    private void keep(Measurement measurement, double[] values, double bracket) {
        for (int i = 0; i < values.length; i++) {
            Series series = measurement.series().get(i);
            samples.add(new Sample(series, bracket, values[i]));
            if (measurement.isMessage() && series.metric() == Metric.LATENCY) {
                samples.add(new Sample(series.by("raw"), bracket, bracket));
            }
        }
    }

    /** True when two looks saw the same place. */
    static boolean isSteady(double before, double after) {
        return Math.max(before, after) <= (1 + TOLERANCE) * Math.min(before, after);
    }

    /** Looks where the cores are; rank 0 gets to know. Ranks that have no part in it leave the cores alone. */
    private double look() {
        rank.barrier();
        double nanos = pingPong == null ? 0 : pingPong.look();
        phase++;
        if (leads()) {
            // Release: pairs with the acquire of those who nap.
            setRelease(leader, LabLayout.PHASE, phase);
        } else if (pingPong == null) {
            while (getAcquire(leader, LabLayout.PHASE) < phase) {
                LockSupport.parkNanos(NAP_NANOS);
            }
        }
        rank.barrier();
        return nanos;
    }

    /** All ranks go on with what rank 0 says. */
    private long agree(long verdict) {
        if (leads()) {
            setRelease(leader, LabLayout.VERDICT, verdict);
        }
        // The next verdict is written after the next look or sample, whose barrier nobody passes before reading this.
        rank.barrier();
        return getAcquire(leader, LabLayout.VERDICT);
    }

    private void report(String text) {
        if (leads() && System.nanoTime() - reported > REPORT_NANOS) {
            reported = System.nanoTime();
            System.out.println(Task.PROGRESS + text);
        }
    }
}
