package org.hawser.mpi.p2p;

import java.lang.foreign.MemorySegment;
import java.util.Random;
import org.hawser.mpi.datatype.Layout;
import org.hawser.mpi.datatype.RandomTypes;
import org.hawser.runtime.Rank;

/**
 * Rank 0 sends items of random types, rank 1 receives them as items of others, and compares with what packing and
 * unpacking in one place gives. Who comes first changes from message to message.
 *
 * <p><b>Threads:</b> one per rank.
 */
final class TypedMessages {
    private final Rank rank;
    private final PointToPoint p2p;
    private final Spot.Maker maker;

    TypedMessages(Rank rank, PointToPoint p2p) {
        this.rank = rank;
        this.p2p = p2p;
        maker = new Spot.Maker(rank);
    }

    /** What both ranks know of one message. */
    private record Plan(Layout out, Layout in, long bytes, long room, Spot.Kind from, Spot.Kind to, int first,
                        boolean synchronous, long seed) {
        static Plan of(long seed) {
            Random random = new Random(seed);
            RandomTypes types = new RandomTypes(seed);
            boolean large = random.nextBoolean();
            Layout out = gaps(large ? types.large() : types.next().layout());
            Layout in = gaps(large ? types.large() : types.next().layout());
            long room = in.size() * (1 + random.nextInt(3));
            long bytes = Math.min(room, out.size() * (1 + random.nextInt(3)));
            return new Plan(out, in, bytes, room, kind(random), kind(random), random.nextInt(3),
                random.nextInt(4) == 0, seed);
        }

        private static Layout gaps(Layout layout) {
            return layout.size() == 0 ? Layout.contiguous(8) : layout;
        }

        private static Spot.Kind kind(Random random) {
            return random.nextInt(3) > 0 ? Spot.Kind.RUNTIME
                : Spot.Kind.values()[random.nextInt(Spot.Kind.values().length)];
        }

        static long items(Layout layout, long bytes) {
            return (bytes + layout.size() - 1) / layout.size();
        }

        Layout given(Layout layout) {
            return layout.isContiguous() ? null : layout;
        }

        /** The sender's memory, as both ranks know it. */
        byte[] contents() {
            long items = items(out, bytes);
            byte[] contents = new byte[(int) (out.endOf(items) - out.firstOf(items))];
            new Random(seed).nextBytes(contents);
            return contents;
        }
    }

    /** Moves one message. */
    void exchange(long seed) {
        Plan plan = Plan.of(seed);
        if (rank.number() == 0) {
            send(plan);
        } else if (rank.number() == 1) {
            receive(plan);
        }
        rank.barrier();
    }

    private void send(Plan plan) {
        byte[] contents = plan.contents();
        Spot spot = maker.make(plan.from, contents.length, 0);
        spot.memory().copyFrom(MemorySegment.ofArray(contents));
        long at = spot.offset - plan.out.firstOf(Plan.items(plan.out, plan.bytes));
        if (plan.first == 1) {
            rank.barrier();
        }
        Operation send = p2p.startSend(0, 1, 3, plan.synchronous, spot.array, at, plan.bytes, plan.given(plan.out),
            spot.whole);
        if (plan.first == 0) {
            rank.barrier();
        }
        p2p.await(send);
        p2p.recycle(send);
    }

    private void receive(Plan plan) {
        long items = Plan.items(plan.in, plan.room);
        long span = plan.in.endOf(items) - plan.in.firstOf(items);
        Spot spot = maker.make(plan.to, span, 0);
        long at = -plan.in.firstOf(items);
        if (plan.first == 0) {
            rank.barrier();
        }
        Operation receive = p2p.startReceive(0, 0, 3, spot.array, spot.offset + at, plan.room, plan.given(plan.in),
            spot.whole);
        if (plan.first == 1) {
            rank.barrier();
        }
        p2p.await(receive);
        if (receive.bytes() != plan.bytes || receive.failure() != null) {
            throw new AssertionError("bytes=" + receive.bytes() + " expected=" + plan.bytes + " failure="
                + receive.failure());
        }
        p2p.recycle(receive);
        check(plan, spot, at, span);
    }

    private void check(Plan plan, Spot spot, long at, long span) {
        Spot expected = Spot.bytes((int) span);
        byte[] packed = new byte[(int) plan.bytes];
        plan.out.pack(plan.contents(), -plan.out.firstOf(Plan.items(plan.out, plan.bytes)), 0, plan.bytes, packed, 0);
        plan.in.unpack(packed, 0, expected.array, expected.offset + at, 0, plan.bytes);
        if (isSound(plan, span, at) && spot.memory().mismatch(expected.memory()) >= 0) {
            throw new AssertionError("other bytes than expected: position=" + spot.memory().mismatch(expected.memory())
                + " in " + plan);
        }
        spot.checkUntouched(span, plan);
    }

    /** A receive whose elements overlap is an error of the program, and may end up as it likes. */
    private static boolean isSound(Plan plan, long span, long at) {
        byte[] touched = new byte[(int) span];
        byte[] ones = new byte[(int) plan.bytes];
        java.util.Arrays.fill(ones, (byte) 1);
        plan.in.unpack(ones, 0, touched, at, 0, plan.bytes);
        long sum = 0;
        for (byte each : touched) {
            sum += each;
        }
        return sum == plan.bytes;
    }
}
