package mpi;

import static org.hawser.mpi.Running.errorOf;
import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.ByteOrder;
import java.nio.CharBuffer;
import java.nio.IntBuffer;
import java.util.Arrays;
import org.hawser.mpi.Running;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/** The point-to-point calls, of a process that sends to itself. */
@ExtendWith(Running.class)
class MessagesTest {
    private static final Comm COMM = MPI.COMM_SELF;

    @Test
    void everyKindOfArrayArrives() throws MPIException {
        Object[][] cases = {
            {new byte[] {1, 2}, new byte[2], MPI.BYTE}, {new char[] {'a', 'b'}, new char[2], MPI.CHAR},
            {new short[] {1, 2}, new short[2], MPI.SHORT}, {new boolean[] {true, false}, new boolean[2], MPI.BOOLEAN},
            {new int[] {1, 2}, new int[2], MPI.INT}, {new long[] {1, 2}, new long[2], MPI.LONG},
            {new float[] {1, 2}, new float[2], MPI.FLOAT}, {new double[] {1, 2}, new double[2], MPI.DOUBLE}};
        for (Object[] one : cases) {
            Datatype type = (Datatype) one[2];
            Request send = COMM.iSend(one[0], 2, type, 0, 5);
            Status status = COMM.recv(one[1], 2, type, MPI.ANY_SOURCE, MPI.ANY_TAG);
            send.waitFor();
            assertEquals(0, status.getSource());
            assertEquals(5, status.getTag());
            assertEquals(2, status.getCount(type));
            assertArrayEquals(new Object[] {one[0]}, new Object[] {one[1]});
        }
    }

    @Test
    void buffersSegmentsAndReadOnlyBuffersArrive() throws MPIException {
        IntBuffer direct = MPI.newIntBuffer(4);
        COMM.sendRecv(IntBuffer.wrap(new int[] {1, 2, 3, 4}).asReadOnlyBuffer(), 4, MPI.INT, 0, 0,
            direct.position(2), 4, MPI.INT, 0, 0);
        assertEquals(1, direct.get(0));
        assertEquals(4, direct.get(3));
        try (Arena arena = Arena.ofConfined()) {
            MemorySegment memory = arena.allocate(16, 4);
            COMM.sendRecv(direct, 4, MPI.INT, 0, 0, memory, 4, MPI.INT, 0, 0);
            assertEquals(3, memory.getAtIndex(ValueLayout.JAVA_INT, 2));
        }
        int[] both = {7, 8};
        assertEquals(2, COMM.sendRecvReplace(both, 2, MPI.INT, 0, 1, 0, 1).getCount(MPI.INT));
        assertArrayEquals(new int[] {7, 8}, both);
    }

    @Test
    void aMessageThatIsTooLongIsTruncated() throws MPIException {
        COMM.iSend(new int[4], 4, MPI.INT, 0, 0).waitFor();
        assertEquals(MPI.ERR_TRUNCATE, errorOf(() -> COMM.recv(new int[2], 2, MPI.INT, 0, 0)));
        Request receive = COMM.iRecv(new int[2], 2, MPI.INT, 0, 1);
        COMM.send(new int[4], 4, MPI.INT, 0, 1);
        MPIException e = assertThrows(MPIException.class,
            () -> Request.waitAll(new Request[] {MPI.REQUEST_NULL, receive}));
        assertEquals(MPI.ERR_IN_STATUS, e.getErrorClass());
        assertTrue(e.getMessage().contains("[1] ERR_TRUNCATE"), e.getMessage());
        assertTrue(receive.isNull());
    }

    @Test
    void bufferedSendsLeaveTheirBuffersAtOnce() throws MPIException {
        byte[] room = new byte[64];
        MPI.attachBuffer(room);
        assertEquals(MPI.ERR_BUFFER, errorOf(() -> MPI.attachBuffer(new byte[1])));
        assertEquals(MPI.ERR_BUFFER, errorOf(() -> COMM.bSend(new byte[65], 65, MPI.BYTE, 0, 0)));
        int[] data = {1};
        COMM.bSend(data, 1, MPI.INT, 0, 0);
        data[0] = 2;
        COMM.ibSend(data, 1, MPI.INT, 0, 0).waitFor();
        data[0] = 3;
        Prequest again = COMM.bSendInit(data, 1, MPI.INT, 0, 0);
        again.start();
        again.waitFor();
        data[0] = 4;
        for (int expected = 1; expected <= 3; expected++) {
            int[] got = new int[1];
            COMM.recv(got, 1, MPI.INT, 0, 0);
            assertEquals(expected, got[0]);
        }
        assertEquals(room, MPI.detachBuffer());
        assertNull(MPI.detachBuffer());
    }

