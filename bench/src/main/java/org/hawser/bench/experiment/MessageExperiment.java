package org.hawser.bench.experiment;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.util.ArrayList;
import java.util.List;
import org.hawser.bench.Metric;
import org.hawser.bench.lab.Lab;
import org.hawser.bench.lab.Measurement;
import org.hawser.bench.lab.Operation;
import org.hawser.bench.lab.Timing;
import org.hawser.runtime.ActiveMessages;
import org.hawser.runtime.Rank;
import org.hawser.runtime.Symmetric;

/**
 * Active messages to and fro between two ranks, through all floors: short ({@code am} at 8 B), medium ({@code am}
 * above, and {@code am.medium} at 8 B), and deliveries into a buffer that the receiver names ({@code am.delivery}).
 *
 * <p><b>Threads:</b> as every {@link RankExperiment}.
 */
final class MessageExperiment extends RankExperiment {
    private static final List<Long> SIZES = List.of(8L, 64L, 256L, 1L << 10, 4L << 10, 8L << 10);
    private static final int BALL = 1;
    private static final int PARCEL = 1;

    @Override
    public String name() {
        return "am";
    }

    @Override
    public String summary() {
        return "one-way latency of active messages: short, medium, delivery";
    }

    @Override
    List<Long> sizes() {
        return SIZES;
    }

    @Override
    String program() {
        return "latency";
    }

    @Override
    List<Measurement> prepare(Lab lab) {
        Rank rank = lab.rank();
        ActiveMessages messages = rank.messages();
        List<Long> sizes = lab.task().sizesOr(sizes());
        long most = sizes.stream().mapToLong(Long::longValue).max().orElse(8);
        Symmetric inbox = rank.symmetric(Math.max(most, 8));
        MemorySegment source = Arena.global().allocate(Math.max(most, 8), 64);
        Arrivals arrivals = new Arrivals();
        messages.register(BALL, arrivals);
        messages.register(PARCEL, (from, memory, offset, length, delivery) ->
            delivery.into(inbox.memory(), 0).then(arrivals));
        rank.barrier();
        MemorySegment header = source.asSlice(0, 8);
        List<Measurement> all = new ArrayList<>();
        for (long size : sizes) {
            MemorySegment payload = source.asSlice(0, size);
            if (size == Long.BYTES) {
                all.add(game(lab, "am", size, arrivals, to -> messages.send(to, BALL, 42)));
                all.add(game(lab, "am.medium", size, arrivals, to -> messages.send(to, BALL, source, 0, Long.BYTES)));
            } else if (size <= messages.maxMedium()) {
                all.add(game(lab, "am", size, arrivals, to -> messages.send(to, BALL, source, 0, (int) size)));
            }
            all.add(game(lab, "am.delivery", size, arrivals,
                to -> messages.deliver(to, PARCEL, header, payload, null, null)));
        }
        return all;
    }

    private static Measurement game(Lab lab, String bench, long size, Arrivals arrivals, Serve serve) {
        return Timing.roundTrip(play(lab.rank(), arrivals, serve), lab.series(bench, size, Metric.LATENCY));
    }

    /** Rank 0 serves; ranks beyond the second look on. */
    private static Operation play(Rank rank, Arrivals arrivals, Serve serve) {
        if (rank.number() > 1) {
            return count -> 0;
        }
        return rank.number() == 0 ? count -> {
            long start = System.nanoTime();
            for (int i = 0; i < count; i++) {
                serve.to(1);
                arrivals.await(rank, 1);
            }
            return System.nanoTime() - start;
        } : count -> {
            for (int i = 0; i < count; i++) {
                arrivals.await(rank, 1);
                serve.to(0);
            }
            return 0;
        };
    }

    @FunctionalInterface
    private interface Serve {
        void to(int rank);
    }
}
