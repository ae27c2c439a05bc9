package org.hawser.bench.lab;

import static org.hawser.platform.memory.Words.getAcquire;
import static org.hawser.platform.memory.Words.getLong;
import static org.hawser.platform.memory.Words.setLong;
import static org.hawser.platform.memory.Words.setRelease;

import java.lang.foreign.MemorySegment;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.locks.LockSupport;
import java.util.function.IntConsumer;
import org.hawser.bench.Metric;
import org.hawser.fabric.Capability;
import org.hawser.fabric.MappedRegion;
import org.hawser.fabric.RemoteRegion;
import org.hawser.runtime.Rank;
import org.hawser.runtime.launch.JobDescription;

/**
 * Takes samples inside a job. All ranks do the same steps; rank 0 holds the clock and decides.
 *
 * <p>A measurement is first run, in {@value #WARM_UP_PASSES} passes, until it has not become faster for as long as the
 * task says: then the optimising compiler is done with it. Its count grows until a sample lasts about
 * {@value #SAMPLE_MICROS} µs. Then come the rounds: in each, one sample of every measurement. A sample lies between two
 * looks at the {@link PingPong}; when these disagree by more than {@value #TOLERANCE} the cores have moved, and the
 * sample is taken again. So it is when rank 0 or 1, on a core of its own, had to wait for it more than
 * {@value #WAITING} of the time because another process had it, or when its {@link Pace} says that somebody outside
 * this machine uses the core, too; if that does not end within the task's patience, the sample counts nevertheless.
 *
 * <p><b>Threads:</b> the rank's main thread.
 */
public final class Lab implements AutoCloseable {
    /** What a later measurement teaches the compiler may undo what it made of an earlier one. */
    static final int WARM_UP_PASSES = 2;
    static final int SAMPLE_MICROS = 1_000;
    static final double TOLERANCE = 0.15;
    static final double WAITING = 0.02;

    private static final int ATTEMPTS = 20;
    private static final int MOST = 1 << 27;
    private static final int AGAIN = 0;
    private static final int GOOD = 1;
    private static final int LONGER = 2;
    private static final int DISTURBED = 3;
    private static final int LOOKS_TO_WARM_UP = 300;
    private static final long LONGEST_WARM_UP_NANOS = 3_000_000_000L;
    private static final long REPORT_NANOS = 500_000_000;
    private static final long NAP_NANOS = 200_000;
    private static final long WARM_UP_REST_NANOS = 500_000;
    private static final long DISTURBED_REST_NANOS = 5_000_000;

    private final Rank rank;
    private final Task task;
    private final boolean sharesCores;
    private final boolean bound;
    private final long sampleNanos;
    private final Board board;
    private final MemorySegment own;
    private final MemorySegment leader;
    private final MemorySegment second;
    private final PingPong pingPong;
    private final Pace pace = new Pace();
    private final boolean hasConnections;
    private final RunQueue queue = new RunQueue();
    private final List<Sample> samples = new ArrayList<>();
    private long phase;
    private long verdicts;
    private int dropped;
    private long reported = System.nanoTime();

