package mpi;

import static org.hawser.mpi.Running.errorOf;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.Buffer;
import java.nio.ByteBuffer;
import java.nio.DoubleBuffer;
import java.nio.FloatBuffer;
import java.nio.IntBuffer;
import java.nio.LongBuffer;
import java.nio.ShortBuffer;
import org.hawser.mpi.Running;
import org.hawser.testkit.AllocatedBytes;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/** Read-modify-write as programs call it. */
@ExtendWith(Running.class)
class WinUpdateTest {
    /** Something done to a window of longs. */
    private interface Use {
        void run(Win window, LongBuffer memory) throws MPIException;
    }

    private static void with(Use use) throws MPIException {
        LongBuffer memory = MPI.newLongBuffer(64);
        Win window = new Win(memory, 64, 1, MPI.INFO_NULL, MPI.COMM_WORLD);
        window.lockAll(0);
        try {
            use.run(window, memory);
        } finally {
            window.unlockAll();
            window.free();
        }
    }

    private static LongBuffer of(long value) {
        return MPI.newLongBuffer(1).put(0, value);
    }

    @Test
    void fetchAndOpGivesWhatWasThere() throws MPIException {
        with((window, memory) -> {
            LongBuffer result = of(0);
            window.fetchAndOp(of(5), result, MPI.LONG, 0, 3, MPI.SUM);
            window.fetchAndOp(of(7), result, MPI.LONG, 0, 3, MPI.SUM);
            assertEquals(5, result.get(0));
            window.fetchAndOp(null, result, MPI.LONG, 0, 3, MPI.NO_OP);
            assertEquals(12, result.get(0));
            window.fetchAndOp(of(1), result, MPI.LONG, 0, 3, MPI.REPLACE);
            assertEquals(12, result.get(0));
            assertEquals(1, memory.get(3));
        });
    }

    @Test
    void compareAndSwapReplacesOnlyWhatIsExpected() throws MPIException {
        with((window, memory) -> {
            LongBuffer result = of(-1);
            window.compareAndSwap(of(9), of(1), result, MPI.LONG, 0, 2);
            assertEquals(0, result.get(0));
            assertEquals(0, memory.get(2));
            window.compareAndSwap(of(9), of(0), result, MPI.LONG, 0, 2);
            assertEquals(0, result.get(0));
            assertEquals(9, memory.get(2));
        });
    }

    @Test
    void arraysMayHoldTheOrigin() throws MPIException {
        with((window, memory) -> {
            window.accumulate(LongBuffer.wrap(new long[] {1, 2}), 2, MPI.LONG, 0, 0, 2, MPI.LONG, MPI.SUM);
            assertEquals(2, memory.get(1));
            window.accumulate(IntBuffer.wrap(new int[] {3, 4}), 2, MPI.INT, 0, 4, 2, MPI.INT, MPI.SUM);
            assertEquals(4L << 32 | 3, memory.get(4));
            window.accumulate(FloatBuffer.wrap(new float[] {1}), 1, MPI.FLOAT, 0, 5, 1, MPI.FLOAT, MPI.REPLACE);
            assertEquals(Float.floatToRawIntBits(1), memory.get(5));
            window.accumulate(DoubleBuffer.wrap(new double[] {2}), 1, MPI.DOUBLE, 0, 6, 1, MPI.DOUBLE, MPI.SUM);
            assertEquals(Double.doubleToRawLongBits(2), memory.get(6));
            window.accumulate(ShortBuffer.wrap(new short[] {7, 8}), 2, MPI.SHORT, 0, 7, 2, MPI.SHORT, MPI.SUM);
            assertEquals(8L << 16 | 7, memory.get(7));
            window.accumulate(ByteBuffer.wrap(new byte[] {1, 2}), 2, MPI.BYTE, 0, 8, 2, MPI.BYTE, MPI.BOR);
            assertEquals(2L << 8 | 1, memory.get(8));
        });
    }

    @Test
    void manyScatteredUpdatesAreOneCall() throws MPIException {
        with((window, memory) -> {
            Datatype places = Datatype.createIndexed(new int[] {1, 1, 1}, new int[] {9, 2, 30}, MPI.LONG);
            places.commit();
            LongBuffer values = MPI.newLongBuffer(3).put(0, 1).put(1, 2).put(2, 3);
            window.accumulate(values, 3, MPI.LONG, 0, 0, 1, places, MPI.BXOR);
            LongBuffer before = MPI.newLongBuffer(3);
            window.getAccumulate(values, 3, MPI.LONG, before, 3, MPI.LONG, 0, 0, 1, places, MPI.SUM);
            assertEquals(2, before.get(1));
            assertEquals(2, memory.get(9));
            assertEquals(4, memory.get(2));
            assertEquals(6, memory.get(30));
            Datatype mixed = Datatype.createStruct(new int[] {1, 1}, new int[] {0, 8},
                new Datatype[] {MPI.LONG, MPI.LONG});
            mixed.commit();
            window.accumulate(values, 2, MPI.LONG, 0, 40, 1, mixed, MPI.SUM);
            assertEquals(2, memory.get(41));
        });
    }

