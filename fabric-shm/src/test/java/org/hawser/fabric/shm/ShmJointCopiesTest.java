package org.hawser.fabric.shm;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.lang.ref.WeakReference;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import org.hawser.fabric.FabricException;
import org.hawser.fabric.RegionKey;
import org.hawser.fabric.RemoteRegion;
import org.hawser.fabric.Region;
import org.hawser.runtime.Rank;
import org.hawser.runtime.Symmetric;
import org.hawser.testkit.Bodies;
import org.hawser.testkit.LocalRanks;
import org.hawser.testkit.Medium;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Long puts and gets of which the target copies a part, if it waits: exact whether or not it does. */
class ShmJointCopiesTest {
    private static final ValueLayout.OfLong LONG = ValueLayout.JAVA_LONG;
    private static final int BYTES = 3 << 20;

    /** Where the ranks meet; every copy may be joint. */
    private enum Place {
        THREADS(ShmMedia.THREADS), FILES(ShmMedia.FILES);

        private final Medium medium;

        Place(Medium medium) {
            this.medium = medium.with("hawser.joint", 1);
        }

        LocalRanks ranks() {
            return LocalRanks.on(medium);
        }
    }

    /** Copies there and back, of which every byte is told from its neighbours and from those of other rounds. */
    private static void thereAndBack(Rank rank, RemoteRegion region, MemorySegment own, long from, long room,
                                     int rounds, long seed) {
        Random random = new Random(seed);
        for (int i = 0; i < rounds; i++) {
            long length = Math.min(room / 2 - 1, 1 + random.nextInt(1 << 5 + random.nextInt(16)));
            long source = from + random.nextLong(room / 2 - length);
            long back = from + room / 2 + random.nextLong(room / 2 - length);
            long target = from + random.nextLong(room - length);
            Bodies.fill(own, source, length, (int) seed + i);
            rank.put(region, target, own, source, length);
            rank.get(region, target, own, back, length);
            String what = "round " + i + " of seed " + seed + ": " + length + " bytes from " + source + " to " + target;
            assertEquals(-1, own.asSlice(source, length).mismatch(own.asSlice(back, length)), what);
        }
    }

    @ParameterizedTest
    @EnumSource(Place.class)
    void aTargetThatWaitsCopiesExactly(Place place) {
        place.ranks().start(3, rank -> {
            Symmetric shared = rank.symmetric(BYTES);
            MemorySegment own = rank.allocate(BYTES).memory();
            for (int turn = 0; turn < 6; turn++) {
                if (turn % 3 == rank.number()) {
                    thereAndBack(rank, shared.at((turn + 1 + turn / 3) % 3), own, 0, BYTES, 100, turn);
                }
                rank.barrier();
            }
        });
    }

    @ParameterizedTest
    @EnumSource(Place.class)
    void everybodyCopiesToEverybody(Place place) {
        place.ranks().start(3, rank -> {
            Symmetric shared = rank.symmetric(BYTES);
            MemorySegment own = rank.allocate(BYTES).memory();
            for (int i = 0; i < 60; i++) {
                int peer = (rank.number() + 1 + i % 2) % 3;
                thereAndBack(rank, shared.at(peer), own, rank.number() * (long) (BYTES / 3), BYTES / 3, 4,
                    1_000L * rank.number() + i);
                rank.progress();
            }
            rank.barrier();
        });
    }

    @ParameterizedTest
    @EnumSource(Place.class)
    void threadsOfARankCopyToTheSamePeer(Place place) {
        place.ranks().start(2, rank -> {
            Symmetric shared = rank.symmetric(BYTES);
            MemorySegment own = rank.allocate(BYTES).memory();
            if (rank.number() == 0) {
                AtomicInteger well = new AtomicInteger();
                List<Thread> threads = new ArrayList<>();
                for (int i = 0; i < 3; i++) {
                    int number = i;
                    threads.add(Thread.ofPlatform().start(() -> {
                        thereAndBack(rank, shared.at(1), own, number * (long) (BYTES / 3), BYTES / 3, 150, number);
                        well.incrementAndGet();
                    }));
                }
                for (Thread thread : threads) {
                    thread.join();
                }
                assertEquals(3, well.get());
            }
            rank.barrier();
        });
    }

