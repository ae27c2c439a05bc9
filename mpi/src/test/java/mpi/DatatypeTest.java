package mpi;

import static org.hawser.mpi.Running.errorOf;
import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.lang.foreign.MemorySegment;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.DoubleBuffer;
import java.nio.IntBuffer;
import org.hawser.mpi.Running;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/** Derived datatypes: their sizes, their life, and every call that moves items of them, in a job of one. */
@ExtendWith(Running.class)
class DatatypeTest {
    private static final Comm COMM = MPI.COMM_SELF;

    private static Datatype committed(Datatype type) throws MPIException {
        type.commit();
        return type;
    }

    private static Datatype everyOther() throws MPIException {
        return committed(Datatype.createVector(3, 1, 2, MPI.INT));
    }

    private static void assertSizes(Datatype type, int size, int lb, int extent, int trueLb, int trueExtent)
            throws MPIException {
        assertEquals(size, type.getSize());
        assertEquals(lb, type.getLb());
        assertEquals(extent, type.getExtent());
        assertEquals(trueLb, type.getTrueLb());
        assertEquals(trueExtent, type.getTrueExtent());
    }

    @Test
    void sizesAreCountedInElementsOfTheBaseType() throws MPIException {
        assertSizes(MPI.INT, 1, 0, 1, 0, 1);
        assertSizes(MPI.DOUBLE_COMPLEX, 2, 0, 2, 0, 2);
        assertSizes(Datatype.createContiguous(5, MPI.DOUBLE), 5, 0, 5, 0, 5);
        assertSizes(Datatype.createVector(3, 2, 4, MPI.INT), 6, 0, 10, 0, 10);
        assertSizes(Datatype.createHVector(3, 2, 16, MPI.INT), 6, 0, 10, 0, 10);
        assertSizes(Datatype.createVector(3, 1, -2, MPI.LONG), 3, -4, 5, -4, 5);
        assertSizes(Datatype.createIndexed(new int[] {2, 1}, new int[] {3, 0}, MPI.FLOAT), 3, 0, 5, 0, 5);
        assertSizes(Datatype.createHIndexed(new int[] {2, 1}, new int[] {24, 8}, MPI.DOUBLE), 3, 1, 4, 1, 4);
        assertSizes(Datatype.createResized(MPI.SHORT, -4, 16), 1, -2, 8, 0, 1);
        assertSizes(Datatype.createContiguous(0, MPI.INT), 0, 0, 0, 0, 0);
        Datatype struct = Datatype.createStruct(new int[] {1, 2}, new int[] {0, 8},
            new Datatype[] {MPI.BYTE, MPI.DOUBLE});
        assertSizes(struct, 17, 0, 24, 0, 24);
        assertSizes(Datatype.createStruct(new int[] {1, 1}, new int[] {0, 8}, new Datatype[] {MPI.DOUBLE, MPI.BYTE}),
            9, 0, 16, 0, 9);
        assertSizes(MPI.DOUBLE_INT, 12, 0, 16, 0, 12);
    }

    @Test
    void itemsMayBeginBeforeASliceWhereTheMemoryIsKnown() throws MPIException {
        Datatype backwards = committed(Datatype.createVector(3, 1, -2, MPI.INT));
        byte[] packed = new byte[12];
        IntBuffer direct = MPI.newIntBuffer(8);
        int[] array = new int[8];
        for (int i = 0; i < 8; i++) {
            direct.put(i, i);
            array[i] = 10 * i;
        }
        COMM.pack(MPI.slice(direct, 5), 1, backwards, packed, 0);
        assertArrayEquals(new int[] {5, 3, 1}, ints(packed));
        COMM.pack(MPI.slice(array, 5), 1, backwards, packed, 0);
        assertArrayEquals(new int[] {50, 30, 10}, ints(packed));
        assertEquals(MPI.ERR_BUFFER, errorOf(() -> COMM.pack(MPI.slice(array, 3), 1, backwards, packed, 0)));
        assertEquals(MPI.ERR_BUFFER, errorOf(() -> COMM.pack(array, 1, backwards, packed, 0)));
        IntBuffer foreign = ByteBuffer.allocateDirect(32).order(ByteOrder.nativeOrder()).asIntBuffer().slice(5, 3);
        assertEquals(MPI.ERR_BUFFER, errorOf(() -> COMM.pack(foreign, 1, backwards, packed, 0)));
    }

