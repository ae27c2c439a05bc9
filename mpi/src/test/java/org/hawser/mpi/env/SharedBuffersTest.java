package org.hawser.mpi.env;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.lang.foreign.MemorySegment;
import java.nio.ByteBuffer;
import java.nio.IntBuffer;
import java.util.ArrayList;
import java.util.List;
import org.hawser.mpi.Running;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

@ExtendWith(Running.class)
class SharedBuffersTest {
    @Test
    void smallBuffersLieBesideEachOtherAndDoNotOverlap() {
        List<ByteBuffer> buffers = new ArrayList<>();
        for (int i = 0; i < 5000; i++) {
            ByteBuffer buffer = SharedBuffers.allocate(1 + i % 700);
            assertEquals(0, MemorySegment.ofBuffer(buffer).address() % 64);
            for (int at = 0; at < buffer.capacity(); at++) {
                assertEquals(0, buffer.get(at));
                buffer.put(at, (byte) i);
            }
            buffers.add(buffer);
        }
        for (int i = 0; i < buffers.size(); i++) {
            assertEquals((byte) i, buffers.get(i).get(buffers.get(i).capacity() - 1));
        }
    }

    @Test
    void memoryGoesWhenNothingReachesItAnyMore() throws InterruptedException {
        int before = SharedBuffers.live();
        IntBuffer kept = SharedBuffers.allocate(1 << 20).asIntBuffer();
        MemorySegment segment = MemorySegment.ofBuffer(SharedBuffers.allocate(100));
        for (int i = 0; i < 200; i++) {
            SharedBuffers.allocate(300 << 10).put(0, (byte) 1);
        }
        for (int i = 0; i < 100 && SharedBuffers.live() > before + 2; i++) {
            System.gc();
            Thread.sleep(20);
        }
        assertTrue(SharedBuffers.live() <= before + 2, "live=" + SharedBuffers.live() + " before=" + before);
        kept.put(5, 7);
        assertEquals(7, kept.get(5));
        assertEquals(100, segment.byteSize());
        assertEquals(0, segment.get(java.lang.foreign.ValueLayout.JAVA_BYTE, 99));
    }

    @Test
    void aBufferOfNothingIsABuffer() {
        assertEquals(0, SharedBuffers.allocate(0).capacity());
        assertTrue(SharedBuffers.allocate(0).isDirect());
    }
}
