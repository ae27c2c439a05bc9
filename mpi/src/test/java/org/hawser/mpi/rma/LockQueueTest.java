package org.hawser.mpi.rma;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.Test;

/** Who gets a lock that is given out in answer to messages. */
class LockQueueTest {
    private static final int NOBODY = -1;

    private long now;
    private final LockQueue queue = new LockQueue(5, () -> now);

    @Test
    void itIsGivenInTheOrderOfTheRequests() {
        assertTrue(queue.request(0, false));
        assertFalse(queue.request(1, true));
        assertFalse(queue.request(2, false));
        assertFalse(queue.request(3, false));
        assertEquals(NOBODY, queue.grantNext());
        queue.release(0);
        assertEquals(1, queue.grantNext());
        assertEquals(NOBODY, queue.grantNext());
        queue.release(1);
        assertEquals(2, queue.grantNext());
        assertEquals(3, queue.grantNext());
        assertEquals(NOBODY, queue.grantNext());
    }

    /** Member 0, which shares it, may wait for 2, which wants to; 2 stands behind 1, and 1 waits for 0. */
    @Test
    void whoHasWaitedForLongJoinsThoseWhoShare() {
        assertTrue(queue.request(0, false));
        assertFalse(queue.request(1, true));
        assertFalse(queue.request(2, false));
        now += LockWord.JOIN_NANOS / 2;
        assertFalse(queue.request(3, false));
        assertEquals(NOBODY, queue.grantNext());
        now += LockWord.JOIN_NANOS / 2 + 1;
        assertEquals(2, queue.grantNext());
        assertEquals(NOBODY, queue.grantNext());
        queue.release(0);
        assertEquals(NOBODY, queue.grantNext());
        queue.release(2);
        assertEquals(1, queue.grantNext());
        now += 2 * LockWord.JOIN_NANOS;
        assertEquals(NOBODY, queue.grantNext());
        queue.release(1);
        assertEquals(3, queue.grantNext());
    }
}