    @Test
    void aShortBufferedSendWhoseErrorsAreFatalNeedsNoBuffer() throws MPIException {
        Intracomm fatal = MPI.COMM_SELF.dup();
        fatal.setErrhandler(MPI.ERRORS_ARE_FATAL);
        byte[] room = new byte[8];
        for (int round = 0; round < 2; round++) {
            int[] data = {7, 8, 9};
            fatal.bSend(data, 3, MPI.INT, 0, 0);
            data[0] = 0;
            Prequest again = fatal.bSendInit(data, 1, MPI.INT, 0, 1);
            again.start();
            again.waitFor();
            int[] got = new int[3];
            fatal.recv(got, 1, MPI.INT, 0, 1);
            fatal.recv(got, 3, MPI.INT, 0, 0);
            assertArrayEquals(new int[] {7, 8, 9}, got);
            if (round == 0) {
                MPI.attachBuffer(room);
            }
        }
        assertSame(room, MPI.detachBuffer());
        assertEquals(MPI.ERR_BUFFER, errorOf(() -> COMM.bSend(new int[3], 3, MPI.INT, 0, 0)));
        fatal.free();
    }

    @Test
    void aReceiveMayNameMoreThanItsDirectBufferHoldsWhereErrorsAreFatal() throws MPIException {
        Comm fatal = COMM.dup();
        fatal.setErrhandler(MPI.ERRORS_ARE_FATAL);
        char[] out = {'a', 'b', 'c'};
        CharBuffer in = MPI.newCharBuffer(3);
        Prequest again = fatal.recvInit(in, 500, MPI.CHAR, 0, 0);
        for (int round = 0; round < 4; round++) {
            in.put(2, '-');
            Request request = round == 0 ? fatal.iRecv(in, 500, MPI.CHAR, 0, 0) : again;
            if (round == 1) {
                again.start();
            }
            int sent = round == 0 ? 3 : 2;
            if (round < 2) {
                fatal.send(out, sent, MPI.CHAR, 0, 0);
                assertEquals(sent, request.waitStatus().getCount(MPI.CHAR));
            } else if (round == 2) {
                assertEquals(2, fatal.sendRecv(out, 2, MPI.CHAR, 0, 0, in, 4, MPI.CHAR, 0, 0).getCount(MPI.CHAR));
            } else {
                Request sending = fatal.iSend(out, 2, MPI.CHAR, 0, 0);
                assertEquals(2, fatal.recv(in, 4, MPI.CHAR, 0, 0).getCount(MPI.CHAR));
                sending.waitFor();
            }
            assertEquals('b', in.get(1));
            assertEquals(round == 0 ? 'c' : '-', in.get(2));
        }
        again.free();
        fatal.setErrhandler(MPI.ERRORS_RETURN);
        assertEquals(MPI.ERR_BUFFER, errorOf(() -> fatal.iRecv(in, 4, MPI.CHAR, 0, 0)));
        assertEquals(MPI.ERR_BUFFER, errorOf(() -> fatal.recv(in, 4, MPI.CHAR, 0, 0)));
        fatal.free();
    }

    @Test
    void whatIsNoBufferIsToldWithWhatToGiveInstead() {
        Object[][] cases = {{new int[2][2], "rows"}, {new Integer[2], "new int[] {n}"}, {1.5, "new int[] {n}"},
            {'c', "new int[] {n}"}, {"text", "ObjectOutputStream"}, {new String[1], "ObjectOutputStream"}};
        for (Object[] one : cases) {
            MPIException refusal = assertThrows(MPIException.class, () -> COMM.send(one[0], 1, MPI.INT, 0, 0));
            assertEquals(MPI.ERR_BUFFER, refusal.getErrorClass());
            assertTrue(refusal.getMessage().contains((String) one[1]), refusal.getMessage());
        }
    }

