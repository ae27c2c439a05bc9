package org.hawser.testkit;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.Random;
import org.hawser.runtime.Handle;
import org.hawser.runtime.Rank;
import org.hawser.runtime.Symmetric;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Put, get and atomics against a sequential model, with every kind of handle.
 *
 * <p><b>Threads:</b> one per rank.
 */
public abstract class OneSidedContract {
    private static final ValueLayout.OfLong LONG = ValueLayout.JAVA_LONG;
    private static final int WORDS = 2_048;

    /** For the provider's subclass. */
    protected OneSidedContract() {
    }

    /** Where the test's ranks meet. */
    protected abstract Medium medium();

    @ParameterizedTest
    @ValueSource(ints = {1, 2, 3, 5})
    void randomProgramsDoWhatOneRankAloneWouldDo(int size) {
        LocalRanks.on(medium()).start(size, rank -> {
            Symmetric shared = rank.symmetric((long) WORDS * size * Long.BYTES);
            for (int round = 0; round < 5; round++) {
                new OneSidedProgram(rank, shared, WORDS, 100L * round + rank.number()).run(300);
                rank.barrier();
            }
        });
    }

    @Test
    void oneHandleStandsForManyOperations() {
        LocalRanks.on(medium()).start(2, rank -> {
            Symmetric shared = rank.symmetric(WORDS * Long.BYTES);
            Handle all = new Handle();
            try (Arena arena = Arena.ofShared()) {
                MemorySegment source = arena.allocate(WORDS * Long.BYTES, 8);
                for (int i = 0; i < WORDS; i++) {
                    source.set(LONG, i * 8L, i * 3L + rank.number());
                    rank.put(shared.at(1 - rank.number()), i * 8L, source, i * 8L, 8, all);
                }
                rank.await(all);
                assertTrue(all.isDone());
                MemorySegment target = arena.allocate(WORDS * Long.BYTES, 8);
                for (int i = 0; i < WORDS; i += 64) {
                    rank.get(shared.at(1 - rank.number()), i * 8L, target, i * 8L, 512, all);
                }
                rank.await(all);
                assertEquals(-1, source.mismatch(target));
            }
            rank.barrier();
        });
    }

    @Test
    void aFenceEndsTheOperationsThatWereGivenNoHandle() {
        LocalRanks.on(medium()).start(3, rank -> {
            Symmetric shared = rank.symmetric(300_000);
            Symmetric flags = rank.symmetric(3 * Long.BYTES);
            try (Arena arena = Arena.ofShared()) {
                MemorySegment source = arena.allocate(100_000, 8);
                Bodies.fill(source, 0, source.byteSize(), rank.number());
                for (int peer = 0; peer < 3; peer++) {
                    rank.put(shared.at(peer), rank.number() * 100_000L, source, 0, source.byteSize(), null);
                }
                rank.fence();
                for (int peer = 0; peer < 3; peer++) {
                    rank.fetchAdd(flags.at(peer), rank.number() * 8L, 1);
                }
            }
            for (int peer = 0; peer < 3; peer++) {
                long at = peer * 8L;
                rank.await(() -> (long) LONG.varHandle().getAcquire(flags.memory(), at) == 1);
                Bodies.check(shared.memory(), peer * 100_000L, 100_000, peer);
            }
            rank.barrier();
        });
    }

    @ParameterizedTest
    @ValueSource(ints = {2, 4})
    void everyAdditionCounts(int size) {
        LocalRanks.on(medium()).start(size, rank -> {
            Symmetric shared = rank.symmetric(2 * Long.BYTES);
            long seen = -1;
            for (int i = 0; i < 2_000; i++) {
                long before = rank.fetchAdd(shared.at(0), 0, 1);
                assertTrue(before > seen, "what was fetched grows");
                seen = before;
                addBySwap(rank, shared);
            }
            rank.barrier();
            assertEquals(2_000L * size, rank.get(shared.at(0), 0));
            assertEquals(2_000L * size, rank.get(shared.at(0), 8));
            rank.barrier();
        });
    }

    private static void addBySwap(Rank rank, Symmetric shared) {
        long held = rank.get(shared.at(0), 8);
        while (true) {
            long found = rank.compareSwap(shared.at(0), 8, held, held + 1);
            if (found == held) {
                return;
            }
            held = found;
        }
    }

    @Test
    void putsAndGetsOfAllLengthsAndPlacesAreExact() {
        LocalRanks.on(medium()).start(2, rank -> {
            Symmetric shared = rank.symmetric(200_000);
            Random random = new Random(rank.number());
            int other = 1 - rank.number();
            for (int i = 0; i < 200; i++) {
                int length = random.nextInt(1 << random.nextInt(17));
                long offset = random.nextInt(200_000 - length);
                byte[] sent = Bodies.of(i, length + 3);
                rank.put(shared.at(other), offset, MemorySegment.ofArray(sent), 3, length);
                byte[] back = new byte[length + 5];
                rank.get(shared.at(other), offset, MemorySegment.ofArray(back), 5, length);
                assertEquals(-1, MemorySegment.ofArray(sent).asSlice(3)
                    .mismatch(MemorySegment.ofArray(back).asSlice(5)), "length=" + length + " offset=" + offset);
            }
            rank.barrier();
        });
    }
}
