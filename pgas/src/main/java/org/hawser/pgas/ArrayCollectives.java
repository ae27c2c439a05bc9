package org.hawser.pgas;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.function.DoubleBinaryOperator;
import java.util.function.LongBinaryOperator;
import org.hawser.pgas.team.ArrayExchange;
import org.hawser.pgas.team.Team;

/**
 * Reductions and prefixes of arrays: each thread does its own part where it lies, then the threads put what came out
 * together. Elements are combined thread by thread, so sums of doubles may differ from a sequential sum in their last
 * bits; all threads have the same.
 *
 * <p>Cost: n / p element operations, and lg p messages; a prefix makes one word for each block of a thread. Long arrays
 * of threads that share memory go through that ({@link SharedReduction}).
 *
 * <p><b>Threads:</b> one thread of a rank at a time. <b>Allocates:</b> per call.
 */
final class ArrayCollectives {
    private static final ValueLayout.OfLong LONG = ValueLayout.JAVA_LONG;
    private static final ValueLayout.OfDouble DOUBLE = ValueLayout.JAVA_DOUBLE;

    private final Team team;
    private final SharedReduction shared;

    ArrayCollectives(Allocations allocations, Team team) {
        this.team = team;
        shared = new SharedReduction(allocations, team);
    }

    void allReduce(long[] values, Reduction how) {
        if (shared.isFor(values.length)) {
            shared.run(new ReducedLongs(values, how));
            return;
        }
        long[] all = new ArrayExchange(team, values.clone(), how.onLongs()).run().all();
        System.arraycopy(all, 0, values, 0, all.length);
    }

    void allReduce(double[] values, Reduction how) {
        if (shared.isFor(values.length)) {
            shared.run(new ReducedDoubles(values, how));
            return;
        }
        long[] bits = new long[values.length];
        for (int i = 0; i < bits.length; i++) {
            bits[i] = Double.doubleToRawLongBits(values[i]);
        }
        long[] all = new ArrayExchange(team, bits, how.onDoubleBits()).run().all();
        for (int i = 0; i < all.length; i++) {
            values[i] = Double.longBitsToDouble(all[i]);
        }
    }

    double reduce(SharedDoubleArray source, Reduction how) {
        checkTeam(source);
        DoubleBinaryOperator operator = how.onDoubles();
        team.barrier();
        MemorySegment mine = source.local();
        double sum = how.neutralDouble();
        for (long i = 0, n = source.localLength(); i < n; i++) {
            sum = operator.applyAsDouble(sum, mine.getAtIndex(DOUBLE, i));
        }
        return Double.longBitsToDouble(team.values().reduce(Double.doubleToRawLongBits(sum), how.onDoubleBits()));
    }

    long reduce(SharedLongArray source, Reduction how) {
        checkTeam(source);
        LongBinaryOperator operator = how.onLongs();
        team.barrier();
        MemorySegment mine = source.local();
        long sum = how.neutralLong();
        for (long i = 0, n = source.localLength(); i < n; i++) {
            sum = operator.applyAsLong(sum, mine.getAtIndex(LONG, i));
        }
        return team.values().reduce(sum, operator);
    }

    int reduce(SharedIntArray source, Reduction how) {
        checkTeam(source);
        LongBinaryOperator operator = how.onLongs();
        team.barrier();
        MemorySegment mine = source.local();
        int sum = switch (how) {
            case MIN -> Integer.MAX_VALUE;
            case MAX -> Integer.MIN_VALUE;
            default -> (int) how.neutralLong();
        };
        for (long i = 0, n = source.localLength(); i < n; i++) {
            sum = (int) operator.applyAsLong(sum, mine.getAtIndex(ValueLayout.JAVA_INT, i));
        }
        return (int) team.values().reduce(sum, operator);
    }

    void prefix(SharedLongArray target, SharedLongArray source, Reduction how) {
        checkAlike(target, source);
        MemorySegment from = source.local();
        MemorySegment into = target.local();
        prefix(source, how.onLongs(), how.neutralLong(), place -> from.getAtIndex(LONG, place),
            (place, word) -> into.setAtIndex(LONG, place, word));
    }

    void prefix(SharedDoubleArray target, SharedDoubleArray source, Reduction how) {
        checkAlike(target, source);
        MemorySegment from = source.local();
        MemorySegment into = target.local();
        prefix(source, how.onDoubleBits(), Double.doubleToRawLongBits(how.neutralDouble()),
            place -> Double.doubleToRawLongBits(from.getAtIndex(DOUBLE, place)),
            (place, word) -> into.setAtIndex(DOUBLE, place, Double.longBitsToDouble(word)));
    }

    /** Elements of the calling thread as words, by their place. */
    private interface Source {
        long get(long place);
    }

    /** Where the calling thread's elements go, by their place. */
    private interface Target {
        void set(long place, long word);
    }

    /**
     * The blocks of the array go round the threads. So: each thread makes one word of each of its blocks, the threads
     * put those of a round together, and each walks through the rounds with what is before its block.
     */
    private void prefix(SharedArray shape, LongBinaryOperator how, long neutral, Source source, Target target) {
        team.barrier();
        long length = shape.localLength();
        long block = shape.block() == 0 ? Math.max(shape.length(), 1) : shape.block();
        long[] own = new long[rounds(shape, block)];
        for (int round = 0; round < own.length; round++) {
            own[round] = neutral;
            for (long i = round * block; i < Math.min(length, (round + 1) * block); i++) {
                own[round] = how.applyAsLong(own[round], source.get(i));
            }
        }
        ArrayExchange exchange = new ArrayExchange(team, own, how).run();
        long done = neutral;
        for (int round = 0; round < own.length; round++) {
            long running = exchange.before() == null ? done : how.applyAsLong(done, exchange.before()[round]);
            for (long i = round * block; i < Math.min(length, (round + 1) * block); i++) {
                running = how.applyAsLong(running, source.get(i));
                target.set(i, running);
            }
            done = how.applyAsLong(done, exchange.all()[round]);
        }
        team.barrier();
    }

    private int rounds(SharedArray shape, long block) {
        long round = shape.block() == 0 ? block : block * team.size();
        long rounds = (shape.length() + round - 1) / round;
        if (rounds > Integer.MAX_VALUE - 8) {
            throw new PgasException("an array has too many blocks for a prefix: rounds=" + rounds
                + "; give it longer blocks");
        }
        return (int) rounds;
    }

    /** All threads give arrays that they made together, so all refuse them, before any waits. */
    private void checkTeam(SharedArray array) {
        if (array.area.team().id() != team.id()) {
            throw new PgasException("the array belongs to another team than the collective: array=" + array
                + " threads=" + array.area.team().size() + ", the collective: " + team.here() + " threads="
                + team.size() + "; use the collectives of the team that made it");
        }
    }

    private void checkAlike(SharedArray target, SharedArray source) {
        checkTeam(source);
        checkTeam(target);
        if (target.length() != source.length() || target.block() != source.block()) {
            throw new PgasException("a prefix needs two arrays of one layout: length=" + source.length() + " block="
                + source.block() + ", target length=" + target.length() + " block=" + target.block());
        }
    }
}