    private static int[] ints(byte[] bytes) {
        int[] ints = new int[bytes.length / 4];
        ByteBuffer.wrap(bytes).order(ByteOrder.nativeOrder()).asIntBuffer().get(ints);
        return ints;
    }

    @Test
    void predefinedTypesHaveTheNamesThatProgramsCompareThemWith() throws MPIException {
        assertEquals("MPI_UINT8_T", MPI.BYTE.getName());
        assertEquals("MPI_UINT8_T", MPI.BOOLEAN.getName());
        assertEquals("MPI_UINT16_T", MPI.CHAR.getName());
        assertEquals("MPI_INT16_T", MPI.SHORT.getName());
        assertEquals("MPI_INT32_T", MPI.INT.getName());
        assertEquals("MPI_INT64_T", MPI.LONG.getName());
        assertEquals("MPI_FLOAT", MPI.FLOAT.getName());
        assertEquals("MPI_DOUBLE", MPI.DOUBLE.getName());
        assertEquals("MPI_C_COMPLEX", MPI.FLOAT_COMPLEX.getName());
    }

    @Test
    void setBoundsWinOverOthers() throws MPIException {
        Datatype wide = Datatype.createResized(MPI.INT, 0, 12);
        Datatype both = Datatype.createStruct(new int[] {1, 1}, new int[] {0, 32}, new Datatype[] {wide, MPI.INT});
        assertSizes(both, 8, 0, 12, 0, 36);
        assertSizes(Datatype.createContiguous(3, wide), 3, 0, 9, 0, 7);
    }

    @Test
    void whatDoesNotFitAnIntIsUndefined() throws MPIException {
        Datatype large = Datatype.createContiguous(1 << 30, MPI.DOUBLE);
        assertEquals(1 << 30, large.getSize());
        Datatype larger = Datatype.createContiguous(1 << 10, large);
        assertEquals(MPI.UNDEFINED, larger.getSize());
        assertEquals(MPI.ERR_ARG, errorOf(() -> Datatype.createContiguous(1 << 30, larger)));
        larger.commit();
        assertEquals(MPI.ERR_BUFFER, errorOf(() -> COMM.send(new double[1], 1, larger, 0, 0)));
        assertEquals(MPI.ERR_BUFFER, errorOf(() -> COMM.send(new double[1], Integer.MAX_VALUE, larger, 0, 0)));
        COMM.sendRecv(new double[1], 0, larger, 0, 0, new double[1], 0, larger, 0, 0);
    }

    @Test
    void onlyCommittedTypesTravel() throws MPIException {
        Datatype type = Datatype.createVector(2, 1, 2, MPI.INT);
        assertEquals(MPI.ERR_TYPE, errorOf(() -> COMM.send(new int[4], 1, type, 0, 0)));
        assertEquals(MPI.ERR_TYPE, errorOf(() -> COMM.iSend(new int[4], 1, type, 0, 0)));
        assertEquals(MPI.ERR_TYPE, errorOf(() -> COMM.recv(new int[4], 1, type, 0, 0)));
        assertEquals(MPI.ERR_TYPE, errorOf(() -> COMM.sendInit(new int[4], 1, type, 0, 0)));
        assertEquals(MPI.ERR_TYPE, errorOf(() -> COMM.pack(new int[4], 1, type, new byte[100], 0)));
        assertEquals(MPI.ERR_TYPE, errorOf(() -> COMM.packSize(1, type)));
        Datatype early = type.dup();
        type.commit();
        assertEquals(8, COMM.packSize(1, type));
        assertEquals(8, COMM.packSize(1, type.dup()));
        assertEquals(MPI.ERR_TYPE, errorOf(() -> COMM.packSize(1, early)));
        assertEquals(4, COMM.packSize(1, MPI.INT.dup()));
    }

