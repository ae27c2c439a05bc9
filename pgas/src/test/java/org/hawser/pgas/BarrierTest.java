package org.hawser.pgas;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.concurrent.atomic.AtomicInteger;
import org.hawser.fabric.FabricException;
import org.hawser.testkit.Medium;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.function.Executable;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Barriers in one piece and in two halves, of all threads and of teams. */
@Timeout(60)
class BarrierTest {
    @ParameterizedTest(name = "{0}")
    @MethodSource("org.hawser.pgas.PgasJob#media")
    void nobodyLeavesBeforeAllHaveCome(String name, Medium medium) {
        for (int threads : new int[] {1, 2, 3, 4, 8}) {
            AtomicInteger come = new AtomicInteger();
            PgasJob.run(medium, threads, pgas -> {
                for (int round = 1; round <= 10; round++) {
                    come.incrementAndGet();
                    pgas.notifyBarrier();
                    pgas.waitBarrier();
                    assertTrue(come.get() >= round * threads);
                    pgas.barrier(round);
                }
            });
        }
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("org.hawser.pgas.PgasJob#media")
    void teamsHaveBarriersOfTheirOwn(String name, Medium medium) {
        AtomicInteger[] come = {new AtomicInteger(), new AtomicInteger(), new AtomicInteger()};
        PgasJob.run(medium, 7, pgas -> {
            int colour = pgas.myThread() % 3;
            Pgas team = pgas.split(colour, 0);
            // One team has more of them than the other.
            for (int round = 1; round <= 3 * (colour + 1); round++) {
                come[colour].incrementAndGet();
                team.barrier();
                assertTrue(come[colour].get() >= round * team.threads());
                team.barrier();
            }
        });
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("org.hawser.pgas.PgasJob#media")
    void differentValuesAreRefusedAtAllThreadsAndTheBarrierGoesOn(String name, Medium medium) {
        PgasJob.run(medium, 6, pgas -> {
            for (int odd = 0; odd < 6; odd++) {
                long value = pgas.myThread() == odd ? -1 : 7;
                String text = assertThrows(PgasException.class, () -> pgas.barrier(value)).getMessage();
                assertTrue(text.contains("thread " + odd + " with -1") && text.contains("with 7"), text);
                pgas.barrier(odd);
            }
            pgas.barrier();
        });
    }

    @Test
    void aThreadWithoutAValueAgreesWithAll() {
        PgasJob.run(4, pgas -> {
            if (pgas.myThread() == 1) {
                pgas.notifyBarrier();
            } else {
                pgas.notifyBarrier(5);
            }
            pgas.waitBarrier();
        });
    }

    /** Whoever comes in one piece meets those who come in halves or with a value. */
    @ParameterizedTest(name = "{0}")
    @MethodSource("org.hawser.pgas.PgasJob#media")
    void allWaysToComeToABarrierMeet(String name, Medium medium) {
        for (int threads : new int[] {1, 2, 3, 4, 7}) {
            AtomicInteger come = new AtomicInteger();
            AtomicInteger teamsCome = new AtomicInteger();
            PgasJob.run(medium, threads, pgas -> {
                Pgas all = pgas.split(0, 0);
                Pgas more = pgas.split(0, 0);
                Pgas backwards = pgas.split(0, -pgas.myThread());
                for (int round = 1; round <= 24; round++) {
                    come.incrementAndGet();
                    comeSomehow(pgas, round);
                    assertTrue(come.get() >= round * threads);
                    teamsCome.incrementAndGet();
                    Pgas team = round % 3 == 0 ? all : round % 3 == 1 ? more : backwards;
                    comeSomehow(team, round);
                    assertTrue(teamsCome.get() >= round * threads);
                }
            });
        }
    }

    private static void comeSomehow(Pgas pgas, int round) {
        switch ((pgas.myThread() * 5 + round * 3) % 4) {
            case 0 -> pgas.barrier();
            case 1 -> pgas.barrier(round);
            case 2 -> {
                pgas.notifyBarrier();
                while (round % 2 == 0 && !pgas.isBarrierDone()) {
                    Thread.onSpinWait();
                }
                pgas.waitBarrier();
            }
            default -> {
                pgas.notifyBarrier(round);
                pgas.waitBarrier(round);
            }
        }
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("org.hawser.pgas.PgasJob#media")
    void whoGivesNoValueIsToldOfValuesThatDiffer(String name, Medium medium) {
        PgasJob.run(medium, 6, pgas -> {
            for (int quiet = 0; quiet < 6; quiet++) {
                boolean gives = pgas.myThread() != quiet;
                long value = pgas.myThread() == (quiet + 2) % 6 ? -1 : 7;
                Executable come = gives ? () -> pgas.barrier(value) : pgas::barrier;
                String text = assertThrows(PgasException.class, come).getMessage();
                assertTrue(text.contains("thread " + (quiet + 2) % 6 + " with -1"), text);
                pgas.barrier();
            }
        });
    }

    /** Who waits in one piece goes on though the others are between their halves, and only poll. */
    @ParameterizedTest(name = "{0}")
    @MethodSource("org.hawser.pgas.PgasJob#media")
    void aThreadBetweenItsHalvesHoldsUpNobody(String name, Medium medium) {
        for (int threads : new int[] {2, 3, 6}) {
            for (int whole = 0; whole < threads; whole++) {
                int one = whole;
                AtomicInteger through = new AtomicInteger();
                PgasJob.run(medium, threads, pgas -> {
                    for (int round = 1; round <= 5; round++) {
                        if (pgas.myThread() == one) {
                            pgas.barrier();
                            through.incrementAndGet();
                        } else {
                            pgas.notifyBarrier();
                            while (through.get() < round) {
                                pgas.progress();
                            }
                            pgas.waitBarrier();
                        }
                    }
                });
            }
        }
    }

    @Test
    void halvesOutOfOrderAreRefusedAndChangeNothing() {
        PgasJob.run(3, pgas -> {
            assertThrows(PgasException.class, pgas::waitBarrier);
            assertThrows(PgasException.class, pgas::isBarrierDone);
            pgas.notifyBarrier(3);
            assertThrows(PgasException.class, pgas::notifyBarrier);
            assertThrows(PgasException.class, () -> pgas.notifyBarrier(4));
            assertThrows(PgasException.class, pgas::barrier);
            assertThrows(PgasException.class, () -> pgas.barrier(3));
            pgas.waitBarrier(3);
            assertThrows(PgasException.class, pgas::waitBarrier);
            pgas.barrier();
        });
    }

    @Test
    void aThreadThatWaitsWithAnotherValueIsTold() {
        PgasJob.run(2, pgas -> {
            pgas.notifyBarrier(1);
            if (pgas.myThread() == 0) {
                assertThrows(PgasException.class, () -> pgas.waitBarrier(2));
            } else {
                pgas.waitBarrier(1);
            }
            pgas.barrier(4);
        });
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("org.hawser.pgas.PgasJob#media")
    void workGoesOnBetweenTheHalves(String name, Medium medium) {
        PgasJob.run(medium, 3, pgas -> {
            pgas.barrier();
            if (pgas.myThread() == 2) {
                pgas.notifyBarrier();
                pgas.waitBarrier();
            } else {
                pgas.notifyBarrier();
                while (!pgas.isBarrierDone()) {
                    Thread.onSpinWait();
                }
                pgas.waitBarrier();
            }
        });
    }

    @Test
    void barriersOfTwoTeamsMayOverlap() {
        PgasJob.run(4, pgas -> {
            Pgas team = pgas.split(pgas.myThread() % 2, 0);
            pgas.notifyBarrier();
            team.notifyBarrier();
            assertFalse(pgas == team);
            pgas.waitBarrier();
            team.waitBarrier();
            team.barrier();
            pgas.barrier();
        });
    }

    @Test
    void aThreadThatEndsWithoutComingEndsTheWaitOfTheOthers() {
        AssertionError failure = assertThrows(AssertionError.class, () -> PgasJob.run(3, pgas -> {
            pgas.barrier();
            if (pgas.myThread() == 1) {
                throw new IllegalStateException("gone");
            }
            FabricException lost = assertThrows(FabricException.class, () -> pgas.barrier(1));
            assertEquals(FabricException.Severity.PEER_LOST, lost.severity());
        }));
        assertEquals("gone", failure.getCause().getMessage());
    }
}
