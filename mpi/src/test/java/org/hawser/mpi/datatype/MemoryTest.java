package org.hawser.mpi.datatype;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.CharBuffer;
import java.nio.DoubleBuffer;
import java.nio.IntBuffer;
import org.hawser.mpi.ErrorClass;
import org.hawser.mpi.MpiFailure;
import org.hawser.testkit.AllocatedBytes;
import org.junit.jupiter.api.Test;

class MemoryTest {
    private static int errorOf(Object buffer, int arrays, long bytes, boolean written) {
        return assertThrows(MpiFailure.class, () -> Memory.place(buffer, arrays, bytes, written)).errorClass();
    }

    @Test
    void arraysBeginAtTheirFirstElement() {
        Object[] arrays = {new byte[8], new char[4], new short[4], new boolean[8], new int[2], new long[1],
            new float[2], new double[1]};
        int[] kinds = {Memory.BYTES, Memory.CHARS, Memory.SHORTS, Memory.BOOLEANS, Memory.INTS, Memory.LONGS,
            Memory.FLOATS, Memory.DOUBLES};
        for (int i = 0; i < arrays.length; i++) {
            assertEquals(0, Memory.place(arrays[i], kinds[i], 8, true));
            assertSame(arrays[i], Memory.array(arrays[i], 8));
            assertEquals(ErrorClass.BUFFER, errorOf(arrays[i], kinds[i], 9, false));
        }
    }

    @Test
    void anArrayHoldsOnlyItsOwnTypeButBytesHoldAnything() {
        assertEquals(ErrorClass.TYPE, errorOf(new double[4], Memory.INTS, 16, false));
        assertEquals(ErrorClass.TYPE, errorOf(new int[4], Memory.BYTES, 16, false));
        assertEquals(ErrorClass.TYPE, errorOf(DoubleBuffer.allocate(4), Memory.INTS, 16, false));
        assertEquals(0, Memory.place(new byte[16], Memory.DOUBLES, 16, true));
        assertEquals(0, Memory.place(ByteBuffer.allocate(16), Memory.DOUBLES, 16, true));
    }

    @Test
    void anyObjectHoldsNothing() {
        for (Object object : new Object[] {7, "text", new Integer[] {1}, new int[2][2]}) {
            assertEquals(0, Memory.place(object, Memory.INTS, 0, true));
            assertNull(Memory.array(object, 0));
            assertEquals(ErrorClass.BUFFER, errorOf(object, Memory.INTS, 4, false));
        }
    }

    @Test
    void nullIsABufferOfNothing() {
        assertEquals(0, Memory.place(null, Memory.INTS, 0, true));
        assertNull(Memory.array(null, 0));
        assertEquals(ErrorClass.BUFFER, errorOf(null, Memory.INTS, 4, false));
    }

    @Test
    void otherObjectsAreNoBuffers() {
        assertEquals(ErrorClass.BUFFER, errorOf("text", Memory.CHARS, 4, false));
        assertEquals(ErrorClass.BUFFER, errorOf(new Integer[4], Memory.INTS, 4, false));
    }

    @Test
    void directBuffersBeginAtElementZeroWhateverThePosition() {
        ByteBuffer bytes = ByteBuffer.allocateDirect(64).order(ByteOrder.nativeOrder());
        long base = MemorySegment.ofBuffer(bytes).address();
        bytes.position(24).limit(40);
        assertEquals(base, Memory.place(bytes, Memory.BYTES, 64, true));
        assertNull(Memory.array(bytes, 64));
        IntBuffer ints = bytes.clear().position(8).slice().order(ByteOrder.nativeOrder()).asIntBuffer().position(3);
        assertEquals(base + 8, Memory.place(ints, Memory.INTS, 56, true));
        assertEquals(ErrorClass.BUFFER, errorOf(ints, Memory.INTS, 57, true));
    }

    @Test
    void aDirectBufferIsKnownOnceItWasMetAsFarAsItReaches() {
        IntBuffer buffer = ByteBuffer.allocateDirect(64).order(ByteOrder.nativeOrder()).asIntBuffer();
        assertEquals(0, Memory.known(buffer, 64, true));
        long place = Memory.place(buffer, Memory.INTS, 64, true);
        assertEquals(place, Memory.known(buffer, 64, true));
        assertEquals(0, Memory.known(buffer, 65, true));
        IntBuffer readOnly = buffer.asReadOnlyBuffer();
        assertEquals(place, Memory.place(readOnly, Memory.INTS, 64, false));
        assertEquals(place, Memory.known(readOnly, 64, false));
        assertEquals(0, Memory.known(readOnly, 64, true));
    }

    @Test
    void nothingElseIsKnown() {
        Object[] others = {new int[16], IntBuffer.allocate(16), Arena.ofAuto().allocate(64), "text", null};
        for (Object other : others) {
            assertEquals(0, Memory.known(other, 0, false));
        }
    }

    @Test
    void heapBuffersBeginAtTheirArrayOffset() {
        int[] array = new int[10];
        IntBuffer slice = IntBuffer.wrap(array, 3, 7).slice().position(2);
        assertEquals(12, Memory.place(slice, Memory.INTS, 28, true));
        assertSame(array, Memory.array(slice, 28));
        assertEquals(ErrorClass.BUFFER, errorOf(slice, Memory.INTS, 32, true));
    }

