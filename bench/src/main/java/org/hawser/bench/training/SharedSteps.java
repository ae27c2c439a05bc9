package org.hawser.bench.training;

import org.hawser.pgas.Distribution;
import org.hawser.pgas.GlobalLock;
import org.hawser.pgas.Pgas;
import org.hawser.pgas.Reduction;
import org.hawser.pgas.SharedDoubleArray;
import org.hawser.pgas.SharedIntArray;
import org.hawser.pgas.SharedLongArray;

/**
 * Shared arrays, and what goes with them.
 *
 * <p><b>Threads:</b> the main thread of each rank.
 */
final class SharedSteps {
    private static final int LENGTH = 64;

    private SharedSteps() {
    }

    /** Elements of all threads, one by one and many at once, atomic updates, collectives and a lock. */
    static void run(Pgas pgas) {
        try (SharedDoubleArray doubles = pgas.doubles(LENGTH, Distribution.even());
             SharedIntArray integers = pgas.ints(LENGTH, Distribution.cyclic());
             SharedLongArray longs = pgas.longs(LENGTH, Distribution.even()); GlobalLock lock = pgas.allLock()) {
            doubles.forAll(i -> doubles.put(i, i));
            pgas.barrier();
            double[] elements = new double[LENGTH];
            doubles.get(0, elements, 0, LENGTH);
            pgas.atomics().add(longs.pointer(0), 1L);
            pgas.atomics().fetchAdd(longs.pointer(LENGTH - 1), 1L);
            pgas.fence();
            pgas.barrier();
            doubles.put((long) pgas.myThread() * LENGTH / 2, elements, 0, LENGTH / 2);
            lock.lock();
            integers.put(0, integers.get(LENGTH - 1) + 1);
            lock.unlock();
            pgas.collectives().allReduce(1.0, Reduction.SUM);
            pgas.collectives().allReduce(1L, Reduction.MAX);
            pgas.collectives().broadcast(1L, 0);
            pgas.barrier();
        }
    }
}
