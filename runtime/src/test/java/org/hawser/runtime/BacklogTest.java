package org.hawser.runtime;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.ArrayDeque;
import java.util.Arrays;
import java.util.Random;
import org.hawser.fabric.Endpoint;
import org.hawser.fabric.Post;
import org.junit.jupiter.api.Test;

class BacklogTest {
    private final Backlog backlog = new Backlog();
    private final Taker taker = new Taker();

    @Test
    void sendsWhatFindsRoomAndKeepsTheRestInOrder() {
        backlog.add(1, 10);
        backlog.add(2, 20, 21);
        backlog.add(3, MemorySegment.ofArray(new byte[] {9, 8, 7, 6}), 1, 2);
        taker.room = 2;
        assertEquals(2, backlog.sendTo(taker));
        assertFalse(backlog.isEmpty());
        assertEquals(0, backlog.sendTo(taker));
        taker.room = 5;
        assertEquals(1, backlog.sendTo(taker));
        assertTrue(backlog.isEmpty());
        assertEquals("1:" + text(10) + " 2:" + text(20, 21) + " 3:[8, 7]", String.join(" ", taker.taken));
    }

    @Test
    void aMessageThatIsNotWhereItIsSaidToBeIsRefusedAndLeavesNothing() {
        MemorySegment body = MemorySegment.ofArray(new byte[10]);
        assertThrows(IndexOutOfBoundsException.class, () -> backlog.add(1, body, 5, 6));
        assertTrue(backlog.isEmpty());
    }

    @Test
    void keepsOrderAndBytesThroughBursts() {
        Random random = new Random(3);
        ArrayDeque<String> wanted = new ArrayDeque<>();
        int word = 0;
        for (int burst = 0; burst < 2_000; burst++) {
            for (int i = random.nextInt(60); i > 0; i--) {
                byte[] body = new byte[random.nextInt(1 << random.nextInt(10))];
                random.nextBytes(body);
                backlog.add(++word, MemorySegment.ofArray(body), 0, body.length);
                wanted.add(word + ":" + Arrays.toString(body));
            }
            taker.room = random.nextInt(64);
            backlog.sendTo(taker);
            while (!taker.taken.isEmpty()) {
                assertEquals(wanted.remove(), taker.taken.remove());
            }
            assertEquals(wanted.isEmpty(), backlog.isEmpty());
        }
    }

    private static String text(long... body) {
        return Arrays.toString(MemorySegment.ofArray(body).toArray(ValueLayout.JAVA_BYTE));
    }

    /** Takes as many messages as it has room for. */
    private static final class Taker extends Endpoint {
        private final MemorySegment memory = MemorySegment.ofArray(new long[1024]);
        private final ArrayDeque<String> taken = new ArrayDeque<>();
        private int room;
        private int length;

        Taker() {
            super(0, 8192);
        }

        @Override
        public int sendShort(int word, long body) {
            return Post.BUSY;
        }

        @Override
        public int sendShort(int word, long first, long second) {
            return Post.BUSY;
        }

        @Override
        public long claim(int bytes) {
            length = bytes;
            return room-- > 0 ? 0 : Post.BUSY;
        }

        @Override
        public MemorySegment memory() {
            return memory;
        }

        @Override
        public void commit(int word) {
            taken.add(word + ":" + Arrays.toString(memory.asSlice(0, length).toArray(ValueLayout.JAVA_BYTE)));
        }

        @Override
        public void abandon() {
            throw new UnsupportedOperationException();
        }
    }
}
