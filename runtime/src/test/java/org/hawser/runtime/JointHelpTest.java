package org.hawser.runtime;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.Arrays;
import java.util.HashMap;
import java.util.Map;
import java.util.Random;
import org.hawser.fabric.FabricException;
import org.hawser.fabric.MappedRegion;
import org.hawser.fabric.Region;
import org.hawser.fabric.RegionKey;
import org.hawser.fabric.RemoteRegion;
import org.hawser.platform.memory.RawWords;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What a peer offers is checked: whatever stands on its board, only what both have opened is touched. */
class JointHelpTest {
    private static final int PEER = 1;
    private static final int BYTES = 20_000;
    private static final int PIECE = 4_096;
    private static final RegionKey BOARD = new RegionKey(PEER, 1, 11, 2 * JointLayout.SLOT);
    private static final RegionKey OFFERED = new RegionKey(PEER, 2, 22, BYTES);

    private final Memories domain = new Memories();
    private final ProgressEngine engine = new ProgressEngine(domain, null, 2, 2);
    private final Peers peers = new Peers(domain, 2);
    private final Regions regions = new Regions(domain, 0, peers, engine, (source, word, memory, at, length) -> { });
    private final JointHelp help = new JointHelp(regions, peers, engine);
    private final MemorySegment board = domain.open(BOARD).map();
    private final MemorySegment offered = domain.open(OFFERED).map();
    private final Region own = regions.allocate(BYTES);
    private final MemorySegment message = Arena.ofAuto().allocate(JointLayout.MESSAGE_BYTES, 8);
    private final long slot = board.address() + JointLayout.SLOT;

    JointHelpTest() {
        offered.fill((byte) 7);
        JointLayout.setPlace(message.address(), BOARD, JointLayout.SLOT);
    }

    /** Offers a whole copy to this rank. */
    private void offer(RegionKey from, long fromAt, RegionKey to, long toAt, long bytes, long piece) {
        RawWords.setLong(slot + JointLayout.BYTES, bytes);
        RawWords.setLong(slot + JointLayout.PIECE, piece);
        RawWords.setLong(slot + JointLayout.OUT, 1);
        JointLayout.setPlace(slot + JointLayout.OFFERED, from, fromAt);
        JointLayout.setPlace(slot + JointLayout.WANTED, to, toAt);
        JointTurn.begin(slot + JointLayout.TURN, Math.clamp((bytes - 1) / Math.max(1, piece) + 1, 0, 65_535));
        RawWords.setLong(slot + JointLayout.ASKED, 1);
        help.onAsked(PEER, message, 0, JointLayout.MESSAGE_BYTES);
        for (int i = 0; i < 10; i++) {
            engine.progress();
        }
        assertEquals(0, RawWords.getLong(slot + JointLayout.ASKED));
    }

    private boolean isUntouched() {
        return own.memory().mismatch(MemorySegment.ofArray(new byte[BYTES])) == -1;
    }

    @Test
    void allPiecesOfAnOfferAreCopiedByWhoPolls() {
        offer(OFFERED, 5, own.key(), 17, BYTES - 17, PIECE);
        assertEquals(5, help.pieces());
        assertTrue(JointTurn.areOver(slot + JointLayout.TURN, 5));
        assertTrue(JointTurn.isWell(slot + JointLayout.TURN));
        byte[] expected = new byte[BYTES];
        Arrays.fill(expected, 17, BYTES, (byte) 7);
        assertEquals(-1, own.memory().mismatch(MemorySegment.ofArray(expected)));
    }

    @Test
    void whatIsNotThereIsLeftToThePeer() {
        RegionKey mine = own.key();
        offer(OFFERED, 0, new RegionKey(0, mine.id(), mine.secret() + 1, BYTES), 0, BYTES, PIECE);
        offer(OFFERED, 0, new RegionKey(0, mine.id() + 9, mine.secret(), BYTES), 0, BYTES, PIECE);
        offer(new RegionKey(PEER, 2, 23, BYTES), 0, mine, 0, BYTES, PIECE);
        offer(new RegionKey(PEER, 4, 22, BYTES), 0, mine, 0, BYTES, PIECE);
        assertEquals(0, help.pieces());
        assertTrue(isUntouched());
    }