    /** However seldom both find the time: the copies go on until one was joint. */
    @ParameterizedTest
    @EnumSource(Place.class)
    void aTargetThatWaitsHelps(Place place) {
        place.ranks().start(2, rank -> {
            Symmetric shared = rank.symmetric(BYTES);
            Symmetric helped = rank.symmetric(2 * Long.BYTES);
            MemorySegment own = rank.allocate(BYTES).memory();
            for (int way = 0; way < 2; way++) {
                long flag = way * 8L;
                if (rank.number() == 0) {
                    while ((long) LONG.varHandle().getAcquire(helped.memory(), flag) == 0) {
                        if (way == 0) {
                            rank.put(shared.at(1), 0, own, 0, BYTES);
                        } else {
                            rank.get(shared.at(1), 0, own, 0, BYTES);
                        }
                    }
                } else {
                    long before = rank.jointPieces();
                    rank.await(() -> rank.jointPieces() > before);
                    rank.put(helped.at(0), flag, 1);
                }
                rank.barrier();
            }
        });
    }

    @ParameterizedTest
    @EnumSource(Place.class)
    void aTargetThatComputesIsNotWaitedFor(Place place) {
        CountDownLatch ready = new CountDownLatch(1);
        CountDownLatch copied = new CountDownLatch(1);
        place.ranks().start(2, rank -> {
            Symmetric shared = rank.symmetric(BYTES);
            MemorySegment own = rank.allocate(BYTES).memory();
            rank.barrier();
            if (rank.number() == 0) {
                ready.await();
                thereAndBack(rank, shared.at(1), own, 0, BYTES, 100, 7);
                copied.countDown();
            } else {
                long before = rank.jointPieces();
                ready.countDown();
                copied.await();
                assertEquals(before, rank.jointPieces());
            }
            rank.barrier();
            if (rank.number() == 0) {
                thereAndBack(rank, shared.at(1), own, 0, BYTES, 100, 8);
            }
            rank.barrier();
        });
    }

    /** A copy is refused, or over, or finds that the memory has gone; the next one is whole. */
    @ParameterizedTest
    @EnumSource(Place.class)
    void regionsEndMeanwhile(Place place) {
        place.ranks().start(2, rank -> {
            Symmetric keys = rank.symmetric(RegionKey.BYTES);
            Symmetric lasting = rank.symmetric(BYTES);
            MemorySegment own = rank.allocate(BYTES).memory();
            for (int round = 0; round < 30; round++) {
                if (rank.number() == 1) {
                    MemorySegment key = rank.allocate(RegionKey.BYTES).memory();
                    Region ending = rank.allocate(BYTES);
                    ending.key().encode(key, 0);
                    rank.put(keys.at(0), 0, key, 0, RegionKey.BYTES);
                    rank.barrier();
                    long start = System.nanoTime();
                    rank.await(() -> System.nanoTime() - start > 1_000_000);
                    ending.close();
                } else {
                    rank.barrier();
                    putUntilItHasEnded(rank, keys.memory(), own);
                    thereAndBack(rank, lasting.at(1), own, 0, BYTES, 5, round);
                }
                rank.barrier();
            }
        });
    }

    private static void putUntilItHasEnded(Rank rank, MemorySegment key, MemorySegment own) {
        try {
            RemoteRegion ending = rank.attach(RegionKey.decode(key, 0));
            while (true) {
                rank.put(ending, 0, own, 0, BYTES);
            }
        } catch (FabricException e) {
            assertTrue(e.getMessage().contains("region"), e.getMessage());
        } catch (InternalError e) {
            assertTrue(e.getMessage().contains("memory access"), e.getMessage());
        }
    }

    /** Where ranks are threads it is the memory itself that a peer would hold. */
    @Test
    void whoHasHelpedDoesNotHoldWhatWasClosed() {
        Place.THREADS.ranks().start(2, rank -> {
            Symmetric shared = rank.symmetric(BYTES);
            Symmetric helped = rank.symmetric(Long.BYTES);
            if (rank.number() == 0) {
                WeakReference<Object> memory = copyFromMemoryOfItsOwn(rank, shared, helped.memory());
                long deadline = System.nanoTime() + 30_000_000_000L;
                while (memory.get() != null && System.nanoTime() < deadline) {
                    System.gc();
                    Thread.sleep(10);
                }
                assertNull(memory.get());
            } else {
                rank.await(() -> rank.jointPieces() > 0);
                rank.put(helped.at(0), 0, 1);
            }
            rank.barrier();
        });
    }