    @Test
    void typesLiveOnInThoseMadeOfThem() throws MPIException {
        Datatype pair = Datatype.createVector(2, 1, 2, MPI.INT);
        Datatype pairs = committed(Datatype.createContiguous(2, pair));
        pair.free();
        assertTrue(pair.isNull());
        assertEquals(MPI.ERR_TYPE, errorOf(pair::getSize));
        assertEquals(MPI.ERR_TYPE, errorOf(pair::free));
        assertEquals(MPI.ERR_TYPE, errorOf(() -> Datatype.createContiguous(1, pair)));
        int[] got = new int[6];
        Request receive = COMM.iRecv(got, 1, pairs, 0, 0);
        Prequest again = COMM.sendInit(new int[] {1, 2, 3, 4, 5, 6}, 1, pairs, 0, 0);
        pairs.free();
        again.start();
        again.waitFor();
        again.free();
        receive.waitFor();
        assertArrayEquals(new int[] {1, 0, 3, 4, 0, 6}, got);
        assertEquals(MPI.ERR_TYPE, errorOf(() -> MPI.INT.free()));
    }

    @Test
    void badArgumentsAreRefused() throws MPIException {
        assertEquals(MPI.ERR_COUNT, errorOf(() -> Datatype.createContiguous(-1, MPI.INT)));
        assertEquals(MPI.ERR_COUNT, errorOf(() -> Datatype.createVector(-1, 1, 1, MPI.INT)));
        assertEquals(MPI.ERR_ARG, errorOf(() -> Datatype.createVector(1, -1, 1, MPI.INT)));
        assertEquals(MPI.ERR_ARG, errorOf(() -> Datatype.createHVector(1, -1, 1, MPI.INT)));
        assertEquals(MPI.ERR_ARG, errorOf(() -> Datatype.createIndexed(new int[] {-1}, new int[1], MPI.INT)));
        assertEquals(MPI.ERR_ARG, errorOf(() -> Datatype.createHIndexed(new int[2], new int[1], MPI.INT)));
        assertEquals(MPI.ERR_ARG, errorOf(() -> Datatype.createStruct(new int[1], new int[1], new Datatype[0])));
        assertEquals(MPI.ERR_TYPE, errorOf(() -> Datatype.createStruct(new int[1], new int[1], new Datatype[1])));
        assertEquals(MPI.ERR_TYPE, errorOf(() -> Datatype.createContiguous(1, MPI.DATATYPE_NULL)));
        assertEquals(MPI.ERR_TYPE, errorOf(() -> Datatype.createContiguous(1, null)));
    }

    @Test
    void aStructIsMadeOfWhatHasALength() throws MPIException {
        Datatype nothing = committed(Datatype.createStruct(new int[0], new int[0], new Datatype[0]));
        Status status = COMM.sendRecv(new int[1], 100, nothing, 0, 0, new double[1], 100, nothing, 0, 0);
        assertEquals(0, status.getCount(nothing));
        assertEquals(0, status.getElements(nothing));
        Datatype ints = committed(Datatype.createStruct(new int[] {1, 2, 0}, new int[] {0, 8, 8},
            new Datatype[] {MPI.INT, MPI.INT, MPI.FLOAT}));
        int[] got = new int[8];
        status = COMM.sendRecv(new int[] {1, 2, 3, 4, 5, 6, 7, 8}, 2, ints, 0, 0, got, 2, ints, 0, 0);
        assertArrayEquals(new int[] {1, 0, 3, 4, 5, 0, 7, 8}, got);
        assertEquals(2, status.getCount(ints));
        assertEquals(6, status.getElements(ints));
    }

    @Test
    void typesOfNothingReachNowhere() throws MPIException {
        Datatype none = Datatype.createVector(3, 0, 2, MPI.INT);
        assertEquals(0, none.getSize());
        assertEquals(0, none.getLb());
        assertEquals(0, none.getExtent());
        assertEquals(0, Datatype.createContiguous(2, none).getExtent());
        assertEquals(0, Datatype.createHIndexed(new int[] {2}, new int[] {24}, none).getLb());
        Datatype struct = Datatype.createStruct(new int[] {1, 1}, new int[] {0, 8}, new Datatype[] {none, MPI.INT});
        assertEquals(8, struct.getLb());
        assertEquals(4, struct.getExtent());
        Datatype room = Datatype.createResized(none, 0, 16);
        assertEquals(16, Datatype.createStruct(new int[] {1, 1}, new int[] {0, 8}, new Datatype[] {room, MPI.INT})
            .getExtent());
    }

