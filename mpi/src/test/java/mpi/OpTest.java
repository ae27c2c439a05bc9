package mpi;

import static org.hawser.mpi.Running.errorOf;
import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.IntBuffer;
import org.hawser.mpi.Running;
import org.hawser.mpi.coll.op.Reduction;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/** Operations: MPI's own on what the calls take, and the program's in both forms. */
@ExtendWith(Running.class)
class OpTest {
    /** 10·in + inOut, which tells the order; on arrays. */
    private static final class OnArrays extends UserFunction {
        @Override
        public void call(Object in, Object inOut, int count, Datatype type) throws MPIException {
            int[] a = (int[]) in;
            int[] b = (int[]) inOut;
            int step = type.getExtent();
            for (int i = 0; i < count; i++) {
                for (int j = 0; j < step; j++) {
                    b[i * step + j] = 10 * a[i * step + j] + b[i * step + j];
                }
            }
        }
    }

    /** The same on buffers. */
    private static final class OnBuffers extends UserFunction {
        @Override
        public void call(ByteBuffer in, ByteBuffer inOut, int count, Datatype type) throws MPIException {
            assertTrue(in.isDirect() && inOut.isDirect());
            assertSame(ByteOrder.nativeOrder(), in.order());
            IntBuffer a = in.asIntBuffer();
            IntBuffer b = inOut.asIntBuffer();
            for (int i = 0; i < count * type.getExtent(); i++) {
                b.put(i, 10 * a.get(i) + b.get(i));
            }
        }
    }

    private static final UserFunction[] FORMS = {new OnArrays(), new OnBuffers()};

    @Test
    void predefinedOperationsCombineWhatCallsTake() throws MPIException {
        double[] sum = {1, 2};
        Comm.reduceLocal(new double[] {10, 20}, sum, 2, MPI.DOUBLE, MPI.SUM);
        assertArrayEquals(new double[] {11, 22}, sum);
        IntBuffer direct = MPI.newIntBuffer(2).put(0, 5).put(1, -5);
        Comm.reduceLocal(new int[] {3, 3}, direct, 2, MPI.INT, MPI.MAX);
        assertEquals(5, direct.get(0));
        assertEquals(3, direct.get(1));
        byte[] bytes = {1, -1};
        Comm.reduceLocal(new byte[] {127, 1}, bytes, 2, MPI.BYTE, MPI.SUM);
        assertArrayEquals(new byte[] {-128, 0}, bytes);
        boolean[] truths = {true, true, false};
        Comm.reduceLocal(new boolean[] {true, false, false}, truths, 3, MPI.BOOLEAN, MPI.LXOR);
        assertArrayEquals(new boolean[] {false, true, false}, truths);
        try (Arena arena = Arena.ofConfined()) {
            MemorySegment memory = arena.allocate(8, 8);
            Comm.reduceLocal(new long[] {6}, memory, 1, MPI.LONG, MPI.BOR);
            assertEquals(6, memory.get(ValueLayout.JAVA_LONG, 0));
        }
    }

    @Test
    void theSmallerIndexWinsAmongEqualValues() throws MPIException {
        int[] pairs = {5, 7, 5, 1};
        Comm.reduceLocal(new int[] {5, 3, 4, 9}, pairs, 2, MPI.INT2, MPI.MAXLOC);
        assertArrayEquals(new int[] {5, 3, 5, 1}, pairs);
        ByteBuffer a = MPI.newByteBuffer(2 * 16);
        ByteBuffer b = MPI.newByteBuffer(2 * 16);
        for (int i = 0; i < 2; i++) {
            DoubleInt.Data one = MPI.doubleInt.getData(a, i);
            one.putValue(2.5);
            one.putIndex(4 + i);
            DoubleInt.Data other = MPI.doubleInt.getData(b, i);
            other.putValue(i == 0 ? 2.5 : 1.5);
            other.putIndex(9);
        }
        Comm.reduceLocal(a, b, 2, MPI.DOUBLE_INT, MPI.MINLOC);
        DoubleInt.Data first = MPI.doubleInt.getData(b, 0);
        DoubleInt.Data second = MPI.doubleInt.getData(b, 1);
        assertEquals(4, first.getIndex());
        assertEquals(1.5, second.getValue());
        assertEquals(9, second.getIndex());
    }

