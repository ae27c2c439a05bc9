package org.hawser.examples.pgas;

import static java.lang.foreign.ValueLayout.JAVA_BYTE;

import java.lang.foreign.MemorySegment;
import java.util.BitSet;
import org.hawser.pgas.Collectives;
import org.hawser.pgas.Distribution;
import org.hawser.pgas.Pgas;
import org.hawser.pgas.Reduction;
import org.hawser.pgas.SharedBooleanArray;
import org.hawser.pgas.SharedIntArray;

/**
 * The sieve of Eratosthenes: {@code hawser run -n 4 pgas.sieve [limit]}.
 *
 * <p>Shows the local part of a shared array, which is plain memory, and what one thread reads of another. Numbers are
 * dealt out in one block to each thread. Thread 0 finds the primes up to the root and leaves them in shared memory;
 * each thread fetches the list in one transfer and crosses out their multiples in its own block, with nobody's help.
 * Twins are counted in the shared array itself: the elder of two is here, the younger may be in the next thread's
 * block.
 *
 * <p><b>Threads:</b> the main thread of each rank.
 */
public final class Sieve {
    private static final String USAGE = """
        Finds all primes below a limit, and the twins among them.
        usage: hawser run -n 4 pgas.sieve [limit]
          limit   10000000 unless given
        """;
    private static final int MOST = 1_000_000_000;

    private final Pgas pgas;
    private final int limit;
    /** True where a number is known to be no prime. */
    private final SharedBooleanArray crossed;

    private Sieve(Pgas pgas, int limit, SharedBooleanArray crossed) {
        this.pgas = pgas;
        this.limit = limit;
        this.crossed = crossed;
    }

    /**
     * Runs on every rank.
     *
     * @param args primes below this are found (10000000)
     */
    public static void main(String[] args) {
        try (Pgas pgas = Pgas.start()) {
            run(pgas, args);
        }
    }

    static void run(Pgas pgas, String... args) {
        int limit = new Arguments(pgas, USAGE, 1, args).number(0, 10_000_000, 10, MOST);
        try (SharedBooleanArray crossed = pgas.booleans(limit, Distribution.even())) {
            new Sieve(pgas, limit, crossed).run();
        }
    }

    private void run() {
        long start = System.nanoTime();
        for (int prime : primesToTheRoot()) {
            crossOut(prime);
        }
        pgas.barrier();
        Collectives all = pgas.collectives();
        long primes = all.allReduce(count(1), Reduction.SUM);
        long twins = all.allReduce(count(2), Reduction.SUM);
        double seconds = (System.nanoTime() - start) / 1e9;
        if (pgas.myThread() == 0) {
            check(primes, twins);
            System.out.printf("%d primes and %d twins below %d by %d threads: as one thread finds them, %.3f s%n",
                primes, twins, limit, pgas.threads(), seconds);
        }
        pgas.barrier();
    }

    /** Thread 0 finds them, and all have them. */
    private int[] primesToTheRoot() {
        int root = (int) Math.sqrt(limit - 1);
        // All elements at thread 0: a place where it leaves something for the others.
        try (SharedIntArray list = pgas.ints(root + 1, Distribution.indefinite())) {
            if (pgas.myThread() == 0) {
                int[] found = sieve(root + 1).stream().toArray();
                list.put(0, found.length);
                list.put(1, found, 0, found.length);
            }
            pgas.barrier();
            int[] primes = new int[list.get(0)];
            list.get(1, primes, 0, primes.length);
            return primes;
        }
    }

    /** Crosses multiples out in this thread's block alone: loads and stores, as in an array of its own. */
    private void crossOut(int prime) {
        MemorySegment mine = crossed.local();
        long length = crossed.localLength();
        if (length == 0) {
            return;
        }
        long first = crossed.indexOf(0);
        long from = Math.max((long) prime * prime, Math.ceilDiv(first, prime) * (long) prime);
        for (long place = from - first; place < length; place += prime) {
            mine.set(JAVA_BYTE, place, (byte) 1);
        }
    }

    /** How many primes of this thread's have primes at every second number behind them: themselves, or one twin. */
    private long count(int inARow) {
        long[] count = new long[1];
        crossed.forAll(2, limit - 2L * (inARow - 1), number -> {
            boolean prime = !crossed.get(number);
            for (int i = 1; prime && i < inARow; i++) {
                // Near the end of the block this is the next thread's.
                prime = !crossed.get(number + 2L * i);
            }
            count[0] += prime ? 1 : 0;
        });
        return count[0];
    }

    /** One thread alone, with another data structure. */
    private void check(long primes, long twins) {
        BitSet alone = sieve(limit);
        long pairs = alone.stream().filter(prime -> alone.get(prime + 2)).count();
        if (primes != alone.cardinality() || twins != pairs) {
            throw new IllegalStateException("wrong: primes=" + primes + " of " + alone.cardinality() + " twins=" + twins
                + " of " + pairs);
        }
    }

    private static BitSet sieve(int limit) {
        BitSet primes = new BitSet(limit);
        primes.set(2, limit);
        for (int number = 2; (long) number * number < limit; number++) {
            if (primes.get(number)) {
                for (long multiple = (long) number * number; multiple < limit; multiple += number) {
                    primes.clear((int) multiple);
                }
            }
        }
        return primes;
    }
}