    @Test
    void messagesOfNothingAreFromAndToAnyObject() throws MPIException {
        COMM.sendRecv("text", 0, MPI.CHAR, 0, 0, Integer.valueOf(1), 0, MPI.INT, 0, 0);
        COMM.sendRecvReplace(new Object[1], 0, MPI.INT, 0, 0, 0, 0);
        COMM.bcast(Integer.valueOf(1), 0, MPI.INT, 0);
        COMM.iSend((Object) "text", 0, MPI.CHAR, 0, 0);
        assertEquals(0, COMM.recv("text", 0, MPI.CHAR, 0, 0).getCount(MPI.BYTE));
    }

    @Test
    void aShortBufferedSendThatIsWaitedForLaterNeedsNoBuffer() throws MPIException {
        int[] data = {7};
        COMM.ibSend(data, 1, MPI.INT, 0, 0).waitFor();
        MPI.attachBuffer(new byte[4]);
        COMM.ibSend(data, 1, MPI.INT, 0, 1).waitFor();
        COMM.ibSend(new long[] {8}, 1, MPI.LONG, 0, 2).waitFor();
        MPI.detachBuffer();
        assertEquals(MPI.ERR_BUFFER, errorOf(() -> COMM.ibSend(new byte[1 << 20], 1 << 20, MPI.BYTE, 0, 0)));
        assertEquals(MPI.ERR_COUNT, errorOf(() -> COMM.ibSend(data, -1, MPI.INT, 0, 0)));
        int[] got = new int[1];
        COMM.recv(got, 1, MPI.INT, 0, 1);
        assertEquals(7, got[0]);
        got[0] = 0;
        COMM.recv(got, 1, MPI.INT, 0, 0);
        assertEquals(7, got[0]);
        long[] last = new long[1];
        COMM.recv(last, 1, MPI.LONG, 0, 2);
        assertEquals(8, last[0]);
    }

    @Test
    void blockingCallsTakeAnArrayForItsBytesWhereErrorsAreFatal() throws MPIException {
        Comm fatal = COMM.dup();
        fatal.setErrhandler(MPI.ERRORS_ARE_FATAL);
        Datatype[] types = {MPI.BYTE, MPI.CHAR, MPI.SHORT, MPI.INT, MPI.LONG, MPI.FLOAT, MPI.DOUBLE, MPI.PACKED};
        for (Datatype type : types) {
            int[] out = new int[10];
            Arrays.setAll(out, i -> i + 1);
            int[] in = new int[10];
            fatal.send(out, 5, type, 0, 0);
            assertEquals(5, fatal.recv(in, 5, type, 0, 0).getCount(type));
            assertEquals(1, in[0]);
            in[0] = 0;
            assertEquals(5, fatal.sendRecv(out, 5, type, 0, 0, in, 5, type, 0, 0).getCount(type));
            assertEquals(1, in[0]);
            assertEquals(5, fatal.sendRecvReplace(out, 5, type, 0, 0, 0, 0).getCount(type));
        }
        fatal.send(new int[] {3}, 1, MPI.INT, 0, 0);
        Message message = new Message();
        message.mProbe(0, 0, fatal);
        short[] quarters = new short[2];
        message.mRecv(quarters, 1, MPI.INT);
        assertEquals(3, quarters[0] + quarters[1]);
        long[] halves = new long[1];
        fatal.sendRecv(new int[] {1, 2}, 2, MPI.INT, 0, 0, halves, 2, MPI.INT, 0, 0);
        int low = ByteOrder.nativeOrder() == ByteOrder.LITTLE_ENDIAN ? 1 : 2;
        assertEquals(low + ((3L - low) << 32), halves[0]);
        byte[] packed = new byte[8];
        assertEquals(8, fatal.pack(halves, 2, MPI.INT, packed, 0));
        int[] unpacked = new int[2];
        assertEquals(8, fatal.unpack(packed, 0, unpacked, 1, MPI.DOUBLE));
        assertArrayEquals(new int[] {1, 2}, unpacked);
        fatal.free();
    }

    @Test
    void anArrayMustFitTheTypeWhereErrorsAreThrown() throws MPIException {
        assertEquals(MPI.ERR_TYPE, errorOf(() -> COMM.send(new int[4], 2, MPI.DOUBLE, 0, 0)));
        assertEquals(MPI.ERR_TYPE, errorOf(() -> COMM.recv(new short[4], 1, MPI.INT, 0, 0)));
        assertEquals(MPI.ERR_TYPE, errorOf(() -> COMM.sendRecvReplace(new short[4], 1, MPI.INT, 0, 0, 0, 0)));
        assertEquals(MPI.ERR_TYPE, errorOf(() -> COMM.send(new int[4], 1, MPI.SHORT_INT, 0, 0)));
        assertEquals(MPI.ERR_TYPE, errorOf(() -> COMM.pack(new int[4], 1, MPI.CHAR, new byte[8], 0)));
        Comm copy = COMM.dup();
        assertEquals(MPI.ERR_TYPE, errorOf(() -> copy.iRecv(new int[4], 1, MPI.FLOAT, 0, 0)));
        assertEquals(MPI.ERR_TYPE, errorOf(() -> copy.recv(new int[4], 1, MPI.FLOAT, 0, 0)));
        copy.free();
    }

