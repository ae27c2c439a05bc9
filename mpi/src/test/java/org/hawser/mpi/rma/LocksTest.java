package org.hawser.mpi.rma;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;
import org.hawser.mpi.ErrorClass;
import org.hawser.mpi.MpiFailure;
import org.hawser.mpi.p2p.Operation;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Passive-target locks: who is inside with whom, and that all get in. */
@Timeout(120)
class LocksTest {
    @ParameterizedTest
    @CsvSource({
        "2, cpu, 0", "4, cpu, 0", "8, history, 0", "16, history, 0", "2, network, 0", "4, network, 0",
        "4, cpu, 2", "4, network, 2", "4, migrate, 2", "4, history, 2", "8, migrate, 4", "8, history, 3",
        "2, own, 0", "4, own, 0", "16, own, 0",
        "16, migrate, 8", "3, migrate, 1", "5, cpu, 1", "3, history, -1", "3, network, -1", "4, migrate, -1"})
    void aPlainCountUnderTheExclusiveLockIsExact(int ranks, String locks, int node) {
        int turns = 4000 / ranks / (node == 0 && !locks.equals("network") ? 1 : 8);
        LockJob.run(ranks, LockJob.hints(locks, node), job -> {
            for (int i = 0; i < turns; i++) {
                job.window.lock(1, true, true);
                job.put(1, 0, job.get(1, 0) + 1);
                job.window.unlock(1);
            }
            job.barrier();
            if (job.me == 1) {
                assertEquals((long) ranks * turns, job.own(0));
            }
        });
    }

    @ParameterizedTest
    @CsvSource({"4, cpu, 0", "8, history, 0", "4, network, 0", "4, migrate, 2", "6, history, 3", "6, cpu, 3",
        "3, history, -1", "3, own, 0", "8, own, 0"})
    void readersMeetNoWriterAndWritersMeetNobody(int ranks, String locks, int node) {
        AtomicInteger readers = new AtomicInteger();
        AtomicInteger writers = new AtomicInteger();
        int turns = node == 0 && !locks.equals("network") ? 400 : 60;
        LockJob.run(ranks, LockJob.hints(locks, node), job -> {
            for (int i = 0; i < turns; i++) {
                boolean writes = (i + job.me) % 3 == 0;
                job.window.lock(0, writes, true);
                if (writes) {
                    assertEquals(1, writers.incrementAndGet());
                    assertEquals(0, readers.get());
                    long next = job.get(0, 0) + 1;
                    job.put(0, 0, next);
                    job.put(0, 7, next);
                    writers.decrementAndGet();
                } else {
                    readers.incrementAndGet();
                    assertEquals(0, writers.get());
                    assertEquals(job.get(0, 0), job.get(0, 7));
                    readers.decrementAndGet();
                }
                job.window.unlock(0);
            }
        });
    }

    @ParameterizedTest
    @CsvSource({"4, cpu, 0", "8, history, 0", "3, network, 0", "4, cpu, 2", "4, migrate, 2", "4, own, 0"})
    void writersGetInThoughReadersNeverStop(int ranks, String locks, int node) {
        AtomicInteger written = new AtomicInteger();
        LockJob.run(ranks, LockJob.hints(locks, node), job -> {
            boolean writes = job.me % 3 == 0;
            for (int i = 0; writes ? i < 5 : written.get() < 5; i++) {
                job.window.lock(0, writes, true);
                job.get(0, 0);
                job.window.unlock(0);
                written.addAndGet(job.me == 0 ? 1 : 0);
            }
        });
    }

    @ParameterizedTest
    @CsvSource({"4, cpu, 0", "8, history, 0", "3, network, 0", "4, cpu, 2", "4, migrate, 2", "4, own, 0"})
    void readersGetInThoughWritersNeverStop(int ranks, String locks, int node) {
        AtomicInteger read = new AtomicInteger();
        LockJob.run(ranks, LockJob.hints(locks, node), job -> {
            boolean reads = job.me == 0;
            for (int i = 0; reads ? i < 5 : read.get() < 5; i++) {
                job.window.lock(1, !reads, true);
                job.get(1, 0);
                job.window.unlock(1);
                read.addAndGet(reads ? 1 : 0);
            }
        });
    }

    @ParameterizedTest
    @CsvSource({"cpu, 0", "network, 0", "migrate, 1", "history, 1", "cpu, 1"})
    void whoWaitsForALockTakesWhatOthersSend(String locks, int node) {
        byte[] large = new byte[1 << 20];
        LockJob.run(2, LockJob.hints(locks, node), job -> {
            if (job.me == 0) {
                job.window.lock(0, true, true);
                job.barrier();
                // Ends only when the other one, which waits for the lock, does its part.
                job.world.point().send(0, 1, 7, true, large, 0, large.length);
                job.window.unlock(0);
            } else {
                byte[] into = new byte[large.length];
                Operation receive = job.world.point().startReceive(0, 0, 7, into, 0, into.length, null);
                job.barrier();
                job.window.lock(0, true, true);
                job.window.unlock(0);
                job.world.point().await(receive);
                job.world.point().recycle(receive);
            }
        });
    }

