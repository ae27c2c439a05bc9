package mpi;

import static org.hawser.mpi.Running.errorOf;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.IntBuffer;
import org.hawser.mpi.Running;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

@ExtendWith(Running.class)
class EnvironmentTest {
    @Test
    void mpiBeginsOnce() throws MPIException {
        assertTrue(MPI.isInitialized());
        assertFalse(MPI.isFinalized());
        MPIException e = assertThrows(MPIException.class, () -> MPI.Init(new String[0]));
        assertEquals(MPI.ERR_OTHER, e.getErrorClass());
        assertEquals("MPI.Init: MPI is initialized already", e.getMessage());
        assertEquals(MPI.ERR_ARG, errorOf(() -> MPI.InitThread(new String[0], 4)));
    }

    @Test
    void timeGoesOn() throws MPIException {
        double before = MPI.wtime();
        assertTrue(MPI.wtime() >= before);
        assertTrue(MPI.wtick() > 0 && MPI.wtick() < 1e-3);
        assertEquals(3, MPI.getVersion().getVersion());
        assertEquals(1, MPI.getVersion().getSubVersion());
        assertTrue(MPI.getLibVersion().startsWith("Hawser"));
        assertFalse(MPI.getProcessorName().isEmpty());
    }

    @Test
    void worldAndSelfKnowThemselves() throws MPIException {
        assertEquals(1, MPI.COMM_WORLD.getSize());
        assertEquals(0, MPI.COMM_WORLD.getRank());
        assertEquals("MPI_COMM_WORLD", MPI.COMM_WORLD.getName());
        assertEquals(MPI.IDENT, Comm.compare(MPI.COMM_WORLD, MPI.COMM_WORLD));
        assertEquals(MPI.CONGRUENT, Comm.compare(MPI.COMM_WORLD, MPI.COMM_SELF));
        assertEquals(MPI.UNDEFINED, MPI.COMM_WORLD.getTopology());
        assertFalse(MPI.COMM_WORLD.isInter());
        assertFalse(MPI.COMM_WORLD.isNull());
        assertEquals(MPI.ERR_COMM, errorOf(MPI.COMM_WORLD::free));
        MPI.COMM_WORLD.barrier();
        MPI.COMM_SELF.barrier();
    }

    @Test
    void attributesHangByTheirKeys() throws MPIException {
        assertEquals(Integer.MAX_VALUE, MPI.COMM_WORLD.getAttr(MPI.TAG_UB));
        assertEquals(false, MPI.COMM_WORLD.getAttr(MPI.WTIME_IS_GLOBAL));
        int key = Comm.createKeyval();
        assertNull(MPI.COMM_WORLD.getAttr(key));
        MPI.COMM_WORLD.setAttr(key, "value");
        assertEquals("value", MPI.COMM_WORLD.getAttr(key));
        assertNull(MPI.COMM_SELF.getAttr(key));
        MPI.COMM_WORLD.deleteAttr(key);
        assertNull(MPI.COMM_WORLD.getAttr(key));
        Comm.freeKeyval(key);
        assertEquals(MPI.ERR_KEYVAL, errorOf(() -> MPI.COMM_WORLD.getAttr(key)));
        assertEquals(MPI.ERR_KEYVAL, errorOf(() -> MPI.COMM_WORLD.setAttr(MPI.TAG_UB, 3)));
    }

    @Test
    void errorHandlersAreKept() throws MPIException {
        assertSame(MPI.ERRORS_RETURN, MPI.COMM_WORLD.getErrhandler());
        MPI.COMM_WORLD.callErrhandler(MPI.ERR_OTHER);
    }

