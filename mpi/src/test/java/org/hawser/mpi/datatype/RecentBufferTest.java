package org.hawser.mpi.datatype;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;

import java.lang.foreign.MemorySegment;
import java.nio.Buffer;
import java.nio.ByteBuffer;
import java.nio.LongBuffer;
import org.junit.jupiter.api.Test;

/** The last buffer is found as any is, and what is too short or must not be written is left to others. */
class RecentBufferTest {
    private final RecentBuffer recent = new RecentBuffer();

    private static long met(Buffer buffer, long bytes) {
        return Memory.place(buffer, Memory.BYTES, bytes, false);
    }

    @Test
    void aBufferIsKnownOnceItWasMetAndStaysSoWhenManyTakeTurns() {
        ByteBuffer[] buffers = new ByteBuffer[5];
        for (int i = 0; i < buffers.length; i++) {
            buffers[i] = ByteBuffer.allocateDirect(16 + i);
            met(buffers[i], 8);
        }
        for (int turn = 0; turn < 500; turn++) {
            ByteBuffer buffer = buffers[turn * 7 % 5];
            long known = recent.known(buffer, 16, true);
            assertEquals(Memory.known(buffer, 16, true), known);
            assertEquals(MemorySegment.ofBuffer(buffer).address(), known);
        }
    }

    @Test
    void whatIsShortOrReadOnlyOrNoDirectBufferIsNotKnown() {
        ByteBuffer buffer = ByteBuffer.allocateDirect(16);
        ByteBuffer readOnly = buffer.asReadOnlyBuffer();
        met(buffer, 8);
        met(readOnly, 8);
        for (int i = 0; i < 100; i++) {
            assertNotEquals(0, recent.known(buffer, 16, true));
            assertEquals(0, recent.known(buffer, 17, false));
        }
        for (int i = 0; i < 100; i++) {
            assertNotEquals(0, recent.known(readOnly, 16, false));
            assertEquals(0, recent.known(readOnly, 16, true));
        }
        assertEquals(0, recent.known(null, 0, false));
        assertEquals(0, recent.known(LongBuffer.allocate(2), 16, false));
        assertEquals(0, recent.known(new long[2], 16, false));
        assertEquals(0, recent.known(ByteBuffer.allocateDirect(16), 16, false), "never met");
    }
}