    @Test
    void whatIsNoUpdateIsRefused() throws MPIException {
        with((window, memory) -> {
            Datatype pair = Datatype.createContiguous(2, MPI.LONG);
            pair.commit();
            Datatype mixed = Datatype.createStruct(new int[] {1, 1}, new int[] {0, 8},
                new Datatype[] {MPI.LONG, MPI.DOUBLE});
            mixed.commit();
            Op own = new Op(new UserFunction() { }, true);
            LongBuffer two = MPI.newLongBuffer(2);
            DoubleBuffer real = MPI.newDoubleBuffer(2);
            ByteBuffer bytes = MPI.newByteBuffer(16);
            assertEquals(MPI.ERR_TYPE, errorOf(() -> window.fetchAndOp(two, two, pair, 0, 0, MPI.SUM)));
            assertEquals(MPI.ERR_TYPE, errorOf(() -> window.compareAndSwap(two, two, two, pair, 0, 0)));
            assertEquals(MPI.ERR_TYPE, errorOf(() -> window.compareAndSwap(real, real, real, MPI.DOUBLE, 0, 0)));
            assertEquals(MPI.ERR_TYPE, errorOf(() -> window.accumulate(bytes, 1, mixed, 0, 0, 1, mixed, MPI.SUM)));
            assertEquals(MPI.ERR_TYPE, errorOf(() -> window.accumulate(real, 1, MPI.DOUBLE, 0, 0, 1, MPI.LONG,
                MPI.SUM)));
            assertEquals(MPI.ERR_OP, errorOf(() -> window.accumulate(two, 1, MPI.LONG, 0, 0, 1, MPI.LONG, own)));
            assertEquals(MPI.ERR_OP, errorOf(() -> window.accumulate(two, 1, MPI.LONG, 0, 0, 1, MPI.LONG, null)));
            assertEquals(MPI.ERR_OP, errorOf(() -> window.fetchAndOp(real, real, MPI.DOUBLE, 0, 0, MPI.BAND)));
            assertEquals(MPI.ERR_OP, errorOf(() -> window.fetchAndOp(two, two, MPI.LONG, 0, 0, MPI.MAXLOC)));
            for (int i = 0; i < memory.capacity(); i++) {
                assertEquals(0, memory.get(i));
            }
        });
    }

    @Test
    void nothingIsAllocated() throws MPIException {
        Datatype places = Datatype.createIndexed(new int[] {1, 1, 1}, new int[] {9, 2, 30}, MPI.LONG);
        places.commit();
        LongBuffer three = MPI.newLongBuffer(3);
        DoubleBuffer real = MPI.newDoubleBuffer(3);
        Buffer array = LongBuffer.wrap(new long[3]);
        with((window, memory) -> {
            assertAllocatesNothing(() -> window.fetchAndOp(three, three, MPI.LONG, 0, 1, MPI.SUM));
            assertAllocatesNothing(() -> window.fetchAndOp(array, array, MPI.LONG, 0, 1, MPI.MAX));
            assertAllocatesNothing(() -> window.compareAndSwap(three, three, three, MPI.LONG, 0, 1));
            assertAllocatesNothing(() -> window.accumulate(three, 3, MPI.LONG, 0, 1, 3, MPI.LONG, MPI.SUM));
            assertAllocatesNothing(() -> window.accumulate(real, 3, MPI.DOUBLE, 0, 1, 3, MPI.DOUBLE, MPI.SUM));
            assertAllocatesNothing(() -> window.accumulate(three, 3, MPI.LONG, 0, 0, 1, places, MPI.BXOR));
            assertAllocatesNothing(() -> window.getAccumulate(three, 3, MPI.LONG, three, 3, MPI.LONG, 0, 0, 1, places,
                MPI.NO_OP));
        });
    }

    private static void assertAllocatesNothing(Running.Call call) throws MPIException {
        long least = Long.MAX_VALUE;
        // The compiler removes what is short-lived once it has seen enough.
        for (int round = 0; round < 20 && least >= 2000; round++) {
            long before = AllocatedBytes.ofThisThread();
            for (int i = 0; i < 20_000; i++) {
                call.run();
            }
            least = Math.min(least, AllocatedBytes.ofThisThread() - before);
        }
        assertTrue(least < 2000, "bytes allocated: " + least);
    }
}
