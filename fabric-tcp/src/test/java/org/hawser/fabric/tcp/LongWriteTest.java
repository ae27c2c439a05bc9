package org.hawser.fabric.tcp;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.function.BooleanSupplier;
import org.hawser.fabric.Endpoint;
import org.hawser.fabric.Post;
import org.hawser.fabric.Region;
import org.hawser.fabric.RegionKey;
import org.hawser.fabric.RemoteRegion;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Writes of several frames have one answer. */
class LongWriteTest {
    private static final int BYTES = 3 * Transfer.PIECE + 8;
    private static final int WORD = 5;

    private final TwoRanks ranks = new TwoRanks();
    private final TcpDomain zero = ranks.zero();
    private final TcpDomain one = ranks.one();
    private final Region region = one.allocate(BYTES, 1, 77);
    private final MemorySegment source = Arena.ofAuto().allocate(BYTES, 8).fill((byte) 9);
    private final Endpoint way = zero.connect(1);
    private int messages;

    @AfterEach
    void leave() {
        ranks.close();
    }

    private void await(BooleanSupplier condition) {
        TwoRanks.await(() -> {
            zero.poll(TwoRanks.NOTHING, 64);
            one.poll((from, word, memory, offset, length) -> messages++, 64);
        }, condition);
    }

    @Test
    void oneThatIsRefusedFailsOnceAndBringsNoMessage() {
        RemoteRegion good = zero.attach(region.key());
        RemoteRegion bad = zero.attach(new RegionKey(1, region.key().id(), 78, BYTES));
        TwoRanks.Told told = new TwoRanks.Told();
        for (int round = 1; round <= 20; round++) {
            assertEquals(Post.STARTED, bad.writeImmediate(way, 0, source, 0, BYTES, WORD, 1, told));
            assertEquals(Post.STARTED, good.writeImmediate(way, 0, source, 0, BYTES, WORD, 2, told));
            int rounds = round;
            await(() -> told.failed() == rounds && told.completed() == rounds && messages == rounds);
        }
        assertEquals(-1, source.mismatch(region.memory()));
    }

    @Test
    void oneThatIsRefusedInPartFails() {
        RemoteRegion tooLong = zero.attach(new RegionKey(1, region.key().id(), 77, 2L * BYTES));
        TwoRanks.Told told = new TwoRanks.Told();
        assertEquals(Post.STARTED, tooLong.writeImmediate(way, 2 * Transfer.PIECE, source, 0, BYTES, WORD, 1, told));
        await(() -> told.failed() == 1);
        // The place of what failed is used again.
        assertEquals(Post.STARTED, tooLong.writeImmediate(way, 0, source, 0, BYTES, WORD, 1, told));
        await(() -> told.completed() == 1 && messages == 1);
        assertEquals(1, told.failed());
    }

    /** Else memory that is the user's again would be kept, and copied when somebody closes a region over it. */
    @Test
    void whatHasBeenAnsweredIsKeptNoLonger() {
        RemoteRegion good = zero.attach(region.key());
        TwoRanks.Told told = new TwoRanks.Told();
        for (int round = 1; round <= 3; round++) {
            assertEquals(Post.STARTED, good.writeImmediate(way, 0, source, 0, BYTES, WORD, round, told));
            int rounds = round;
            await(() -> told.completed() == rounds);
            assertTrue(zero.peers().get(1).out().isSettled());
        }
    }

    /** Either all of it has been looked at by then, or the peer is told nothing that might pass for the data. */
    @Test
    void memoryThatIsTakenBackIsNotLookedAtAgain() {
        Region large = one.allocate(32L * Transfer.PIECE, 2, 77);
        RemoteRegion good = zero.attach(large.key());
        MemorySegment memory = Arena.ofAuto().allocate(large.memory().byteSize(), 8);
        TwoRanks.Told told = new TwoRanks.Told();
        for (int round = 1; round <= 20; round++) {
            int rounds = round;
            memory.fill((byte) 9);
            await(() -> good.writeImmediate(way, 0, memory, 0, memory.byteSize(), WORD, 1, told) == Post.STARTED);
            way.recall(memory);
            memory.fill((byte) 6);
            await(() -> told.completed() + told.failed() == rounds && messages == told.completed());
            assertTrue(large.memory().elements(ValueLayout.JAVA_LONG).noneMatch(each
                -> each.get(ValueLayout.JAVA_LONG, 0) == 0x0606060606060606L));
        }
        assertEquals(Post.STARTED, good.writeImmediate(way, 0, memory, 0, memory.byteSize(), WORD, 1, told));
        await(() -> told.completed() + told.failed() == 21 && messages == told.completed());
        assertEquals(-1, memory.mismatch(large.memory()));
        assertTrue(zero.peers().get(1).out().isSettled());
    }

    @Test
    void moreThanIsKeptUnacknowledgedGoesThrough() {
        RemoteRegion good = zero.attach(region.key());
        TwoRanks.Told told = new TwoRanks.Told();
        for (int i = 0; i < 150; i++) {
            assertEquals(Post.STARTED, good.write(0, source, 0, BYTES, told));
        }
        await(() -> told.completed() == 150);
        assertEquals(-1, source.mismatch(region.memory()));
    }
}