    /** Until the target has helped; returns what lives as long as the memory, which is closed. */
    private static WeakReference<Object> copyFromMemoryOfItsOwn(Rank rank, Symmetric to, MemorySegment flag) {
        try (Region own = rank.allocate(BYTES)) {
            while ((long) LONG.varHandle().getAcquire(flag, 0L) == 0) {
                rank.put(to.at(1), 0, own.memory(), 0, BYTES);
            }
            return new WeakReference<>(own.memory().scope());
        }
    }

    /** The thread that copies is told; it and the process live on. */
    @ParameterizedTest
    @EnumSource(Place.class)
    void theOwnRegionIsClosedByAnotherThread(Place place) {
        place.ranks().start(2, rank -> {
            Symmetric shared = rank.symmetric(BYTES);
            for (int round = 0; round < 20 && rank.number() == 0; round++) {
                Region ending = rank.allocate(BYTES);
                CountDownLatch copying = new CountDownLatch(5);
                Thread closer = Thread.ofPlatform().start(() -> {
                    try {
                        copying.await();
                    } catch (InterruptedException e) {
                        throw new AssertionError("nobody interrupts this thread", e);
                    }
                    ending.close();
                });
                putUntilClosed(rank, shared.at(1), ending.memory(), copying, closer);
                closer.join();
            }
            rank.barrier();
        });
    }

    /** Where ranks are threads memory lives on that somebody holds. */
    private static void putUntilClosed(Rank rank, RemoteRegion to, MemorySegment own, CountDownLatch copying,
                                       Thread closer) {
        try {
            while (closer.isAlive()) {
                rank.put(to, 0, own, 0, BYTES);
                copying.countDown();
            }
        } catch (IllegalStateException e) {
            // The VM marks a thread as interrupted when memory is closed that it copies.
            Thread.interrupted();
            assertTrue(e.getMessage().contains("closed"), e.getMessage());
        } catch (InternalError e) {
            assertTrue(e.getMessage().contains("memory access"), e.getMessage());
        }
    }

    /** Where ranks are threads they reach what a program registers as well. */
    @Test
    void registeredMemoryKeepsItsOwnRules() {
        Place.THREADS.ranks().start(2, rank -> {
            Symmetric keys = rank.symmetric(RegionKey.BYTES);
            MemorySegment own = rank.allocate(BYTES).memory().fill((byte) 1);
            MemorySegment registered = Arena.ofAuto().allocate(BYTES);
            if (rank.number() == 1) {
                MemorySegment key = rank.allocate(RegionKey.BYTES).memory();
                rank.register(registered.asReadOnly()).key().encode(key, 0);
                rank.put(keys.at(0), 0, key, 0, RegionKey.BYTES);
            }
            rank.barrier();
            if (rank.number() == 0) {
                RemoteRegion readOnly = rank.attach(RegionKey.decode(keys.memory(), 0));
                for (int i = 0; i < 50; i++) {
                    assertThrows(IllegalArgumentException.class, () -> rank.put(readOnly, 0, own, 0, BYTES));
                }
            }
            rank.barrier();
            assertEquals(-1, registered.mismatch(MemorySegment.ofArray(new byte[BYTES])));
        });
    }

    /** Where the program has memory of its own there is nothing that the target could map. */
    @Test
    void memoryThatTheTargetDoesNotMapIsCopiedByOne() {
        Place.FILES.ranks().start(2, rank -> {
            Symmetric shared = rank.symmetric(BYTES);
            if (rank.number() == 0) {
                for (int i = 0; i < 50; i++) {
                    rank.put(shared.at(1), 0, MemorySegment.ofArray(Bodies.of(i, BYTES)), 0, BYTES);
                }
            }
            rank.barrier();
            assertEquals(0, rank.jointPieces());
            if (rank.number() == 1) {
                Bodies.check(shared.memory(), 0, BYTES, 49);
            }
        });
    }
}