    @ParameterizedTest
    @CsvSource({"cpu, 0", "network, 0", "migrate, 1", "history, 1", "cpu, 1", "own, 0"})
    void lockAllSharesWithReadersAndKeepsWritersOutWhereItHasBeen(String locks, int node) {
        LockJob.run(2, LockJob.hints(locks, node), job -> {
            if (job.me == 0) {
                job.window.lockAll(true);
                job.put(1, 3, 33);
                job.barrier();
                assertEquals(33, job.get(1, 3));
                job.world.point().send(0, 1, 1, false, new byte[1], 0, 1);
                assertEquals(0, job.get(0, 3), "the other one's put waits for the lock of this rank's own memory");
                job.window.unlockAll();
            } else {
                job.barrier();
                job.window.lock(1, false, true);
                assertEquals(33, job.get(1, 3));
                job.window.unlock(1);
                job.window.lock(0, true, true);
                job.put(0, 3, 44);
                job.window.unlock(0);
                byte[] into = new byte[1];
                job.world.point().recycle(job.world.point().receive(0, 0, 1, into, 0, 1));
            }
            job.barrier();
            assertEquals(job.me == 0 ? 44 : 33, job.own(3));
        });
    }

    @ParameterizedTest
    @CsvSource({"cpu, 0", "network, 0", "migrate, 1", "migrate, 2", "history, 1", "cpu, 2", "history, -1", "own, 0"})
    void allShareAllLocksAtOnceWhateverTheirMode(String locks, int node) {
        LockJob.run(4, LockJob.hints(locks, node, 1), job -> {
            for (int round = 0; round < 4; round++) {
                for (int i = 0; i < 3; i++) {
                    job.window.lock((job.me + 1) % 4, true, true);
                    job.window.unlock((job.me + 1) % 4);
                }
                job.barrier();
                job.window.lockAll(true);
                for (int target = 0; target < 4; target++) {
                    job.get(target, 0);
                }
                // Nobody has given back anything before all have everything.
                job.barrier();
                job.window.unlockAll();
                job.barrier();
            }
        });
    }

    /** Rank 1 waits to have the lock alone; rank 0, which shares it, waits for rank 2, which wants to. */
    @ParameterizedTest
    @CsvSource({"cpu, 0", "network, 0", "cpu, 1"})
    void whoSharesALockMayWaitForOneThatWantsTo(String locks, int node) {
        byte[] word = new byte[1];
        LockJob.run(3, LockJob.hints(locks, node), job -> {
            if (job.me == 0) {
                job.window.lock(0, false, true);
                job.barrier();
                job.world.point().recycle(job.world.point().receive(0, 2, 5, word, 0, 1));
                job.window.unlock(0);
            } else if (job.me == 1) {
                job.barrier();
                job.window.lock(0, true, true);
                job.window.unlock(0);
            } else {
                job.barrier();
                while (!isReserved(job, Control.LOCK) && !isReserved(job, Control.NETWORK_LOCK)) {
                    job.world.point().progress();
                    Thread.yield();
                }
                job.window.lock(0, false, true);
                job.window.unlock(0);
                job.world.point().send(0, 0, 5, false, word, 0, 1);
            }
        });
    }

    /** The same where members keep their locks themselves: whichever of the two requests comes first. */
    @Test
    void whoSharesALockMayWaitForOneThatWantsToAlsoByMessages() {
        byte[] word = new byte[1];
        LockJob.run(3, new Hints(Map.of("hawser_path", "messages")), job -> {
            if (job.me == 0) {
                job.window.lock(0, false, true);
                job.barrier();
                job.world.point().recycle(job.world.point().receive(0, 2, 5, word, 0, 1));
                job.window.unlock(0);
            } else {
                job.barrier();
                job.window.lock(0, job.me == 1, true);
                job.window.unlock(0);
                if (job.me == 2) {
                    job.world.point().send(0, 0, 5, false, word, 0, 1);
                }
            }
        });
    }

    private static boolean isReserved(LockJob job, long word) {
        return LockWord.reserved(job.world.point().rank().get(job.window.control(0), word)) == 1;
    }

