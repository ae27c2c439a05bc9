package org.hawser.testkit;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.lang.foreign.MemorySegment;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * The bootstrap exchange: everybody's bytes to everybody, one rank's bytes to all.
 *
 * <p><b>Threads:</b> one per rank.
 */
public abstract class ExchangeContract {
    private static final int[] LENGTHS = {0, 1, 31, 4_000, 9_000, 100 << 10};

    /** For the provider's subclass. */
    protected ExchangeContract() {
    }

    /** Where the test's ranks meet. */
    protected abstract Medium medium();

    @ParameterizedTest
    @ValueSource(ints = {1, 2, 3, 4, 5, 7, 8, 9, 12, 16, 17})
    void everyRankGetsWhatEveryRankGave(int size) {
        LocalRanks.on(medium()).start(size, rank -> {
            for (int length : LENGTHS) {
                // Not all of one length: rank 1 gives nothing, rank 2 a byte more.
                byte[][] all = rank.exchange().allGather(Bodies.of(rank.number(), length(rank.number(), length)));
                assertEquals(size, all.length);
                for (int peer = 0; peer < size; peer++) {
                    assertEquals(length(peer, length), all[peer].length);
                    Bodies.check(MemorySegment.ofArray(all[peer]), 0, all[peer].length, peer);
                }
            }
            rank.barrier();
        });
    }

    private static int length(int rank, int length) {
        return rank == 1 ? 0 : rank == 2 ? length + 1 : length;
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 2, 5, 8, 17})
    void anyRankCanBeTheRoot(int size) {
        LocalRanks.on(medium()).start(size, rank -> {
            for (int root = 0; root < size; root++) {
                byte[] mine = rank.number() == root ? Bodies.of(root, 5_000 * (root % 3)) : null;
                byte[] data = rank.exchange().broadcast(root, mine);
                assertEquals(5_000 * (root % 3), data.length);
                Bodies.check(MemorySegment.ofArray(data), 0, data.length, root);
            }
            rank.barrier();
        });
    }

    @Test
    void aRootThatIsNoRankIsRefused() {
        LocalRanks.on(medium()).start(2, rank -> {
            for (int root : new int[] {-1, 2, -7}) {
                assertThrows(IllegalArgumentException.class, () -> rank.exchange().broadcast(root, new byte[1]));
            }
            rank.barrier();
        });
    }
}
