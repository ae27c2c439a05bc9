package org.hawser.mpi.coll;

import java.util.Comparator;
import java.util.stream.IntStream;

/**
 * Where the pieces of a buffer lie, one for each rank: of the same length one after the other, or of counts and at
 * places that the program gave, or of lengths and at places in bytes.
 *
 * <pre>{@code
 * Blocks all = new Blocks().equal(array, 0, 64);
 * steps.receive(all.array(), all.at(from), all.bytes(from), from);
 * }</pre>
 *
 * <p><b>Threads:</b> one at a time; nothing changes while a collective uses it. <b>Allocates:</b> when
 * there are more consecutive pieces than ever before, to see whether pieces overlap that lie in no order, and to take
 * them apart.
 */
public final class Blocks {
    private Object array;
    private long at;
    private long each;
    private int[] counts;
    private long item;
    private int[] places;
    private long step;
    private long[] lengths;
    private long[] offsets;
    /** For offsets of this object's own. */
    private long[] sums = {};

    /** No pieces. */
    public Blocks() {
    }

    /** Pieces of {@code bytes} each, one after the other. */
    public Blocks equal(Object memory, long first, long bytes) {
        clear();
        array = memory;
        at = first;
        each = bytes;
        return this;
    }

    /** Pieces of {@code counts[i]} items, {@code places[i]} steps from {@code first}; the arrays must not change. */
    public Blocks counted(Object memory, long first, int[] counts, long item, int[] places, long step) {
        clear();
        array = memory;
        at = first;
        this.counts = counts;
        this.item = item;
        this.places = places;
        this.step = step;
        return this;
    }

    /** Pieces of {@code lengths[i]} bytes, {@code offsets[i]} bytes from {@code first}; the arrays must not change. */
    public Blocks scattered(Object memory, long first, long[] lengths, long[] offsets) {
        clear();
        array = memory;
        at = first;
        this.lengths = lengths;
        this.offsets = offsets;
        return this;
    }

    /** Pieces of {@code counts[i]} items, one after the other; the array must not change. */
    public Blocks consecutive(Object memory, long first, int[] counts, long item, int pieces) {
        clear();
        array = memory;
        at = first;
        this.counts = counts;
        this.item = item;
        if (sums.length < pieces) {
            sums = new long[pieces];
        }
        long sum = 0;
        for (int i = 0; i < pieces; i++) {
            sums[i] = sum;
            sum += counts[i] * item;
        }
        offsets = sums;
        return this;
    }

    /** Forgets what it described, so that the collector can have it. */
    public void clear() {
        array = null;
        at = 0;
        each = 0;
        counts = null;
        places = null;
        lengths = null;
        offsets = null;
    }

    /** The array that holds all pieces; null when {@link #at} are addresses. */
    public Object array() {
        return array;
    }

    /** Where piece {@code i} begins. */
    public long at(int i) {
        if (offsets != null) {
            return at + offsets[i];
        }
        return at + (places == null ? i * each : places[i] * step);
    }

    /** The bytes of piece {@code i}. */
    public long bytes(int i) {
        if (lengths != null) {
            return lengths[i];
        }
        return counts == null ? each : counts[i] * item;
    }

    /** True when all pieces have the same length and lie one after the other. */
    public boolean isEqual() {
        return counts == null && lengths == null;
    }

    /** The bytes of each piece, where all have the same. */
    public long each() {
        return each;
    }

    /** True when two of the first {@code pieces} pieces have bytes in common. */
    public boolean overlap(int pieces) {
        long end = Long.MIN_VALUE;
        for (int i = 0; i < pieces; i++) {
            if (bytes(i) > 0) {
                if (at(i) < end) {
                    return overlapInSomeOrder(pieces);
                }
                end = at(i) + bytes(i);
            }
        }
        return false;
    }

    private boolean overlapInSomeOrder(int pieces) {
        int[] sorted = IntStream.range(0, pieces).filter(i -> bytes(i) > 0).boxed()
            .sorted(Comparator.comparingLong(this::at)).mapToInt(Integer::intValue).toArray();
        for (int i = 1; i < sorted.length; i++) {
            if (at(sorted[i]) < at(sorted[i - 1]) + bytes(sorted[i - 1])) {
                return true;
            }
        }
        return false;
    }

    /** The first {@code pieces} pieces one after the other at an address. */
    Blocks apart(long address, int pieces) {
        long[] ownLengths = new long[pieces];
        long[] ownOffsets = new long[pieces];
        long sum = 0;
        for (int i = 0; i < pieces; i++) {
            ownLengths[i] = bytes(i);
            ownOffsets[i] = sum;
            sum += bytes(i);
        }
        return new Blocks().scattered(null, address, ownLengths, ownOffsets);
    }

    /** The bytes of the first {@code pieces} pieces together. */
    public long total(int pieces) {
        if (isEqual()) {
            return pieces * each;
        }
        long sum = 0;
        for (int i = 0; i < pieces; i++) {
            sum += bytes(i);
        }
        return sum;
    }
}