    @Test
    void probesSeeMessagesAndMatchedProbesTakeThem() throws MPIException {
        assertNull(COMM.iProbe(MPI.ANY_SOURCE, 3));
        Request send = COMM.isSend(new int[] {1, 2, 3}, 3, MPI.INT, 0, 3);
        assertEquals(3, COMM.probe(MPI.ANY_SOURCE, 3).getCount(MPI.INT));
        assertFalse(send.test());
        Message message = new Message();
        assertTrue(message.isNull());
        assertEquals(3, message.mProbe(0, MPI.ANY_TAG, COMM).getTag());
        assertNull(COMM.iProbe(0, 3));
        assertNull(new Message().imProbe(0, 3, COMM));
        int[] got = new int[3];
        assertEquals(3, message.mRecv(got, 3, MPI.INT).getCount(MPI.INT));
        assertArrayEquals(new int[] {1, 2, 3}, got);
        assertTrue(message.isNull());
        send.waitFor();
        assertEquals(MPI.ERR_REQUEST, errorOf(() -> message.mRecv(got, 3, MPI.INT)));
    }

    @Test
    void persistentRequestsSendWhatTheBufferHoldsWhenTheyStart() throws MPIException {
        int[] out = new int[1];
        int[] in = new int[1];
        Prequest[] both = {COMM.sendInit(out, 1, MPI.INT, 0, 0), COMM.recvInit(in, 1, MPI.INT, 0, 0)};
        for (int i = 0; i < 10; i++) {
            out[0] = i;
            Prequest.startAll(both);
            Status[] statuses = Request.waitAllStatus(both);
            assertEquals(1, statuses[1].getCount(MPI.INT));
            assertEquals(i, in[0]);
        }
        both[0].free();
        both[1].free();
    }

    @Test
    void requestsOfSeveralEndOneByOne() throws MPIException {
        Request[] requests = {COMM.iRecv(new int[1], 1, MPI.INT, 0, 10), COMM.iRecv(new int[1], 1, MPI.INT, 0, 11)};
        assertEquals(MPI.UNDEFINED, Request.testAny(requests));
        assertEquals(0, Request.testSome(requests).length);
        assertFalse(Request.testAll(requests));
        COMM.send(new int[1], 1, MPI.INT, 0, 11);
        assertEquals(1, Request.waitAny(requests));
        assertTrue(requests[1].isNull());
        assertNull(requests[0].getStatus());
        COMM.send(new int[1], 1, MPI.INT, 0, 10);
        assertArrayEquals(new int[] {0}, Request.waitSome(requests));
    }

    @Test
    void aReceiveThatMatchedNothingCanBeCancelledOrFreed() throws MPIException {
        Request receive = COMM.iRecv(new int[1], 1, MPI.INT, 0, 20);
        receive.cancel();
        assertTrue(receive.waitStatus().isCancelled());
        int[] late = new int[1];
        Request freed = COMM.iRecv(late, 1, MPI.INT, 0, 21);
        freed.free();
        COMM.send(new int[] {9}, 1, MPI.INT, 0, 21);
        COMM.send(new int[1], 1, MPI.INT, 0, 22);
        COMM.recv(new int[1], 1, MPI.INT, 0, 22);
        assertEquals(9, late[0]);
    }

    @Test
    void pendingRequestsHoldUpTheEnd() throws MPIException {
        Request receive = COMM.iRecv(new int[1], 1, MPI.INT, 0, 30);
        MPIException e = assertThrows(MPIException.class, MPI::Finalize);
        assertEquals(MPI.ERR_PENDING, e.getErrorClass());
        assertTrue(e.getMessage().endsWith("pending=1"), e.getMessage());
        assertFalse(MPI.isFinalized());
        receive.cancel();
        receive.waitFor();
    }
}