    @Test
    void aFunctionInEitherFormCombinesArraysAndBuffers() throws MPIException {
        for (UserFunction form : FORMS) {
            Op op = new Op(form, false);
            assertFalse(op.isCommutative());
            int[] array = {1, 2, 3};
            Comm.reduceLocal(new int[] {4, 5, 6}, array, 3, MPI.INT, op);
            assertArrayEquals(new int[] {41, 52, 63}, array);
            IntBuffer direct = MPI.newIntBuffer(3).put(0, 1).put(1, 2).put(2, 3);
            Comm.reduceLocal(new int[] {4, 5, 6}, direct, 3, MPI.INT, op);
            assertEquals(63, direct.get(2));
        }
    }

    @Test
    void aFunctionIsCalledForManyItems() throws MPIException {
        int count = 1_000_003;
        int[] in = new int[count];
        int[] inOut = new int[count];
        for (int i = 0; i < count; i++) {
            in[i] = i % 1000;
            inOut[i] = 3;
        }
        Comm.reduceLocal(in, inOut, count, MPI.INT, new Op(FORMS[1], false));
        for (int i = 0; i < count; i++) {
            assertEquals(i % 1000 * 10 + 3, inOut[i]);
        }
    }

    @Test
    void itemsOfDerivedTypesKeepTheirGaps() throws MPIException {
        Datatype everySecond = Datatype.createVector(2, 1, 2, MPI.INT);
        everySecond.commit();
        for (UserFunction form : FORMS) {
            int[] inOut = {1, 1, 1, 1, 1, 1};
            Comm.reduceLocal(new int[] {2, 2, 2, 2, 2, 2}, inOut, 2, everySecond, new Op(form, true));
            assertArrayEquals(new int[] {21, 1, 21, 21, 1, 21}, inOut);
        }
        Datatype three = Datatype.createContiguous(3, MPI.INT);
        three.commit();
        int[] inOut = {1, 1, 1, 1, 1, 1};
        Comm.reduceLocal(new int[] {2, 2, 2, 2, 2, 2}, inOut, 2, three, new Op(FORMS[0], true));
        assertArrayEquals(new int[] {21, 21, 21, 21, 21, 21}, inOut);
        assertEquals(MPI.ERR_OP, errorOf(() -> Comm.reduceLocal(new int[3], new int[3], 1, three, MPI.SUM)));
    }

    @Test
    void booleansComeToAFunctionAsArrays() throws MPIException {
        boolean[] inOut = {true, true};
        Comm.reduceLocal(new boolean[] {true, false}, inOut, 2, MPI.BOOLEAN, new Op(new UserFunction() {
            @Override
            public void call(Object in, Object result, int count, Datatype type) {
                for (int i = 0; i < count; i++) {
                    ((boolean[]) result)[i] &= ((boolean[]) in)[i];
                }
            }

            @Override
            public void call(ByteBuffer in, ByteBuffer result, int count, Datatype type) {
                throw new AssertionError("booleans come as arrays");
            }
        }, true));
        assertArrayEquals(new boolean[] {true, false}, inOut);
        Comm.reduceLocal(new boolean[] {true, true}, inOut, 2, MPI.BOOLEAN, new Op(new UserFunction() {
            @Override
            public void call(ByteBuffer in, ByteBuffer result, int count, Datatype type) {
                for (int i = 0; i < count; i++) {
                    result.put(i, (byte) (result.get(i) ^ in.get(i)));
                }
            }
        }, true));
        assertArrayEquals(new boolean[] {false, true}, inOut);
    }