    @Test
    void aLockThatIsNotCheckedWaitsForNobody() {
        LockJob.run(2, LockJob.hints("history", 0), job -> {
            job.window.lock(0, true, job.me == 0);
            job.barrier();
            job.put(0, job.me, job.me + 5);
            job.barrier();
            job.window.unlock(0);
            job.barrier();
            assertEquals(job.me == 0 ? 5 : 0, job.own(0));
            job.window.lockAll(job.me == 0);
            job.window.unlockAll();
        });
    }

    @ParameterizedTest
    @CsvSource({"cpu, 0, true", "cpu, 0, false", "network, 0, true", "network, 0, false", "cpu, 2, true",
        "cpu, 2, false", "migrate, 2, true", "history, 1, false", "history, -1, true", "network, -1, false"})
    void whoWaitsForOneThatHasEndedFailsAndOtherLocksGoOn(String locks, int node, boolean exclusive) {
        LockJob.start(4, LockJob.hints(locks, node), job -> {
            if (job.me == 3) {
                job.window.lock(0, exclusive, true);
                job.barrier();
                return;
            }
            job.barrier();
            if (job.me != 0) {
                MpiFailure failure = assertThrows(MpiFailure.class, () -> job.window.lock(0, true, true));
                assertEquals(ErrorClass.PROC_FAILED, failure.errorClass());
                assertTrue(failure.getMessage().contains("holder=3 target=0"), failure::getMessage);
                job.window.lock(0, true, false);
                job.window.unlock(0);
            }
            for (int target = 1; target < 3; target++) {
                job.window.lock(target, true, true);
                job.put(target, 0, 1);
                job.window.unlock(target);
            }
            await(job, 3);
        });
    }

    /** Rank 3 has made the lock its own; it ends inside it, or outside, where nobody has to mind. */
    @ParameterizedTest
    @CsvSource({"true", "false"})
    void whoEndsOutsideTheLockThatIsItsOwnLeavesItToOthers(boolean inside) {
        LockJob.startMapped(4, LockJob.hints(LockJob.OWN, 0), job -> {
            if (job.me == 3) {
                for (int i = 0; i < 5; i++) {
                    job.window.lock(0, true, true);
                    job.put(0, 0, i);
                    job.window.unlock(0);
                }
                assertTrue(LockWord.isBiased(job.world.point().rank().get(job.window.control(0), Control.LOCK)));
                if (inside) {
                    job.window.lock(0, true, true);
                }
                job.barrier();
                return;
            }
            job.barrier();
            if (inside) {
                MpiFailure failure = assertThrows(MpiFailure.class, () -> job.window.lock(0, true, true));
                assertTrue(failure.getMessage().contains("holder=3 target=0"), failure::getMessage);
            } else {
                job.window.lock(0, job.me != 1, true);
                assertEquals(4, job.get(0, 0));
                job.window.unlock(0);
            }
            await(job, 3);
        });
    }

    /** Waits until ranks 0 to n − 1 have come here; those that still need this one are served meanwhile. */
    private static void await(LockJob job, int ranks) {
        byte[] nothing = new byte[1];
        for (int i = 0; i < ranks; i++) {
            if (i != job.me) {
                job.world.point().send(0, i, 9, false, nothing, 0, 1);
            }
        }
        for (int i = 0; i < ranks; i++) {
            if (i != job.me) {
                job.world.point().recycle(job.world.point().receive(0, i, 9, nothing, 0, 1));
            }
        }
    }

    @Test
    void byHistoryALockMovesToTheSideThatUsesItAndAVisitorDoesNotMoveIt() {
        LockJob.runMapped(3, LockJob.hints("history", 2), job -> {
            turns(job, 1, 50);
            turns(job, 2, 1);
            job.barrier();
            assertEquals(0, movesOfZero(job), "a visitor");
            turns(job, 2, 40);
            job.barrier();
            assertEquals(1, movesOfZero(job), "far turns only");
            turns(job, 1, 1);
            job.barrier();
            assertEquals(1, movesOfZero(job), "a visitor");
            turns(job, 1, 40);
            job.barrier();
            assertEquals(2, movesOfZero(job), "near turns only");
        });
    }

    @Test
    void onRequestALockMovesWithEveryChangeOfSides() {
        LockJob.runMapped(3, LockJob.hints("migrate", 2), job -> {
            for (int i = 0; i < 5; i++) {
                turns(job, 1, 2);
                turns(job, 2, 2);
            }
            job.barrier();
            assertEquals(9, movesOfZero(job));
        });
    }

    private static long movesOfZero(LockJob job) {
        return job.world.point().rank().get(job.window.control(0), Control.LOCK_MODE);
    }

    /** One rank takes turns with the lock of rank 0, while the others wait. */
    private static void turns(LockJob job, int who, int turns) {
        job.barrier();
        for (int i = 0; i < turns && job.me == who; i++) {
            job.window.lock(0, true, true);
            job.window.unlock(0);
        }
        job.barrier();
    }
}
