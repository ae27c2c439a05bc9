package org.hawser.bench.experiment;

import static org.hawser.platform.memory.Words.getAcquire;

import java.lang.foreign.MemorySegment;
import java.util.ArrayList;
import java.util.List;
import org.hawser.bench.Metric;
import org.hawser.bench.lab.Lab;
import org.hawser.bench.lab.Measurement;
import org.hawser.bench.lab.Operation;
import org.hawser.bench.lab.Pair;
import org.hawser.bench.lab.Timing;
import org.hawser.fabric.RemoteRegion;
import org.hawser.runtime.Rank;
import org.hawser.runtime.Symmetric;

/**
 * Gets by rank 0 from rank 1's memory: {@code get} from memory that has been read before, {@code get.remote} from cache
 * lines that rank 1 has just written, each beside the same without us.
 *
 * <p><b>Threads:</b> as every {@link RankExperiment}.
 */
final class GetExperiment extends RankExperiment {
    private static final int WORDS = PutExperiment.WORDS;

    @Override
    public String name() {
        return "get";
    }

    @Override
    public String summary() {
        return "get: 8 B back to back and from the owner's cache, then up to 4 MiB beside a plain copy";
    }

    @Override
    public boolean isForConnections() {
        return false;
    }

    @Override
    List<Measurement> prepare(Lab lab) {
        List<Long> sizes = lab.task().sizesOr(PutExperiment.SIZES);
        long most = Math.max(sizes.stream().mapToLong(Long::longValue).max().orElse(0), DirtyChain.BYTES);
        Symmetric pieces = lab.rank().symmetric(most);
        RemoteRegion there = pieces.at(1);
        MemorySegment here = pieces.memory();
        MemorySegment mapped = Lab.map(there);
        List<Measurement> all = new ArrayList<>();
        for (long size : sizes) {
            if (size == Long.BYTES) {
                all.add(new Pair(lab.series("get", size, Metric.LATENCY), words(lab, there), "load",
                    loads(lab, mapped)));
                DirtyChain chain = new DirtyChain(lab.rank(), here);
                Rank rank = lab.rank();
                all.add(new Pair(lab.series("get.remote", size, Metric.LATENCY),
                    count -> chain.follow(count, offset -> rank.get(there, offset)), "load",
                    count -> chain.follow(count, offset -> getAcquire(mapped, offset))));
                continue;
            }
            Operation get = bulk(lab, there, here, size);
            all.add(Timing.of(get, lab.series("get", size, Metric.LATENCY)));
            all.add(new Pair(lab.series("get", size, Metric.BANDWIDTH), get, "memcpy",
                PutExperiment.copies(lab, mapped, here, size)));
        }
        return all;
    }

    private static Operation words(Lab lab, RemoteRegion there) {
        Rank rank = lab.rank();
        return !lab.leads() ? count -> 0 : new Operation() {
            private long sum;

            @Override
            public long run(int count) {
                long start = System.nanoTime();
                for (int i = 0; i < count; i++) {
                    sum += rank.get(there, (i & WORDS - 1) * (long) Long.BYTES);
                }
                return System.nanoTime() - start;
            }
        };
    }

    private static Operation loads(Lab lab, MemorySegment mapped) {
        return !lab.leads() ? count -> 0 : new Operation() {
            private long sum;

            @Override
            public long run(int count) {
                long start = System.nanoTime();
                for (int i = 0; i < count; i++) {
                    sum += getAcquire(mapped, (i & WORDS - 1) * (long) Long.BYTES);
                }
                return System.nanoTime() - start;
            }
        };
    }

    private static Operation bulk(Lab lab, RemoteRegion there, MemorySegment here, long size) {
        Rank rank = lab.rank();
        return !lab.leads() ? count -> 0 : count -> {
            long start = System.nanoTime();
            for (int i = 0; i < count; i++) {
                rank.get(there, 0, here, 0, size);
            }
            return System.nanoTime() - start;
        };
    }
}
