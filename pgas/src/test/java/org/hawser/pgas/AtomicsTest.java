package org.hawser.pgas;

import static org.hawser.pgas.MemoryTest.refused;
import static org.hawser.pgas.MemoryTest.words;
import static org.junit.jupiter.api.Assertions.assertEquals;

import java.lang.foreign.MemorySegment;
import org.hawser.testkit.Medium;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Operations on one number that nobody comes between, from near and far threads at once. */
class AtomicsTest {
    private static final int ROUNDS = 60;

    @ParameterizedTest(name = "{0}")
    @MethodSource("org.hawser.pgas.PgasJob#media")
    void noAdditionIsLost(String name, Medium medium) {
        PgasJob.run(medium, 4, pgas -> {
            GlobalPointer all = pgas.allAlloc(4, 64);
            Atomics atomics = pgas.atomics();
            for (int i = 0; i < ROUNDS; i++) {
                GlobalPointer at = all.plus(64L * (i % 4));
                atomics.fetchAdd(at, 3L);
                atomics.fetchAdd(at.plus(8), 1.0);
                atomics.fetchAdd(at.plus(16), 1);
                atomics.fetchAdd(at.plus(20), -1);
                atomics.fetchXor(at.plus(24), 1L << pgas.myThread());
                atomics.fetchXor(at.plus(32), 1 << pgas.myThread());
            }
            pgas.barrier();
            for (int thread = 0; thread < 4; thread++) {
                GlobalPointer at = all.plus(64L * thread);
                assertEquals(3L * ROUNDS, atomics.read(at));
                assertEquals(ROUNDS, Double.longBitsToDouble(atomics.read(at.plus(8))));
                assertEquals(ROUNDS, atomics.readInt(at.plus(16)));
                assertEquals(-ROUNDS, atomics.readInt(at.plus(20)));
                assertEquals(ROUNDS / 4 % 2 == 0 ? 0 : 15, atomics.read(at.plus(24)));
                assertEquals(ROUNDS / 4 % 2 == 0 ? 0 : 15, atomics.readInt(at.plus(32)));
            }
            pgas.allFree(all);
        });
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("org.hawser.pgas.PgasJob#media")
    void eachReturnsWhatWasThere(String name, Medium medium) {
        PgasJob.run(medium, 2, pgas -> {
            GlobalPointer at = pgas.allAlloc(2, 64).plus(64L * (1 - pgas.myThread()) + 8);
            Atomics atomics = pgas.atomics();
            assertEquals(0, atomics.swap(at, 0b1100L));
            assertEquals(0b1100, atomics.fetchAnd(at, 0b0110L));
            assertEquals(0b0100, atomics.fetchOr(at, 0b0001L));
            assertEquals(0b0101, atomics.fetchXor(at, 0b0100L));
            assertEquals(0b0001, atomics.compareSwap(at, 5L, 6L));
            assertEquals(0b0001, atomics.compareSwap(at, 1L, -7L));
            assertEquals(-7, atomics.fetchAdd(at, 7L));
            atomics.write(at, Long.MIN_VALUE);
            assertEquals(Long.MIN_VALUE, atomics.read(at));
            GlobalPointer high = at.plus(4);
            assertEquals(Integer.MIN_VALUE, atomics.swap(high, 0b1100));
            assertEquals(0b1100, atomics.fetchAnd(high, 0b0110));
            assertEquals(0b0100, atomics.fetchOr(high, 0b0001));
            assertEquals(0b0101, atomics.fetchXor(high, 0b0100));
            assertEquals(0b0001, atomics.compareSwap(high, 5, 6));
            assertEquals(0b0001, atomics.compareSwap(high, 1, -7));
            assertEquals(-7, atomics.fetchAdd(high, 7));
            atomics.write(high, -1);
            assertEquals(-1, atomics.readInt(high));
            assertEquals(0, atomics.readInt(at));
            atomics.write(at, Double.doubleToRawLongBits(1.5));
            assertEquals(1.5, atomics.fetchAdd(at, 2.25));
            assertEquals(3.75, atomics.fetchAdd(at, 0.0));
            pgas.barrier();
        });
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("org.hawser.pgas.PgasJob#media")
    void theLengthIsThatOfTheElements(String name, Medium medium) {
        PgasJob.run(medium, 2, pgas -> {
            GlobalPointer at = pgas.allAlloc(2, 64).plus(64L * (1 - pgas.myThread()));
            Atomics atomics = pgas.atomics();
            atomics.add(at.as(4, 0).plus(1), -1);
            assertEquals(0, atomics.readInt(at));
            assertEquals(-1, atomics.readInt(at.plus(4)));
            atomics.add(at.as(8, 0).plus(1), -1);
            assertEquals(-1, atomics.read(at.plus(8)));
            refused(() -> atomics.fetchAdd(at.as(8, 0), 1), "of another length");
            refused(() -> atomics.fetchAdd(at.as(4, 0), 1L), "of another length");
            refused(() -> atomics.fetchAdd(at.plus(4), 1L), "multiple");
            refused(() -> atomics.swap(at.plus(2), 1), "multiple");
            refused(() -> atomics.fetchAdd(at.plus(64 * 2), 1L), "outside");
            refused(() -> atomics.fetchAdd(at.as(1, 0).plus(-4), 1), "outside");
            pgas.barrier();
        });
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("org.hawser.pgas.PgasJob#media")
    void anOperationComesAfterWhatTheThreadPutThere(String name, Medium medium) {
        PgasJob.run(medium, 2, pgas -> {
            GlobalPointer at = pgas.allAlloc(2, 64).plus(64L * (1 - pgas.myThread()));
            for (long i = 0; i < 50; i++) {
                MemorySegment value = words(i);
                pgas.memput(at, value, 0, 8, null);
                assertEquals(i, pgas.atomics().fetchAdd(at, 1L));
            }
            pgas.barrier();
        });
    }
}
