package org.hawser.pgas;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import org.hawser.testkit.Medium;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Collectives on values and on arrays of the program's own. */
class ValueCollectivesTest {
    @ParameterizedTest(name = "{0}")
    @MethodSource("org.hawser.pgas.PgasJob#media")
    void everyThreadHasTheResult(String name, Medium medium) {
        for (int threads : new int[] {1, 2, 3, 4, 8}) {
            PgasJob.run(medium, threads, pgas -> checkAll(pgas, 5));
        }
    }

    @Test
    void teamsOfEverySizeHaveThem() {
        PgasJob.run(7, pgas -> {
            for (int size = 1; size <= 7; size++) {
                checkAll(pgas.split(pgas.myThread() / size, -pgas.myThread()), 2);
            }
        });
    }

    private static void checkAll(Pgas pgas, int rounds) {
        Collectives all = pgas.collectives();
        int n = pgas.threads();
        int me = pgas.myThread();
        for (int round = 0; round < rounds; round++) {
            assertEquals((long) n * (n - 1) / 2 + (long) n * round, all.allReduce(me + round, Reduction.SUM));
            assertEquals(n - 1.5, all.allReduce(me - 0.5, Reduction.MAX));
            assertEquals(-round, all.allReduce(me - round, Reduction.MIN));
            assertEquals((1L << n) - 1, all.allReduce(1L << me, Reduction.XOR));
            assertEquals((long) me * (me + 1) / 2, all.prefix(me, Reduction.SUM));
            assertEquals(Math.pow(2, me + 1), all.prefix(2.0, Reduction.PRODUCT));
            int root = round % n;
            assertEquals(100 - root, all.broadcast(100L - me, root));
            assertEquals(0.25 * root, all.broadcast(0.25 * me, root));
            assertArrayEquals(new byte[root], all.broadcast(new byte[me], root));
            byte[][] gathered = all.allGather(new byte[] {(byte) me});
            for (int i = 0; i < n; i++) {
                assertEquals(i, gathered[i][0]);
            }
        }
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("org.hawser.pgas.PgasJob#media")
    void arraysAreReducedElementByElement(String name, Medium medium) {
        for (int threads : new int[] {2, 7}) {
            PgasJob.run(medium, threads, pgas -> {
                for (int length : new int[] {0, 1, 3000}) {
                    double[] sums = new double[length];
                    long[] most = new long[length];
                    for (int i = 0; i < length; i++) {
                        sums[i] = 1.0 / (1 + i + pgas.myThread());
                        most[i] = (i + pgas.myThread()) % 7;
                    }
                    pgas.collectives().allReduce(sums, Reduction.SUM);
                    pgas.collectives().allReduce(most, Reduction.MAX);
                    for (int i = 0; i < length; i++) {
                        double sum = 0;
                        long max = 0;
                        for (int t = 0; t < pgas.threads(); t++) {
                            sum += 1.0 / (1 + i + t);
                            max = Math.max(max, (i + t) % 7);
                        }
                        assertEquals(sum, sums[i], 1e-14);
                        assertEquals(max, most[i]);
                    }
                }
            });
        }
    }

    @Test
    void threadsHaveTheSameBitsOfASum() {
        PgasJob.run(7, pgas -> {
            double sum = pgas.collectives().allReduce(Math.pow(0.1, pgas.myThread()), Reduction.SUM);
            byte[] bits = Double.toHexString(sum).getBytes();
            for (byte[] other : pgas.collectives().allGather(bits)) {
                assertArrayEquals(bits, other);
            }
        });
    }

    @Test
    void whatMakesNoSenseIsRefusedBeforeAnybodyIsTold() {
        PgasJob.run(2, pgas -> {
            Collectives all = pgas.collectives();
            assertThrows(PgasException.class, () -> all.allReduce(1.0, Reduction.XOR));
            assertThrows(PgasException.class, () -> all.broadcast(1L, 2));
            assertThrows(PgasException.class, () -> all.broadcast(new byte[0], -1));
            assertEquals(2, all.allReduce(1L, Reduction.SUM));
        });
    }
}
