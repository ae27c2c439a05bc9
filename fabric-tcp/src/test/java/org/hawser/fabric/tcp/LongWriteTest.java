package org.hawser.fabric.tcp;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
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
