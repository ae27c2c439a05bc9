package org.hawser.system;

import static org.hawser.system.Traffic.check;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.nio.ByteBuffer;
import java.util.Arrays;
import mpi.Comm;
import mpi.MPI;
import mpi.MPIException;
import mpi.Prequest;
import mpi.Request;

/** Calls with bad arguments: each is refused with its class and reason, and a good exchange works afterwards. */
final class MpiMistakes {
    private final Comm world = MPI.COMM_WORLD;
    private final int me = world.getRank();
    private final int size = world.getSize();
    private final int other = (me + 1) % size;
    private int exchanges;

    /** A call that must be refused. */
    @FunctionalInterface
    private interface Call {
        void run() throws MPIException;
    }

    private MpiMistakes() throws MPIException {
    }

    /** All of them, with Init and Finalize around. */
    static void run() throws MPIException {
        outside("not initialized");
        MPI.Init(new String[0]);
        MPI.COMM_WORLD.setErrhandler(MPI.ERRORS_RETURN);
        MpiMistakes mistakes = new MpiMistakes();
        mistakes.arguments();
        mistakes.buffers();
        mistakes.truncation();
        mistakes.requests();
        mistakes.pendingAtTheEnd();
        MPI.Finalize();
        outside("finalized");
    }

    private static void outside(String why) {
        String[] calls = {"send", "recv", "iSend", "probe", "barrier"};
        for (String call : calls) {
            assertRefused(call, MPI.ERR_OTHER, why, () -> {
                switch (call) {
                    case "send" -> MPI.COMM_WORLD.send(new int[1], 1, MPI.INT, 0, 0);
                    case "recv" -> MPI.COMM_WORLD.recv(new int[1], 1, MPI.INT, 0, 0);
                    case "iSend" -> MPI.COMM_WORLD.iSend(new int[1], 1, MPI.INT, 0, 0);
                    case "probe" -> MPI.COMM_WORLD.probe(0, 0);
                    default -> MPI.COMM_WORLD.barrier();
                }
            });
        }
    }

    private static void assertRefused(String what, int errorClass, String text, Call call) {
        try {
            call.run();
        } catch (MPIException e) {
            check(e.getErrorClass() == errorClass && e.getErrorCode() == errorClass, what + ": wrong class "
                + e.getErrorClass() + " wanted " + errorClass + ": " + e.getMessage());
            check(e.getMessage().contains(text), what + ": the text does not say '" + text + "': " + e.getMessage());
            return;
        }
        throw new AssertionError(what + ": not refused");
    }

    private void refused(String what, int errorClass, String text, Call call) throws MPIException {
        assertRefused(what, errorClass, text, call);
        good(what);
    }

    /** What comes after a mistake works, between all neighbours. */
    private void good(String after) throws MPIException {
        int[] out = {me, ++exchanges, 3};
        int[] in = new int[3];
        int before = (me + size - 1) % size;
        world.sendRecv(out, 3, MPI.INT, other, 5, in, 3, MPI.INT, before, 5);
        check(Arrays.equals(in, new int[] {before, exchanges, 3}), "after " + after + ": " + Arrays.toString(in));
        check(world.iProbe(MPI.ANY_SOURCE, MPI.ANY_TAG) == null, "after " + after + ": a message too many");
        world.barrier();
    }

    private void arguments() throws MPIException {
        int[] array = new int[4];
        refused("count", MPI.ERR_COUNT, "count=-1", () -> world.send(array, -1, MPI.INT, other, 0));
        refused("count", MPI.ERR_COUNT, "count=-3", () -> world.recv(array, -3, MPI.INT, other, 0));
        refused("count", MPI.ERR_COUNT, "count=-1", () -> world.iSend(array, -1, MPI.INT, other, 0));
        refused("type", MPI.ERR_TYPE, "", () -> world.send(array, 1, null, other, 0));
        refused("type", MPI.ERR_TYPE, "", () -> world.recv(array, 1, MPI.DATATYPE_NULL, other, 0));
        refused("rank", MPI.ERR_RANK, "rank=" + size, () -> world.send(array, 1, MPI.INT, size, 0));
        refused("rank", MPI.ERR_RANK, "rank=-7", () -> world.recv(array, 1, MPI.INT, -7, 0));
        refused("rank", MPI.ERR_RANK, "rank=-1", () -> world.send(array, 1, MPI.INT, MPI.ANY_SOURCE, 0));
        refused("rank", MPI.ERR_RANK, "rank=" + size, () -> world.probe(size, 0));
        refused("tag", MPI.ERR_TAG, "tag=-1", () -> world.send(array, 1, MPI.INT, other, MPI.ANY_TAG));
        refused("tag", MPI.ERR_TAG, "tag=-2", () -> world.recv(array, 1, MPI.INT, other, -2));
        refused("tag", MPI.ERR_TAG, "tag=-9", () -> world.iRecv(array, 1, MPI.INT, other, -9));
        refused("sendRecv", MPI.ERR_TAG, "tag=-5", () ->
            world.sendRecv(array, 1, MPI.INT, other, 0, array, 1, MPI.INT, other, -5));
        refused("sendRecv", MPI.ERR_RANK, "rank=99", () ->
            world.sendRecv(array, 1, MPI.INT, 99, 0, array, 1, MPI.INT, other, 5));
    }