    @Test
    void whatAFunctionThrowsIsTheCauseOfTheError() {
        IllegalStateException thrown = new IllegalStateException("no more");
        Op op = new Op(new UserFunction() {
            @Override
            public void call(Object in, Object inOut, int count, Datatype type) {
                throw thrown;
            }
        }, true);
        MPIException e = assertThrows(MPIException.class,
            () -> Comm.reduceLocal(new int[1], new int[1], 1, MPI.INT, op));
        assertEquals(MPI.ERR_OTHER, e.getErrorClass());
        assertSame(thrown, e.getCause());
        MPIException none = assertThrows(MPIException.class,
            () -> Comm.reduceLocal(new int[1], new int[1], 1, MPI.INT, new Op(new UserFunction() { }, true)));
        assertInstanceOf(UnsupportedOperationException.class, none.getCause());
    }

    @Test
    void whatDoesNotFitIsRefused() throws MPIException {
        int[] one = new int[1];
        assertEquals(MPI.ERR_OP, errorOf(() -> Comm.reduceLocal(one, one, 1, MPI.INT, null)));
        assertEquals(MPI.ERR_OP, errorOf(() -> Comm.reduceLocal(one, one, 1, MPI.INT, new Op(null, true))));
        assertEquals(MPI.ERR_OP, errorOf(() -> Comm.reduceLocal(one, one, 1, MPI.INT, MPI.MINLOC)));
        assertEquals(MPI.ERR_OP, errorOf(() -> Comm.reduceLocal(one, one, 1, MPI.INT, MPI.REPLACE)));
        assertEquals(MPI.ERR_OP,
            errorOf(() -> Comm.reduceLocal(new double[1], new double[1], 1, MPI.DOUBLE, MPI.BAND)));
        assertEquals(MPI.ERR_OP, errorOf(() -> Comm.reduceLocal(new byte[1], new byte[1], 1, MPI.PACKED, MPI.SUM)));
        assertEquals(MPI.ERR_TYPE, errorOf(() -> Comm.reduceLocal(one, one, 1, MPI.DATATYPE_NULL, MPI.SUM)));
        assertEquals(MPI.ERR_TYPE, errorOf(() -> Comm.reduceLocal(one, one, 1, null, MPI.SUM)));
        assertEquals(MPI.ERR_COUNT, errorOf(() -> Comm.reduceLocal(one, one, -1, MPI.INT, MPI.SUM)));
        assertEquals(MPI.ERR_BUFFER, errorOf(() -> Comm.reduceLocal(one, one, 2, MPI.INT, MPI.SUM)));
        assertEquals(MPI.ERR_OP, errorOf(MPI.SUM::free));
        Op op = new Op(FORMS[0], true);
        Comm.reduceLocal(new int[1], one, 1, MPI.INT, op);
        assertFalse(op.isNull());
        op.free();
        assertTrue(op.isNull());
        assertEquals(MPI.ERR_OP, errorOf(() -> Comm.reduceLocal(one, one, 1, MPI.INT, op)));
    }

    @Test
    void functionsOfProgramsCombineFewBytesInOneCall() {
        Reduction function = Op.reduction(new Op(FORMS[0], true), MPI.BYTE);
        assertEquals(100, function.together(100).item());
        assertEquals(1 << 16, function.together(1 << 16).item());
        assertSame(function, function.together((1 << 16) + 1));
        assertSame(function, function.together(1));
        Reduction sum = Op.reduction(MPI.SUM, MPI.BYTE);
        assertSame(sum, sum.together(100));
    }

    @Test
    void theSameReductionServesEveryCall() {
        Reduction sum = Op.reduction(MPI.SUM, MPI.DOUBLE);
        assertSame(sum, Op.reduction(MPI.SUM, MPI.DOUBLE));
        Op op = new Op(FORMS[0], true);
        assertSame(Op.reduction(op, MPI.INT), Op.reduction(op, MPI.INT));
    }
}
