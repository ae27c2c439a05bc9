package org.hawser.bench.nas;

import java.util.Arrays;
import mpi.MPIException;

/**
 * IS, "integer sort": ranks keys ten times, with two keys changed before each. Keys go into buckets, buckets are dealt
 * out so that every rank has about as many keys, all keys travel to the owner of their bucket, and are counted there.
 * One rank alone only counts: what several do before that, and the way of half the keys or more, is what they have to
 * make up for.
 *
 * {@snippet :
 * // hawser run -n 4 -cp hawser-bench.jar org.hawser.bench.nas.Is A
 * }
 *
 * <p><b>Threads:</b> the main thread of each rank.
 */
public final class Is implements Kernel {
    private static final long SEED = 314_159_265L;
    private static final int ITERATIONS = 10;
    /**
     * Where keys are put before they travel. Few enough that the ends of all are in a core's first cache: with a stream
     * for each bucket, dealing keys out took longer than counting them. More than one for a rank, if there are few
     * ranks, because keys that come in some order are counted faster.
     */
    private static final int STREAMS = 8;

    /** What the ranks are known of: keys at these indices, with the rank each has, before {@link #shift}. */
    private record Problem(int keysLog, int maxKeyLog, int bucketsLog, int[] indices, int[] ranks) {
        static Problem of(ProblemClass size) {
            return switch (size) {
                case S -> new Problem(16, 11, 9, new int[] {48427, 17148, 23627, 62548, 4431},
                    new int[] {0, 18, 346, 64917, 65463});
                case W -> new Problem(20, 16, 10, new int[] {357773, 934767, 875723, 898999, 404505},
                    new int[] {1249, 11698, 1039987, 1043896, 1048018});
                case A -> new Problem(23, 19, 10, new int[] {2112377, 662041, 5336171, 3642833, 4250760},
                    new int[] {104, 17523, 123928, 8288932, 8388264});
            };
        }
    }

    private Team team;
    private Problem problem;
    private ProblemClass size;
    private int[] keys;
    /** Keys in the order of their streams, those of a rank together. */
    private int[] outgoing;
    /** Where those begin and end that stay here. */
    private int stayBegin;
    private int stayEnd;
    /** Keys that others have sent; of one rank alone, all. */
    private int[] incoming;
    private int incomingCount;
    /** Keys in each bucket, then the keys that are verified: of this rank, and of all. */
    private int[] buckets;
    private int[] totals;
    /** The stream of each bucket, and where the next key of each stream goes. */
    private short[] streams;
    private int[] places;
    /** The first bucket of each rank. */
    private int[] firstBucket;
    /** How many keys of this rank are at most a value. */
    private int[] atMost;
    private int leastKey;
    private int lesserKeys;
    private int right;

    /** A kernel. */
    public Is() {
    }

    /**
     * Runs on every rank.
     *
     * @param arguments the problem's class
     * @throws MPIException when MPI fails
     */
    public static void main(String[] arguments) throws MPIException {
        NasProgram.run(KernelKind.IS, arguments);
    }

    @Override
    public Outcome run(Team ranks, ProblemClass asked) {
        team = ranks;
        size = asked;
        problem = Problem.of(asked);
        makeKeys();
        outgoing = team.size() == 1 ? null : new int[keys.length];
        incoming = team.size() == 1 ? keys : new int[keys.length + keys.length / 2];
        streams = new short[1 << problem.bucketsLog()];
        places = new int[Math.max(team.size(), STREAMS)];
        buckets = new int[streams.length + problem.indices().length];
        totals = new int[buckets.length];
        firstBucket = new int[team.size() + 1];
        atMost = new int[1 << problem.maxKeyLog()];
        rankKeys(1);
        right = 0;
        long start = team.start();
        for (int iteration = 1; iteration <= ITERATIONS; iteration++) {
            rankKeys(iteration);
        }
        double seconds = team.secondsSince(start);
        int expected = ITERATIONS * problem.indices().length;
        int found = (int) team.sum((double) right);
        return new Outcome.Verification().check(found + " of " + expected + " ranks", found == expected)
            .check("keys are sorted", isSorted())
            .outcome(seconds, (double) ITERATIONS * (1L << problem.keysLog()));
    }

    private void makeKeys() {
        keys = new int[(1 << problem.keysLog()) / team.size()];
        if (keys.length <= 2 * ITERATIONS) {
            throw new IllegalArgumentException("too many ranks for the keys: keys=" + (1 << problem.keysLog())
                + " ranks=" + team.size());
        }
        NasRandom random = new NasRandom(SEED).skip(4L * keys.length * team.rank());
        double quarter = (1 << problem.maxKeyLog()) / 4;
        for (int i = 0; i < keys.length; i++) {
            keys[i] = (int) (quarter * (random.next() + random.next() + random.next() + random.next()));
        }
    }

    private void rankKeys(int iteration) {
        if (team.rank() == 0) {
            keys[iteration] = iteration;
            keys[iteration + ITERATIONS] = (1 << problem.maxKeyLog()) - iteration;
        }
        countBuckets();
        leastKey = 0;
        lesserKeys = 0;
        int keysHere = 1 << problem.maxKeyLog();
        incomingCount = keys.length;
        if (team.size() > 1) {
            dealBucketsOut();
            sendKeys();
            int shift = problem.maxKeyLog() - problem.bucketsLog();
            leastKey = firstBucket[team.rank()] << shift;
            keysHere = (firstBucket[team.rank() + 1] << shift) - leastKey;
        }
        count(keysHere);
        verify(iteration, keysHere);
    }

