package org.hawser.mpi.io;

import java.util.Arrays;

/**
 * A list of runs of bytes in the order of a packed stream: the first bytes of the stream lie in the first run, and so
 * on. Equal runs at equal distances are kept as one group, so that a column of a matrix takes as much memory as a row.
 *
 * <pre>
 *  group:  offset of its first run | length of a run | from one run to the next | how many | stream bytes before
 * </pre>
 *
 * <p><b>Threads:</b> immutable. <b>Allocates:</b> while it is built.
 */
final class RunList {
    /** The numbers that describe a group to others: offset, length, stride, count. */
    static final int GROUP_LONGS = 4;

    private final int groups;
    private final long[] offsets;
    private final long[] lengths;
    private final long[] strides;
    private final long[] counts;
    private final long[] before;
    private final long bytes;
    private final long runs;
    private final boolean ascending;
    private final boolean disjoint;

    private RunList(Builder built) {
        groups = built.groups;
        offsets = Arrays.copyOf(built.offsets, groups);
        lengths = Arrays.copyOf(built.lengths, groups);
        strides = Arrays.copyOf(built.strides, groups);
        counts = Arrays.copyOf(built.counts, groups);
        before = new long[groups];
        long sum = 0;
        long number = 0;
        for (int g = 0; g < groups; g++) {
            before[g] = sum;
            sum += lengths[g] * counts[g];
            number += counts[g];
        }
        bytes = sum;
        runs = number;
        ascending = built.ascending;
        disjoint = built.disjoint;
    }

    /** One run. */
    static RunList of(long offset, long length) {
        Builder builder = new Builder();
        builder.add(offset, length);
        return builder.build();
    }

    /** The bytes of all runs. */
    long bytes() {
        return bytes;
    }

    /** How many runs there are. */
    long runs() {
        return runs;
    }

    /** How many groups there are. */
    int groups() {
        return groups;
    }

    /** Where the first run begins; the list is not empty. */
    long first() {
        return offsets[0];
    }

    /** Where the last run ends; the list is not empty. */
    long end() {
        int last = groups - 1;
        return runOffset(last, counts[last] - 1) + lengths[last];
    }

    /** The lowest byte of all. */
    long lowest() {
        long lowest = Long.MAX_VALUE;
        for (int g = 0; g < groups; g++) {
            lowest = Math.min(lowest, Math.min(offsets[g], runOffset(g, counts[g] - 1)));
        }
        return lowest;
    }

    /** Where the highest byte of all ends. */
    long highest() {
        long highest = Long.MIN_VALUE;
        for (int g = 0; g < groups; g++) {
            highest = Math.max(highest, Math.max(offsets[g], runOffset(g, counts[g] - 1)) + lengths[g]);
        }
        return highest;
    }

    /** True when no run begins before the one in front of it. */
    boolean isAscending() {
        return ascending;
    }

    /** True when the runs are in ascending order and have no byte in common. */
    boolean isDisjoint() {
        return disjoint;
    }

    /** True when every run is a whole number of pieces of {@code length} bytes. */
    boolean isMadeOf(long length) {
        for (int g = 0; g < groups; g++) {
            if (lengths[g] % length != 0) {
                return false;
            }
        }
        return true;
    }

    long runOffset(int group, long run) {
        return offsets[group] + run * strides[group];
    }

    long runLength(int group) {
        return lengths[group];
    }

    long runCount(int group) {
        return counts[group];
    }

    long bytesBefore(int group) {
        return before[group];
    }

    /** The group that holds a byte of the stream; {@code position} is less than {@link #bytes}. */
    int groupAt(long position) {
        int found = Arrays.binarySearch(before, position);
        return found >= 0 ? found : -found - 2;
    }

    /** How many bytes of the stream lie below {@code offset}; for runs that are in ascending order and disjoint. */
    long bytesBelow(long offset) {
        int found = Arrays.binarySearch(offsets, offset);
        int group = found >= 0 ? found : -found - 2;
        if (group < 0) {
            return 0;
        }
        long run = counts[group] == 1 ? 0 : Math.min((offset - offsets[group]) / strides[group], counts[group] - 1);
        return before[group] + run * lengths[group] + Math.min(lengths[group], offset - runOffset(group, run));
    }

    /** Writes group {@code group} into {@code target} from {@code at} on: {@link #GROUP_LONGS} numbers. */
    void describe(int group, long[] target, int at) {
        target[at] = offsets[group];
        target[at + 1] = lengths[group];
        target[at + 2] = strides[group];
        target[at + 3] = counts[group];
    }

    /**
     * Puts runs together, in their order; neighbours that touch become one.
     *
     * <p><b>Threads:</b> one.
     */
    static final class Builder {
        private int groups;
        private long[] offsets = new long[4];
        private long[] lengths = new long[4];
        private long[] strides = new long[4];
        private long[] counts = new long[4];
        private boolean ascending = true;
        private boolean disjoint = true;
        /** The last run, which may still grow; none when its length is 0. */
        private long offset;
        private long length;

        /** Adds a run; one of no bytes is left out. */
        void add(long at, long bytes) {
            if (bytes == 0) {
                return;
            }
            if (length > 0) {
                if (at == offset + length) {
                    length += bytes;
                    return;
                }
                ascending &= at >= offset;
                disjoint &= at > offset + length;
                flush();
            }
            offset = at;
            length = bytes;
        }

        /** Adds equal runs at equal distances. */
        void add(long at, long bytes, long stride, long count) {
            long left = count;
            long next = at;
            // The first two go the usual way; when they have become a group of their own, the rest joins it at once.
            while (left > 0) {
                add(next, bytes);
                next += stride;
                left--;
                if (left > 1 && stride > bytes && groups > 0 && counts[groups - 1] > 1
                        && lengths[groups - 1] == bytes && strides[groups - 1] == stride && length == bytes
                        && offset == offsets[groups - 1] + counts[groups - 1] * stride) {
                    counts[groups - 1] += left;
                    offset += left * stride;
                    left = 0;
                }
            }
        }

        /** The list. */
        RunList build() {
            if (length > 0) {
                flush();
                length = 0;
            }
            return new RunList(this);
        }

        private void flush() {
            int last = groups - 1;
            if (last >= 0 && lengths[last] == length) {
                if (counts[last] == 1 && offset > offsets[last]) {
                    strides[last] = offset - offsets[last];
                    counts[last] = 2;
                    return;
                }
                if (counts[last] > 1 && offset == offsets[last] + counts[last] * strides[last]) {
                    counts[last]++;
                    return;
                }
            }
            append();
        }

        private void append() {
            if (groups == offsets.length) {
                offsets = Arrays.copyOf(offsets, 2 * groups);
                lengths = Arrays.copyOf(lengths, 2 * groups);
                strides = Arrays.copyOf(strides, 2 * groups);
                counts = Arrays.copyOf(counts, 2 * groups);
            }
            offsets[groups] = offset;
            lengths[groups] = length;
            strides[groups] = 0;
            counts[groups] = 1;
            groups++;
        }
    }
}