    private void buffers() throws MPIException {
        refused("null", MPI.ERR_BUFFER, "null", () -> world.send(null, 1, MPI.INT, other, 0));
        refused("null", MPI.ERR_BUFFER, "null", () -> world.recv(null, 1, MPI.INT, other, 0));
        refused("short", MPI.ERR_BUFFER, "too short", () -> world.send(new int[3], 4, MPI.INT, other, 0));
        refused("short", MPI.ERR_BUFFER, "too short", () ->
            world.iRecv(ByteBuffer.allocateDirect(7), 1, MPI.LONG, other, 0));
        refused("huge", MPI.ERR_BUFFER, "too short", () ->
            world.send(new long[1], Integer.MAX_VALUE, MPI.LONG, other, 0));
        refused("type", MPI.ERR_TYPE, "int[]", () -> world.send(new int[4], 2, MPI.DOUBLE, other, 0));
        refused("type", MPI.ERR_TYPE, "double[]", () -> world.recv(new double[4], 2, MPI.LONG, other, 0));
        refused("string", MPI.ERR_BUFFER, "java.lang.String", () -> world.send("text", 1, MPI.CHAR, other, 0));
        refused("read only", MPI.ERR_BUFFER, "read-only", () ->
            world.recv(ByteBuffer.allocateDirect(8).asReadOnlyBuffer(), 8, MPI.BYTE, other, 0));
        Arena arena = Arena.ofShared();
        MemorySegment gone = arena.allocate(8);
        arena.close();
        refused("closed arena", MPI.ERR_BUFFER, "closed", () -> world.send(gone, 8, MPI.BYTE, other, 0));
        refused("buffered", MPI.ERR_BUFFER, "no buffer is attached", () ->
            world.bSend(new byte[8], 8, MPI.BYTE, other, 0));
        MPI.attachBuffer(new byte[1000]);
        refused("buffered", MPI.ERR_BUFFER, "not enough room", () ->
            world.bSend(new byte[5000], 5000, MPI.BYTE, other, 0));
        refused("attached twice", MPI.ERR_BUFFER, "attached already", () -> MPI.attachBuffer(new byte[8]));
        MPI.detachBuffer();
    }

    private void truncation() throws MPIException {
        for (int bytes : new int[] {8, 100, 9000, 60_000, 500_000}) {
            for (boolean shared : new boolean[] {false, true}) {
                truncated(bytes, shared);
            }
        }
    }

    private void truncated(int bytes, boolean shared) throws MPIException {
        byte[] out = new byte[bytes];
        Arrays.fill(out, (byte) 7);
        Request send = world.iSend(out, bytes, MPI.BYTE, other, 6);
        Request next = world.iSend(out, bytes, MPI.BYTE, other, 6);
        int before = (me + size - 1) % size;
        ByteBuffer in = shared ? MPI.newByteBuffer(bytes) : ByteBuffer.allocate(bytes);
        assertRefused("truncation", MPI.ERR_TRUNCATE, "bytes=" + bytes, () ->
            world.recv(in, bytes / 2, MPI.BYTE, before, 6));
        for (int i = bytes / 2; i < bytes; i++) {
            check(in.get(i) == 0, "a byte behind the room was written: bytes=" + bytes + " position=" + i);
        }
        check(world.recv(in, bytes, MPI.BYTE, before, 6).getCount(MPI.BYTE) == bytes, "the next message is harmed");
        check(in.get(bytes - 1) == 7, "the next message is harmed");
        send.waitFor();
        next.waitFor();
        good("truncation");
    }

    private void requests() throws MPIException {
        byte[] array = new byte[8];
        Request freed = world.iRecv(array, 8, MPI.BYTE, me, 8);
        world.send(array, 8, MPI.BYTE, me, 8);
        freed.free();
        refused("free twice", MPI.ERR_REQUEST, "freed", freed::free);
        Prequest persistent = world.recvInit(array, 8, MPI.BYTE, me, 9);
        persistent.start();
        refused("start twice", MPI.ERR_REQUEST, "", persistent::start);
        world.send(array, 8, MPI.BYTE, me, 9);
        persistent.waitFor();
        persistent.free();
        refused("start freed", MPI.ERR_REQUEST, "", persistent::start);
        refused("free twice", MPI.ERR_REQUEST, "", persistent::free);
        refused("null request", MPI.ERR_REQUEST, "index=1", () ->
            Request.waitAll(new Request[] {MPI.REQUEST_NULL, null}));
    }

    private void pendingAtTheEnd() throws MPIException {
        byte[] array = new byte[100_000];
        Request pending = world.iRecv(array, array.length, MPI.BYTE, other, 10);
        refused("Finalize", MPI.ERR_PENDING, "pending=1", MPI::Finalize);
        pending.cancel();
        pending.waitFor();
    }
}