    /** How many keys are in each bucket here, and everywhere; with the keys to be verified behind them. */
    private void countBuckets() {
        Arrays.fill(buckets, 0);
        if (team.size() > 1) {
            int shift = problem.maxKeyLog() - problem.bucketsLog();
            for (int key : keys) {
                buckets[key >> shift]++;
            }
        }
        for (int i = 0; i < problem.indices().length; i++) {
            int index = problem.indices()[i];
            if (index / keys.length == team.rank()) {
                buckets[streams.length + i] = keys[index % keys.length];
            }
        }
        System.arraycopy(buckets, 0, totals, 0, totals.length);
        team.sum(totals);
    }

    /** A rank takes buckets until it and those before it have their share of the keys. */
    private void dealBucketsOut() {
        int rank = 0;
        long sum = 0;
        for (int bucket = 0; bucket < streams.length; bucket++) {
            sum += totals[bucket];
            if (rank < team.size() && sum >= (rank + 1L) * keys.length) {
                rank++;
                firstBucket[rank] = bucket + 1;
            }
        }
        Arrays.fill(firstBucket, rank + 1, team.size() + 1, streams.length);
        lesserKeys = 0;
        for (int bucket = 0; bucket < firstBucket[team.rank()]; bucket++) {
            lesserKeys += totals[bucket];
        }
    }

    private void sendKeys() {
        int[] counts = new int[team.size()];
        for (int rank = 0; rank < team.size(); rank++) {
            for (int bucket = firstBucket[rank]; bucket < firstBucket[rank + 1]; bucket++) {
                counts[rank] += buckets[bucket];
            }
        }
        dealKeysOut();
        int[] begins = begins(counts);
        stayBegin = begins[team.rank()];
        stayEnd = stayBegin + counts[team.rank()];
        counts[team.rank()] = 0;
        int[] incomingCounts = new int[team.size()];
        team.allToAll(counts, incomingCounts);
        incomingCount = Arrays.stream(incomingCounts).sum();
        if (incoming.length < incomingCount) {
            incoming = new int[incomingCount];
        }
        team.allToAll(outgoing, counts, begins, incoming, incomingCounts, begins(incomingCounts));
    }

    /** Puts each key into its bucket's stream. */
    private void dealKeysOut() {
        int each = Math.max(1, STREAMS / team.size());
        int place = 0;
        for (int rank = 0; rank < team.size(); rank++) {
            int first = firstBucket[rank];
            int own = firstBucket[rank + 1] - first;
            for (int i = 0, last = -1; i < own; i++) {
                int stream = rank * each + (int) ((long) i * each / own);
                if (stream != last) {
                    places[stream] = place;
                    last = stream;
                }
                streams[first + i] = (short) stream;
                place += buckets[first + i];
            }
        }
        int shift = problem.maxKeyLog() - problem.bucketsLog();
        for (int key : keys) {
            outgoing[places[streams[key >> shift]]++] = key;
        }
    }

    private static int[] begins(int[] counts) {
        int[] begins = new int[counts.length];
        for (int i = 1; i < counts.length; i++) {
            begins[i] = begins[i - 1] + counts[i - 1];
        }
        return begins;
    }

    private void count(int keysHere) {
        Arrays.fill(atMost, 0, keysHere, 0);
        count(incoming, 0, incomingCount);
        count(outgoing, stayBegin, stayEnd);
        int sum = 0;
        for (int key = 0; key < keysHere; key++) {
            sum += atMost[key];
            atMost[key] = sum;
        }
    }

    private void count(int[] some, int begin, int end) {
        for (int i = begin; i < end; i++) {
            atMost[some[i] - leastKey]++;
        }
    }

    private void verify(int iteration, int keysHere) {
        for (int i = 0; i < problem.indices().length; i++) {
            int key = totals[streams.length + i] - leastKey;
            if (key >= 0 && key < keysHere) {
                int rank = lesserKeys + (key == 0 ? 0 : atMost[key - 1]);
                right += rank == problem.ranks()[i] + shift(i, iteration) ? 1 : 0;
            }
        }
    }

    /** By how much the keys that were changed shift the rank of a key that is verified. */
    private int shift(int index, int iteration) {
        return switch (size) {
            case S -> index <= 2 ? iteration : -iteration;
            case W -> index < 2 ? iteration - 2 : -iteration;
            case A -> index <= 2 ? iteration - 1 : 1 - iteration;
        };
    }

    /** Puts each key where its rank says, and looks whether they ascend, on each rank and from one to the next. */
    private boolean isSorted() {
        int[] sorted = new int[incomingCount + stayEnd - stayBegin];
        sort(incoming, 0, incomingCount, sorted);
        sort(outgoing, stayBegin, stayEnd, sorted);
        int descents = 0;
        for (int i = 1; i < sorted.length; i++) {
            descents += sorted[i - 1] > sorted[i] ? 1 : 0;
        }
        double[] bounds = new double[2 * team.size()];
        bounds[2 * team.rank()] = sorted.length == 0 ? leastKey : sorted[0];
        bounds[2 * team.rank() + 1] = sorted.length == 0 ? leastKey : sorted[sorted.length - 1];
        team.sum(bounds);
        for (int i = 1; i < bounds.length; i++) {
            descents += bounds[i - 1] > bounds[i] ? 1 : 0;
        }
        return team.sum((double) descents) == 0 && team.sum((double) sorted.length) == 1L << problem.keysLog();
    }

    private void sort(int[] some, int begin, int end, int[] sorted) {
        for (int i = begin; i < end; i++) {
            sorted[--atMost[some[i] - leastKey]] = some[i];
        }
    }
}
