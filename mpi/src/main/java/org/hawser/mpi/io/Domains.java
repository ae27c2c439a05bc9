package org.hawser.mpi.io;

/**
 * How a collective access is divided: some ranks, the aggregators, own a contiguous part of the file each, its domain,
 * and go through it window by window. In round r every aggregator works on its window r.
 *
 * <pre>
 *  low                                                    high
 *   | domain of aggregator 0  | domain of aggregator 1  | …  |
 *   | round 0 | 1 | 2 | 3 |   | round 0 | 1 | 2 | 3 |   |    |
 * </pre>
 *
 * <p><b>Threads:</b> immutable.
 */
final class Domains {
    /** The numbers that each rank tells: where its part begins and ends, and how long it is. */
    static final int FROM = 0;
    /** Behind the last byte. */
    static final int TO = 1;
    /** 0 when the rank accesses nothing. */
    static final int BYTES = 2;
    /** 1 when the rank's view cannot be cut by offsets. */
    static final int UNORDERED = 3;
    /** About how many runs the rank's part has. */
    static final int RUNS = 4;
    /** An error class. */
    static final int ERROR = 5;
    /** How many there are. */
    static final int LONGS = 6;

    private static final long ALIGNMENT = 4096;

    private final long[] told;
    private final int ranks;
    private final int aggregators;
    private final long low;
    private final long high;
    private final long share;
    private final long window;

    /** The division of an access of which each rank has told {@link #LONGS} numbers. */
    Domains(long[] told, int wantedAggregators, long window) {
        this.told = told;
        this.window = window;
        ranks = told.length / LONGS;
        long first = Long.MAX_VALUE;
        long end = 0;
        for (int rank = 0; rank < ranks; rank++) {
            if (bytes(rank) > 0) {
                first = Math.min(first, from(rank));
                end = Math.max(end, to(rank));
            }
        }
        low = first == Long.MAX_VALUE ? 0 : first / ALIGNMENT * ALIGNMENT;
        high = end;
        long each = Math.ceilDiv(Math.max(1, high - low), wantedAggregators);
        share = Math.ceilDiv(each, ALIGNMENT) * ALIGNMENT;
        aggregators = (int) Math.ceilDiv(high - low, share);
    }

    /** True when some rank's part begins before that of a lower rank has ended. */
    boolean isInterleaved() {
        long end = -1;
        for (int rank = 0; rank < ranks; rank++) {
            if (bytes(rank) > 0) {
                if (from(rank) < end) {
                    return true;
                }
                end = to(rank);
            }
        }
        return false;
    }

    /** True when the runs of all ranks are shorter than {@code length} on average. */
    boolean hasShortRuns(long length) {
        long bytes = 0;
        long runs = 0;
        for (int rank = 0; rank < ranks; rank++) {
            bytes += bytes(rank);
            runs += told[rank * LONGS + RUNS];
        }
        return bytes < runs * length;
    }

    /** True when all ranks' views can be cut by offsets in the file. */
    boolean isOrdered() {
        for (int rank = 0; rank < ranks; rank++) {
            if (told[rank * LONGS + UNORDERED] != 0 && bytes(rank) > 0) {
                return false;
            }
        }
        return true;
    }

    /** The bytes of the rank that accesses most. */
    long largest() {
        long largest = 0;
        for (int rank = 0; rank < ranks; rank++) {
            largest = Math.max(largest, bytes(rank));
        }
        return largest;
    }

    /** How many aggregators there are; none when nobody accesses anything. */
    int aggregators() {
        return aggregators;
    }

    /** The rank that is an aggregator; they are spread over all ranks. */
    int rankOf(int aggregator) {
        return (int) ((long) aggregator * ranks / aggregators);
    }

    /** Which aggregator a rank is; -1 when it is none. */
    int aggregatorOf(int rank) {
        for (int i = 0; i < aggregators; i++) {
            if (rankOf(i) == rank) {
                return i;
            }
        }
        return -1;
    }

    /** How often all aggregators go on by a window. */
    long rounds() {
        return aggregators == 0 ? 0 : Math.ceilDiv(Math.min(share, high - low), window);
    }

    /** Where an aggregator's window begins. */
    long from(int aggregator, long round) {
        return Math.min(low + aggregator * share + round * window, endOf(aggregator));
    }

    /** Where an aggregator's window ends. */
    long to(int aggregator, long round) {
        return from(aggregator, round + 1);
    }

    private long endOf(int aggregator) {
        return Math.min(low + (aggregator + 1) * share, high);
    }

    /** True when a rank may have bytes in a part of the file: it and the aggregator think the same. */
    boolean touches(int rank, long from, long to) {
        return bytes(rank) > 0 && from < to && from(rank) < to && to(rank) > from;
    }

    private long from(int rank) {
        return told[rank * LONGS + FROM];
    }

    private long to(int rank) {
        return told[rank * LONGS + TO];
    }

    private long bytes(int rank) {
        return told[rank * LONGS + BYTES];
    }
}