    @Test
    void whatLeavesARegionIsLeftToThePeer() {
        Random random = new Random(5);
        long[] numbers = {-1, 1, BYTES, BYTES + 1, Long.MAX_VALUE, Long.MIN_VALUE, 1L << 62, 1L << 32};
        for (int i = 0; i < 2_000; i++) {
            long from = numbers[random.nextInt(numbers.length)];
            long to = numbers[random.nextInt(numbers.length)];
            long bytes = numbers[random.nextInt(numbers.length)];
            if (from == 1 && to == 1 && bytes == 1) {
                continue;
            }
            offer(OFFERED, from, own.key(), to, bytes, numbers[random.nextInt(numbers.length)]);
        }
        assertTrue(isUntouched());
    }

    /** Closed meanwhile, or memory that a program has registered and that not every thread may write. */
    @ParameterizedTest
    @ValueSource(classes = {IllegalStateException.class, WrongThreadException.class, IllegalArgumentException.class})
    void aPieceThatCannotBeCopiedIsToldAndEndsNoPoll(Class<? extends RuntimeException> cause) throws Exception {
        domain.failure = cause.getConstructor().newInstance();
        offer(OFFERED, 0, own.key(), 0, BYTES, BYTES);
        assertTrue(JointTurn.areOver(slot + JointLayout.TURN, 1));
        assertTrue(!JointTurn.isWell(slot + JointLayout.TURN));
        assertEquals(0, help.pieces());
    }

    /** The VM marks it as interrupted when memory is closed that it copies. */
    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void whoPollsIsNotInterruptedByMemoryThatIsClosed(boolean before) {
        domain.failure = new IllegalStateException("Already closed");
        domain.interrupts = true;
        if (before) {
            Thread.currentThread().interrupt();
        }
        offer(OFFERED, 0, own.key(), 0, BYTES, BYTES);
        assertEquals(before, Thread.interrupted());
    }

    @Test
    void aBoardThatHasGoneIsNotLookedAt() {
        offer(OFFERED, 0, own.key(), 0, PIECE, PIECE);
        domain.close(BOARD);
        help.onAsked(PEER, message, 0, JointLayout.MESSAGE_BYTES);
        JointLayout.setPlace(message.address(), new RegionKey(PEER, 77, 7, 4_096), 0);
        help.onAsked(PEER, message, 0, JointLayout.MESSAGE_BYTES);
        assertEquals(1, help.pieces());
    }

    @Test
    void messagesOfNoFormAreRefused() {
        for (long place : new long[] {-JointLayout.SLOT, 1, 2 * JointLayout.SLOT, Long.MAX_VALUE, Long.MIN_VALUE}) {
            JointLayout.setPlace(message.address(), BOARD, place);
            assertThrows(FabricException.class,
                () -> help.onAsked(PEER, message, 0, JointLayout.MESSAGE_BYTES), "place=" + place);
        }
        assertThrows(FabricException.class, () -> help.onAsked(PEER, message, 0, 8));
    }

    /** The peer's memory, and this rank's, in this process. */
    private static final class Memories extends FakeDomain {
        private final Map<RegionKey, MappedRegion> open = new HashMap<>();
        private final Map<RegionKey, MemorySegment> states = new HashMap<>();
        private RuntimeException failure;
        private boolean interrupts;

        MappedRegion open(RegionKey key) {
            MemorySegment state = Arena.ofAuto().allocate(8, 8);
            state.set(ValueLayout.JAVA_LONG, 0, MappedRegion.OPEN);
            states.put(key, state);
            MappedRegion region = new MappedRegion(key, Arena.ofAuto().allocate(key.length(), 128), state);
            open.put(key, region);
            return region;
        }

        void close(RegionKey key) {
            open.remove(key);
            states.get(key).fill((byte) 0);
        }

        @Override
        public RemoteRegion attach(RegionKey key) {
            MappedRegion region = open.get(key);
            if (region == null) {
                throw FabricException.refused("no such region: " + key);
            }
            return region;
        }

        @Override
        public Region allocate(long bytes, long id, long secret) {
            return new Own(new RegionKey(0, id, secret, bytes), Arena.ofAuto().allocate(bytes, 128), this);
        }
    }

    private record Own(RegionKey key, MemorySegment segment, Memories domain) implements Region {
        @Override
        public MemorySegment memory() {
            if (domain.interrupts) {
                Thread.currentThread().interrupt();
            }
            if (domain.failure != null) {
                throw domain.failure;
            }
            return segment;
        }

        @Override
        public void close() {
        }

        @Override
        public void withdraw() {
        }
    }
}