    @Test
    void everyByteTouchedLiesInTheBuffer() throws MPIException {
        Datatype type = everyOther();
        COMM.sendRecv(new int[5], 1, type, 0, 0, new int[3], 3, MPI.INT, 0, 0);
        assertEquals(MPI.ERR_BUFFER, errorOf(() -> COMM.send(new int[4], 1, type, 0, 0)));
        assertEquals(MPI.ERR_BUFFER, errorOf(() -> COMM.send(new int[9], 2, type, 0, 0)));
        Datatype backwards = committed(Datatype.createVector(2, 1, -1, MPI.INT));
        assertEquals(MPI.ERR_BUFFER, errorOf(() -> COMM.send(new int[9], 1, backwards, 0, 0)));
        Datatype shifted = committed(Datatype.createHIndexed(new int[] {1}, new int[] {4}, backwards));
        int[] got = new int[2];
        COMM.sendRecv(new int[] {1, 2}, 1, shifted, 0, 0, got, 2, MPI.INT, 0, 0);
        assertArrayEquals(new int[] {2, 1}, got);
        assertEquals(MPI.ERR_TYPE, errorOf(() -> COMM.send(new double[9], 1, type, 0, 0)));
    }

    @Test
    void everyWayOfSendingPacksAndEveryWayOfReceivingUnpacks() throws MPIException {
        Datatype type = everyOther();
        int[] out = {1, 2, 3, 4, 5};
        MPI.attachBuffer(new byte[100]);
        Prequest persistent = COMM.sendInit(out, 1, type, 0, 0);
        Prequest buffered = COMM.bSendInit(out, 1, type, 0, 0);
        Running.Call[] sends = {
            () -> COMM.iSend(out, 1, type, 0, 0).waitFor(), () -> COMM.bSend(out, 1, type, 0, 0),
            () -> COMM.ibSend(IntBuffer.wrap(out), 1, type, 0, 0).waitFor(),
            () -> COMM.isSend(out, 1, type, 0, 0).free(), () -> COMM.irSend(out, 1, type, 0, 0).waitFor(),
            persistent::start, buffered::start};
        for (Running.Call send : sends) {
            send.run();
            int[] in = new int[5];
            Status status = COMM.recv(in, 1, type, 0, 0);
            assertEquals(1, status.getCount(type));
            assertEquals(3, status.getElements(type));
            assertArrayEquals(new int[] {1, 0, 3, 0, 5}, in);
        }
        persistent.waitFor();
        buffered.waitFor();
        MPI.detachBuffer();
        COMM.iSend(out, 1, type, 0, 0).waitFor();
        Message message = new Message();
        message.mProbe(0, 0, COMM);
        int[] in = new int[5];
        assertEquals(1, message.mRecv(in, 1, type).getCount(type));
        assertArrayEquals(new int[] {1, 0, 3, 0, 5}, in);
        int[] turned = {1, 2, 3, 4, 5};
        COMM.sendRecvReplace(turned, 1, type, 0, 0, 0, 0);
        assertArrayEquals(new int[] {1, 2, 3, 4, 5}, turned);
    }

    @Test
    void buffersOfAllKindsHoldItems() throws MPIException {
        Datatype type = committed(Datatype.createVector(2, 1, 2, MPI.DOUBLE));
        DoubleBuffer direct = MPI.newDoubleBuffer(3);
        Object[] targets = {direct, DoubleBuffer.allocate(3), MemorySegment.ofArray(new double[3]), new double[3],
            new byte[24], MPI.newByteBuffer(24)};
        for (Object target : targets) {
            COMM.sendRecv(DoubleBuffer.wrap(new double[] {1, 2, 3}).asReadOnlyBuffer(), 1, type, 0, 0, target, 1, type,
                0, 0);
            double[] seen = new double[2];
            COMM.sendRecv(target, 1, type, 0, 0, seen, 2, MPI.DOUBLE, 0, 0);
            assertArrayEquals(new double[] {1, 3}, seen);
        }
        assertEquals(0, direct.get(1));
        boolean[] flags = new boolean[3];
        Datatype flag = committed(Datatype.createVector(2, 1, 2, MPI.BOOLEAN));
        COMM.sendRecv(new boolean[] {true, true, true}, 1, flag, 0, 0, flags, 1, flag, 0, 0);
        assertArrayEquals(new boolean[] {true, false, true}, flags);
    }