    /**
     * A lab for this rank, whose thread gets a core where there is one for each; collective.
     *
     * @param rank         that measures
     * @param task         what was asked for
     * @param sharedMillis how long a sample lasts where ranks take turns on a core: they need longer to show how they
     *                     do
     */
    public Lab(Rank rank, Task task, int sharedMillis) {
        this.rank = rank;
        this.task = task;
        // Before a thread is bound: it sees its own core only.
        sharesCores = rank.size() > Runtime.getRuntime().availableProcessors();
        bound = Cores.bind(rank.number(), rank.size());
        sampleNanos = bound ? SAMPLE_MICROS * 1_000L : sharedMillis * 1_000_000L;
        board = Board.open(Path.of(task.board()), rank.size());
        own = board.piece(rank.number());
        leader = board.piece(0);
        second = board.piece(1);
        pingPong = rank.number() > 1 ? null : new PingPong(rank.number(), own, board.piece(1 - rank.number()));
        hasConnections = agree(rank.has(Capability.DIRECT_MAPPING, 1) ? 0 : 1) == 1;
        // Ranks that share cores with others may take long for each look, and learn little from it.
        long enough = System.nanoTime() + LONGEST_WARM_UP_NANOS;
        for (int i = 0; i < LOOKS_TO_WARM_UP && agree(System.nanoTime() - enough) < 0; i++) {
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

    /** True where there are more ranks than cores. */
    public boolean sharesCores() {
        return sharesCores;
    }

    /** True when ranks 0 and 1 share no memory on this fabric: they talk through connections. */
    public boolean hasConnections() {
        return hasConnections;
    }

    /** A page of a rank's for words of the experiment's own, which all ranks see, whatever fabric they have. */
    public MemorySegment page(int owner) {
        return board.page(owner);
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
        run(measurements, task.rounds(), round -> { });
    }

    /** The same with so many rounds, and something that comes before each, from 0; collective. */
    public void run(List<? extends Measurement> measurements, int rounds, IntConsumer beforeRound) {
        int[] counts = new int[measurements.size()];
        for (int pass = 0; pass < WARM_UP_PASSES; pass++) {
            for (int i = 0; i < counts.length; i++) {
                report("warming up " + (pass * counts.length + i + 1) + "/" + WARM_UP_PASSES * counts.length);
                counts[i] = warmUp(measurements.get(i));
            }
        }
        for (int round = 1; round <= rounds; round++) {
            beforeRound.accept(round - 1);
            for (int i = 0; i < counts.length; i++) {
                counts[i] = take(measurements.get(i), counts[i]);
            }
            report("round " + round + "/" + rounds);
        }
    }

    /** Hands the samples over. At the end, not before: output wakes the launcher, and its core is one of ours. */
    @Override
    public void close() {
        rank.barrier();
        samples.forEach(sample -> System.out.println(sample.toLine()));
        if (leads() && dropped > 0) {
            System.out.println(Task.DROPPED + dropped);
        }
    }

    /** Runs it until it has not become faster for a while; returns the count that makes a sample long enough. */
    private int warmUp(Measurement measurement) {
        // Ranks that share cores share them with each other's compilers as well.
        long crowd = Math.max(1, rank.size() / JobDescription.cores());
        WarmUp progress = new WarmUp(task.warmUp() * 1_000_000L * crowd, sampleNanos);
        int count = 1;
        while (true) {
            rank.barrier();
            long start = System.nanoTime();
            measurement.sample(count);
            long next = agree(progress.next(count, System.nanoTime() - start));
            if (next < 0) {
                return (int) -next;
            }
            count = (int) next;
            // The compiler's threads want these two cores as well.
            LockSupport.parkNanos(WARM_UP_REST_NANOS);
        }
    }

    /** Takes a sample; returns the count for the next one, which is higher when this one was too short. */
    private int take(Measurement measurement, int asked) {
        int count = asked;
        for (int attempt = 0; attempt < ATTEMPTS; attempt++) {
            double before = look();
            long waited = queue.waitedNanos();
            long start = System.nanoTime();
            double[] values = measurement.sample(count);
            long end = System.nanoTime();
            setLong(own, LabLayout.WAITED, queue.waitedNanos() - waited);
            boolean alone = !isShared();
            double after = look();
            int verdict = (int) agree(!isSteady(before, after) || !isUndisturbed(end - start) ? AGAIN
                : isTooShort(end - start, count) ? LONGER
                : attempt < task.patience() && (!alone || isShared()) ? DISTURBED : GOOD);
            if (verdict == GOOD) {
                if (leads()) {
                    keep(measurement, values, (before + after) / 2);
                }
                return count;
            }
            count = verdict == LONGER ? 2 * count : count;
            dropped += verdict == AGAIN || verdict == DISTURBED ? 1 : 0;
            if (verdict == DISTURBED) {
                LockSupport.parkNanos(DISTURBED_REST_NANOS);
            }
        }
        return count;
    }

    /** True when the count was found while somebody else had the core, or the code has become faster since. */
    private boolean isTooShort(long nanos, int count) {
        return 2 * nanos < sampleNanos && count < MOST;
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
    public static boolean isSteady(double before, double after) {
        return Math.max(before, after) <= (1 + TOLERANCE) * Math.min(before, after);
    }

    /** True when ranks 0 and 1 had their cores to themselves; ranks that share cores are each other's disturbance. */
    private boolean isUndisturbed(long nanos) {
        return !bound || !leads()
            || getLong(leader, LabLayout.WAITED) + getLong(second, LabLayout.WAITED) <= WAITING * nanos;
    }

    /** True when the last look saw strangers on the core of rank 0 or 1. */
    private boolean isShared() {
        return bound && leads() && (Pace.isDisturbed(getLong(leader, LabLayout.PACE))
            || Pace.isDisturbed(getLong(second, LabLayout.PACE)));
    }

    /**
     * Looks where the cores are, and how fast; rank 0 gets to know. Ranks that have no part in it leave the cores
     * alone.
     */
    private double look() {
        rank.barrier();
        double nanos = pingPong == null ? 0 : pingPong.look();
        if (pingPong != null) {
            // Others read it after the barrier.
            setLong(own, LabLayout.PACE, pace.look());
        }
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

    /** All ranks go on with what rank 0 says; collective. */
    public long agree(long verdict) {
        long place = LabLayout.verdict(verdicts++);
        if (leads()) {
            setRelease(leader, place, verdict);
        }
        // The next verdict has a place of its own; the one after it comes behind a barrier that nobody passes before
        // reading this one.
        rank.barrier();
        return getAcquire(leader, place);
    }

    private void report(String text) {
        if (leads() && System.nanoTime() - reported > REPORT_NANOS) {
            reported = System.nanoTime();
            System.out.println(Task.PROGRESS + text);
        }
    }
}
