package org.hawser.bench.experiment;

import static org.hawser.platform.memory.Words.getLong;
import static org.hawser.platform.memory.Words.setLong;

import java.lang.foreign.MemorySegment;
import java.util.ArrayList;
import java.util.List;
import org.hawser.bench.Metric;
import org.hawser.bench.lab.Lab;
import org.hawser.bench.lab.Measurement;
import org.hawser.bench.lab.Operation;
import org.hawser.bench.lab.PingPong;
import org.hawser.bench.lab.Series;
import org.hawser.bench.lab.Timing;
import org.hawser.platform.libc.Libc;
import org.hawser.runtime.Rank;
import org.hawser.runtime.Symmetric;

/**
 * What the machine does without us: a cache line there and back, a copy in shared memory, a copy out of another
 * process by the kernel, and the waking of a sleeper.
 *
 * <p><b>Threads:</b> as every {@link RankExperiment}.
 */
final class RawExperiment extends RankExperiment {
    private static final List<Long> SIZES = List.of(64L, 1L << 10, 8L << 10, 64L << 10, 1L << 20, 4L << 20);
    private static final List<Long> ATTACH_SIZES = List.of(64L << 10, 1L << 20);
    private static final long PID = 0;
    private static final long ADDRESS = 8;
    private static final long BELL = 128;
    private static final long DATA = 4096;

    @Override
    public String name() {
        return "raw";
    }

    @Override
    public String summary() {
        return "the machine's own limits: cache line, copy, cross-memory attach, futex wake";
    }

    @Override
    public boolean isForConnections() {
        return false;
    }

    @Override
    List<Measurement> prepare(Lab lab) {
        Rank rank = lab.rank();
        List<Long> sizes = lab.task().sizesOr(SIZES);
        long most = Math.max(sizes.stream().mapToLong(Long::longValue).max().orElse(0), 1L << 20);
        Symmetric pieces = rank.symmetric(DATA + most);
        MemorySegment mine = pieces.memory();
        MemorySegment other = Lab.map(pieces.at(1 - Math.min(rank.number(), 1)));
        setLong(mine, PID, ProcessHandle.current().pid());
        setLong(mine, ADDRESS, mine.address());
        rank.barrier();
        List<Measurement> all = new ArrayList<>();
        PingPong pingPong = lab.pingPong();
        all.add(Timing.of(count -> pingPong == null ? 0 : pingPong.run(count) / 2, machine(lab, "raw", 8,
            Metric.LATENCY)));
        for (long size : sizes) {
            all.add(Timing.of(copy(lab, mine, other, size), machine(lab, "raw.copy", size, Metric.BANDWIDTH),
                machine(lab, "raw.copy", size, Metric.LATENCY)));
        }
        if (Libc.available()) {
            for (long size : ATTACH_SIZES) {
                all.add(Timing.of(attach(lab, mine, other, size), machine(lab, "raw.attach", size, Metric.BANDWIDTH)));
            }
            FutexWake wake = new FutexWake(mine, other, BELL);
            Operation asRank = lab.leads() ? wake::wakeOther : rank.number() == 1 ? wake::sleep : count -> 0;
            all.add(Timing.of(asRank, machine(lab, "raw.futex", 0, Metric.LATENCY)));
        }
        return all;
    }

    private static Series machine(Lab lab, String bench, long size, Metric metric) {
        return new Series(bench, "raw", lab.rank().size(), size, metric, null);
    }

    private static Operation copy(Lab lab, MemorySegment mine, MemorySegment other, long size) {
        return !lab.leads() ? count -> 0 : count -> {
            long start = System.nanoTime();
            for (int i = 0; i < count; i++) {
                MemorySegment.copy(mine, DATA, other, DATA, size);
            }
            return System.nanoTime() - start;
        };
    }

    private static Operation attach(Lab lab, MemorySegment mine, MemorySegment other, long size) {
        return !lab.leads() ? count -> 0 : count -> {
            long pid = getLong(other, PID);
            long address = getLong(other, ADDRESS) + DATA;
            long start = System.nanoTime();
            for (int i = 0; i < count; i++) {
                Libc.readProcess(pid, address, mine, DATA, size);
            }
            return System.nanoTime() - start;
        };
    }
}