    @Test
    void argumentsAreRefusedBeforeAnythingMoves() {
        int[] data = new int[4];
        assertEquals(MPI.ERR_RANK, errorOf(() -> MPI.COMM_WORLD.send(data, 4, MPI.INT, 1, 0)));
        assertEquals(MPI.ERR_RANK, errorOf(() -> MPI.COMM_WORLD.send(data, 4, MPI.INT, MPI.ANY_SOURCE, 0)));
        assertEquals(MPI.ERR_RANK, errorOf(() -> MPI.COMM_WORLD.recv(data, 4, MPI.INT, 7, 0)));
        assertEquals(MPI.ERR_TAG, errorOf(() -> MPI.COMM_WORLD.send(data, 4, MPI.INT, 0, -1)));
        assertEquals(MPI.ERR_TAG, errorOf(() -> MPI.COMM_WORLD.recv(data, 4, MPI.INT, 0, -2)));
        assertEquals(MPI.ERR_COUNT, errorOf(() -> MPI.COMM_WORLD.send(data, -1, MPI.INT, 0, 0)));
        assertEquals(MPI.ERR_BUFFER, errorOf(() -> MPI.COMM_WORLD.send(data, 5, MPI.INT, 0, 0)));
        assertEquals(MPI.ERR_BUFFER, errorOf(() -> MPI.COMM_WORLD.send(null, 1, MPI.INT, 0, 0)));
        assertEquals(MPI.ERR_TYPE, errorOf(() -> MPI.COMM_WORLD.iSend(data, 1, MPI.DOUBLE, 0, 0)));
        assertEquals(MPI.ERR_TYPE, errorOf(() -> MPI.COMM_WORLD.iRecv(data, 1, MPI.DATATYPE_NULL, 0, 0)));
        assertEquals(MPI.ERR_TYPE, errorOf(() -> MPI.COMM_WORLD.send(data, 1, null, 0, 0)));
        assertEquals(MPI.ERR_RANK, errorOf(() -> MPI.COMM_WORLD.sendInit(data, 1, MPI.INT, 9, 0)));
        assertEquals(MPI.ERR_RANK, errorOf(() -> MPI.COMM_WORLD.probe(3, 0)));
        assertEquals(MPI.ERR_BUFFER, errorOf(() -> MPI.COMM_WORLD.bSend(data, 4, MPI.INT, 0, 0)));
        assertEquals(MPI.ERR_COMM, errorOf(() -> new Message().mProbe(0, 0, null)));
    }

    @Test
    void nobodyIsServedAtOnce() throws MPIException {
        int[] data = new int[4];
        MPI.COMM_WORLD.send(data, 4, MPI.INT, MPI.PROC_NULL, 0);
        Status status = MPI.COMM_WORLD.recv(data, 4, MPI.INT, MPI.PROC_NULL, 0);
        assertEquals(MPI.PROC_NULL, status.getSource());
        assertEquals(MPI.ANY_TAG, status.getTag());
        assertEquals(0, status.getCount(MPI.INT));
        Request request = MPI.COMM_WORLD.iRecv(data, 4, MPI.INT, MPI.PROC_NULL, 0);
        assertFalse(request.isNull());
        assertEquals(MPI.PROC_NULL, request.waitStatus().getSource());
        assertTrue(request.isNull());
        assertEquals(MPI.PROC_NULL, MPI.COMM_WORLD.probe(MPI.PROC_NULL, 0).getSource());
        Message message = new Message();
        message.mProbe(MPI.PROC_NULL, 0, MPI.COMM_WORLD);
        assertTrue(message.isNoProc());
        assertEquals(MPI.PROC_NULL, message.mRecv(data, 4, MPI.INT).getSource());
        assertTrue(message.isNull());
    }

    @Test
    void buffersAreDirectAndNative() {
        ByteBuffer bytes = MPI.newByteBuffer(100);
        assertTrue(bytes.isDirect());
        assertEquals(ByteOrder.nativeOrder(), bytes.order());
        assertEquals(100, bytes.capacity());
        assertEquals(7, MPI.newCharBuffer(7).capacity());
        assertEquals(7, MPI.newShortBuffer(7).capacity());
        IntBuffer ints = MPI.newIntBuffer(7);
        assertEquals(7, ints.capacity());
        assertEquals(ByteOrder.nativeOrder(), ints.order());
        assertEquals(7, MPI.newLongBuffer(7).capacity());
        assertEquals(7, MPI.newFloatBuffer(7).capacity());
        assertEquals(7, MPI.newDoubleBuffer(7).capacity());
    }

    @Test
    void slicesShareMemoryAndOrder() {
        IntBuffer ints = MPI.newIntBuffer(10);
        MPI.slice(ints, 4).put(0, 42);
        assertEquals(42, ints.get(4));
        assertEquals(6, MPI.slice(ints, 4).capacity());
        assertEquals(0, ints.position());
        double[] doubles = new double[5];
        MPI.slice(doubles, 2).put(1, 3.5);
        assertEquals(3.5, doubles[3]);
        ByteBuffer bytes = ByteBuffer.allocate(8).order(ByteOrder.BIG_ENDIAN);
        assertEquals(ByteOrder.BIG_ENDIAN, MPI.slice(bytes, 2).order());
        assertEquals(ByteOrder.nativeOrder(), MPI.slice(new byte[4], 2).order());
    }
}