    @Test
    void viewsOfHeapBuffersLieInTheArrayUnderneath() {
        byte[] array = new byte[40];
        IntBuffer view = ByteBuffer.wrap(array).position(8).slice().asIntBuffer().position(1);
        assertEquals(8, Memory.place(view, Memory.INTS, 32, true));
        assertSame(array, Memory.array(view, 32));
    }

    @Test
    void readOnlyBuffersAreSentFromACopyAndNotReceivedInto() {
        IntBuffer buffer = IntBuffer.wrap(new int[] {1, 2, 3}).asReadOnlyBuffer().position(2);
        assertEquals(0, Memory.place(buffer, Memory.INTS, 8, false));
        byte[] copy = (byte[]) Memory.array(buffer, 8);
        assertArrayEquals(new int[] {1, 2}, ints(copy));
        assertEquals(ErrorClass.BUFFER, errorOf(buffer, Memory.INTS, 8, true));
        assertEquals(ErrorClass.BUFFER, errorOf(ByteBuffer.allocateDirect(8).asReadOnlyBuffer(), 0, 8, true));
        CharBuffer text = CharBuffer.wrap("ab");
        assertEquals(0, Memory.place(text, Memory.CHARS, 4, false));
        assertEquals(4, ((byte[]) Memory.array(text, 4)).length);
    }

    @Test
    void segmentsBeginAtTheirFirstByte() {
        try (Arena arena = Arena.ofConfined()) {
            MemorySegment memory = arena.allocate(64).asSlice(16);
            assertEquals(memory.address(), Memory.place(memory, Memory.INTS, 48, true));
            assertNull(Memory.array(memory, 48));
            assertEquals(ErrorClass.BUFFER, errorOf(memory, Memory.INTS, 49, true));
            assertEquals(ErrorClass.BUFFER, errorOf(memory.asReadOnly(), Memory.INTS, 8, true));
            assertEquals(memory.address(), Memory.place(memory.asReadOnly(), Memory.INTS, 8, false));
        }
        double[] array = new double[8];
        MemorySegment heap = MemorySegment.ofArray(array).asSlice(16);
        assertEquals(16, Memory.place(heap, Memory.DOUBLES, 48, true));
        assertSame(array, Memory.array(heap, 48));
        assertEquals(0, Memory.place(heap.asReadOnly(), Memory.DOUBLES, 48, false));
        assertEquals(48, ((byte[]) Memory.array(heap.asReadOnly(), 48)).length);
    }

    @Test
    void segmentsThatAreClosedOrBelongToAnotherThreadAreRefused() throws InterruptedException {
        Arena arena = Arena.ofConfined();
        MemorySegment memory = arena.allocate(8);
        int[] error = new int[1];
        Thread other = new Thread(() -> error[0] = errorOf(memory, Memory.INTS, 8, false));
        other.start();
        other.join();
        assertEquals(ErrorClass.BUFFER, error[0]);
        arena.close();
        assertEquals(ErrorClass.BUFFER, errorOf(memory, Memory.INTS, 8, false));
    }

    @Test
    void arraysThatAreTakenForTheirBytesMustHoldThem() {
        int doubles = Memory.DOUBLES | Memory.FOR_BYTES;
        assertEquals(0, Memory.place(new int[4], doubles, 16, true));
        assertEquals(0, Memory.place(IntBuffer.allocate(4), doubles, 16, true));
        assertEquals(ErrorClass.BUFFER, errorOf(new int[4], doubles, 17, false));
        assertEquals(ErrorClass.TYPE, errorOf(new boolean[16], doubles, 16, true));
    }

    @Test
    void copiesHoldTheFirstBytes() {
        assertArrayEquals(new int[] {1, 2}, ints((byte[]) Memory.copy(new int[] {1, 2, 3}, 8)));
        assertArrayEquals(new byte[] {1, 0}, (byte[]) Memory.copy(new boolean[] {true, false, true}, 2));
    }

    @Test
    void resolvingAllocatesNothing() {
        Object[] buffers = {new byte[8], new int[2], new double[1], new long[1], ByteBuffer.allocateDirect(8),
            ByteBuffer.allocateDirect(8).order(ByteOrder.nativeOrder()).asIntBuffer(), ByteBuffer.allocate(8)};
        for (Object buffer : buffers) {
            long sum = 0;
            long allocated = Long.MAX_VALUE;
            for (int round = 0; round < 100 && allocated > 1000; round++) {
                long before = AllocatedBytes.ofThisThread();
                for (int i = 0; i < 100_000; i++) {
                    sum += resolve(buffer);
                }
                allocated = AllocatedBytes.ofThisThread() - before;
            }
            assertTrue(allocated <= 1000, buffer.getClass() + " allocated=" + allocated + " sum=" + sum);
        }
    }

    private static long resolve(Object buffer) {
        long place = Memory.place(buffer, -1, 8, true);
        return place + (Memory.array(buffer, 8) == null ? 1 : 0);
    }

    private static int[] ints(byte[] bytes) {
        int[] ints = new int[bytes.length / 4];
        ByteBuffer.wrap(bytes).order(ByteOrder.nativeOrder()).asIntBuffer().get(ints);
        return ints;
    }
}