    @Test
    void packedItemsAreTheBytesOfTheirMessage() throws MPIException {
        Datatype type = everyOther();
        byte[] bytes = new byte[COMM.packSize(1, type) + COMM.packSize(1, MPI.DOUBLE)];
        int end = COMM.pack(new int[] {1, 2, 3, 4, 5}, 1, type, bytes, 0);
        end = COMM.pack(new double[] {2.5}, 1, MPI.DOUBLE, bytes, end);
        assertEquals(20, end);
        byte[] in = new byte[20];
        COMM.sendRecv(bytes, end, MPI.PACKED, 0, 0, in, 20, MPI.PACKED, 0, 0);
        int[] ints = new int[3];
        double[] number = new double[1];
        int position = COMM.unpack(in, 0, ints, 3, MPI.INT);
        assertEquals(20, COMM.unpack(in, position, number, 1, MPI.DOUBLE));
        assertArrayEquals(new int[] {1, 3, 5}, ints);
        assertEquals(2.5, number[0]);
        assertEquals(MPI.ERR_TRUNCATE, errorOf(() -> COMM.unpack(in, 16, number, 1, MPI.DOUBLE)));
        assertEquals(MPI.ERR_TRUNCATE, errorOf(() -> COMM.pack(ints, 3, MPI.INT, bytes, 10)));
        assertEquals(MPI.ERR_ARG, errorOf(() -> COMM.pack(ints, 3, MPI.INT, bytes, -1)));
        assertEquals(MPI.ERR_COUNT, errorOf(() -> COMM.pack(ints, -3, MPI.INT, bytes, 0)));
        assertEquals(MPI.ERR_BUFFER, errorOf(() -> COMM.pack(ints, 3, MPI.INT, null, 0)));
    }

    @Test
    void statusesCountItemsAndElements() throws MPIException {
        Datatype struct = committed(Datatype.createStruct(new int[] {1, 2}, new int[] {0, 8},
            new Datatype[] {MPI.INT, MPI.DOUBLE}));
        COMM.iSend(new byte[40], 40, MPI.BYTE, 0, 0).waitFor();
        Status status = COMM.recv(new byte[100], 4, struct, 0, 0);
        assertEquals(2, status.getCount(struct));
        assertEquals(6, status.getElements(struct));
        COMM.iSend(new byte[32], 32, MPI.BYTE, 0, 0).waitFor();
        status = COMM.recv(new byte[100], 4, struct, 0, 0);
        assertEquals(MPI.UNDEFINED, status.getCount(struct));
        assertEquals(5, status.getElements(struct));
        assertEquals(5, status.getElementsX(struct).getCount());
        status.setElements(struct, 4);
        assertEquals(24, status.getCount(MPI.BYTE));
        status.setElements(MPI.BYTE, 22);
        assertEquals(MPI.UNDEFINED, status.getElements(struct));
        status.setElementsX(struct, new Count(300));
        assertEquals(100, status.getCount(struct));
        Datatype nothing = committed(Datatype.createContiguous(0, MPI.INT));
        assertEquals(MPI.UNDEFINED, status.getCount(nothing));
    }

    @Test
    void namesAndAttributesAreTheTypesOwn() throws MPIException {
        Datatype type = everyOther();
        assertEquals("", type.getName());
        type.setName("every other");
        assertEquals("every other", type.getName());
        int key = Datatype.createKeyval();
        type.setAttr(key, "value");
        assertEquals("value", type.dup().getAttr(key));
        type.deleteAttr(key);
        assertFalse(type.isNull());
        Datatype.freeKeyval(key);
    }
}
