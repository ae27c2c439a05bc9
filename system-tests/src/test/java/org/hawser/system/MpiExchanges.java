package org.hawser.system;

import static org.hawser.system.Traffic.check;

import java.nio.IntBuffer;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import mpi.Comm;
import mpi.MPI;
import mpi.MPIException;
import mpi.Message;
import mpi.Prequest;
import mpi.Request;
import mpi.Status;
import org.hawser.system.MpiBuffer.Kind;

/** Programs of two ranks, or of pairs, that use every way to send and receive. */
final class MpiExchanges {
    private static final int[] LENGTHS = {0, 8, 64, 1000, 8192, 65_536, 65_544, 400_000};

    private MpiExchanges() {
    }

    /** Every kind of buffer to every kind, there and back. */
    static void buffers() throws MPIException {
        Comm world = MPI.COMM_WORLD;
        int me = world.getRank();
        int other = me ^ 1;
        long seed = 0;
        for (Kind out : Kind.values()) {
            for (Kind in : Kind.values()) {
                int bytes = LENGTHS[(int) (seed++ % LENGTHS.length)];
                boolean told = (out == Kind.BOOLEANS) == (in == Kind.BOOLEANS);
                if (!told) {
                    continue;
                }
                MpiBuffer sent = MpiBuffer.of(out, bytes).fill(seed + me % 2);
                MpiBuffer received = MpiBuffer.of(in, bytes);
                String what = out + " to " + in + " bytes=" + bytes;
                Status status;
                if (me % 2 == 0) {
                    world.send(sent.buffer, sent.count, sent.type, other, 3);
                    status = world.recv(received.buffer, received.count, received.type, other, 3);
                } else {
                    status = world.recv(received.buffer, received.count, received.type, MPI.ANY_SOURCE, MPI.ANY_TAG);
                    world.send(sent.buffer, sent.count, sent.type, other, 3);
                }
                check(status.getSource() == other && status.getTag() == 3, "wrong status: " + what);
                check(status.getCount(received.type) == received.count, "wrong count: " + what);
                received.check(seed + other % 2, bytes, what);
                world.barrier();
            }
        }
    }

    /** Every mode, blocking and not. */
    static void modes() throws MPIException {
        MPI.attachBuffer(new byte[4 << 20]);
        for (int bytes : LENGTHS) {
            for (int mode = 0; mode < 8; mode++) {
                mode(mode, bytes);
            }
            both(bytes);
        }
        check(MPI.detachBuffer().length == 4 << 20, "another buffer came back");
    }

    private static void mode(int mode, int bytes) throws MPIException {
        Comm world = MPI.COMM_WORLD;
        int other = world.getRank() ^ 1;
        MpiBuffer sent = MpiBuffer.of(Kind.DIRECT, bytes).fill(mode);
        MpiBuffer received = MpiBuffer.of(Kind.NEW_BUFFER, bytes);
        Request receive = world.iRecv(received.buffer, bytes, MPI.BYTE, other, mode);
        // A ready send needs its receive to be there.
        world.barrier();
        Request send = null;
        switch (mode) {
            case 0 -> world.send(sent.buffer, bytes, MPI.BYTE, other, mode);
            case 1 -> world.sSend(sent.buffer, bytes, MPI.BYTE, other, mode);
            case 2 -> world.bSend(sent.buffer, bytes, MPI.BYTE, other, mode);
            case 3 -> world.rSend(sent.buffer, bytes, MPI.BYTE, other, mode);
            case 4 -> send = world.iSend(sent.buffer, bytes, MPI.BYTE, other, mode);
            case 5 -> send = world.isSend(sent.buffer, bytes, MPI.BYTE, other, mode);
            case 6 -> send = world.ibSend(sent.buffer, bytes, MPI.BYTE, other, mode);
            default -> send = world.irSend(sent.buffer, bytes, MPI.BYTE, other, mode);
        }
        Status status = receive.waitStatus();
        check(status.getCount(MPI.BYTE) == bytes, "mode " + mode + " got " + status.getCount(MPI.BYTE));
        received.check(mode, bytes, "mode " + mode);
        if (send != null) {
            send.waitFor();
        }
    }

    private static void both(int bytes) throws MPIException {
        Comm world = MPI.COMM_WORLD;
        int me = world.getRank();
        int other = me ^ 1;
        MpiBuffer out = MpiBuffer.of(Kind.LONGS, bytes).fill(me);
        MpiBuffer in = MpiBuffer.of(Kind.INTS, bytes);
        world.sendRecv(out.buffer, out.count, out.type, other, 20, in.buffer, in.count, in.type, other, 20);
        in.check(other, bytes, "sendRecv");
        Status status = world.sendRecvReplace(out.buffer, out.count, out.type, other, 21, MPI.ANY_SOURCE, 21);
        check(status.getSource() == other, "sendRecvReplace from " + status.getSource());
        out.check(other, bytes, "sendRecvReplace");
        check(world.recv(out.buffer, out.count, out.type, MPI.PROC_NULL, 1).getSource() == MPI.PROC_NULL, "PROC_NULL");
        world.send(null, 0, MPI.BYTE, MPI.PROC_NULL, 1);
    }

    /** Persistent requests, and several requests in every form of waiting and testing. */
    static void requests(int rounds) throws MPIException {
        Comm world = MPI.COMM_WORLD;
        int other = world.getRank() ^ 1;
        int many = LENGTHS.length;
        MpiBuffer[] out = new MpiBuffer[many];
        MpiBuffer[] in = new MpiBuffer[many];
        Prequest[] sends = new Prequest[many];
        Prequest[] receives = new Prequest[many];
        for (int i = 0; i < many; i++) {
            out[i] = MpiBuffer.of(i % 2 == 0 ? Kind.DIRECT : Kind.BYTES, LENGTHS[i]);
            in[i] = MpiBuffer.of(i % 3 == 0 ? Kind.NEW_BUFFER : Kind.BYTES, LENGTHS[i]);
            sends[i] = i % 2 == 0 ? world.sendInit(out[i].buffer, LENGTHS[i], MPI.BYTE, other, i)
                : world.sSendInit(out[i].buffer, LENGTHS[i], MPI.BYTE, other, i);
            receives[i] = world.recvInit(in[i].buffer, LENGTHS[i], MPI.BYTE, i % 2 == 0 ? MPI.ANY_SOURCE : other, i);
        }
        for (int round = 0; round < rounds; round++) {
            for (int i = 0; i < many; i++) {
                out[i].fill(round * 100L + i);
            }
            Prequest.startAll(receives);
            Prequest.startAll(sends);
            finish(receives, round % 6);
            Request.waitAll(sends);
            for (int i = 0; i < many; i++) {
                in[i].check(round * 100L + i, LENGTHS[i], "persistent " + i + " in round " + round);
            }
        }
        for (int i = 0; i < many; i++) {
            sends[i].free();
            receives[i].free();
        }
    }

    private static void finish(Request[] requests, int how) throws MPIException {
        List<Integer> done = new ArrayList<>();
        while (done.size() < requests.length) {
            switch (how) {
                case 0 -> add(done, Request.waitAnyStatus(requests));
                case 1 -> add(done, Request.waitSomeStatus(requests));
                case 2 -> add(done, Request.waitAllStatus(requests));
                case 3 -> add(done, Request.testAnyStatus(requests));
                case 4 -> add(done, Request.testSomeStatus(requests));
                default -> add(done, Request.testAllStatus(requests));
            }
        }
        check(done.stream().distinct().count() == requests.length, "done twice: " + done);
    }

    private static void add(List<Integer> done, Status... statuses) throws MPIException {
        if (statuses == null) {
            return;
        }
        for (Status status : statuses) {
            if (status != null) {
                check(status.getCount(MPI.BYTE) == LENGTHS[status.getTag()], "wrong length of tag " + status.getTag());
                check(status.getIndex() == status.getTag(), "wrong place of tag " + status.getTag());
                done.add(status.getIndex());
            }
        }
    }

    /** Probes of every kind, cancel and free. */
    static void probes(int rounds) throws MPIException {
        Comm world = MPI.COMM_WORLD;
        int me = world.getRank();
        int other = me ^ 1;
        for (int round = 0; round < rounds; round++) {
            int bytes = LENGTHS[round % LENGTHS.length];
            if (me % 2 == 0) {
                MpiBuffer out = MpiBuffer.of(Kind.BYTES, bytes).fill(round);
                for (int i = 0; i < 4; i++) {
                    world.send(out.buffer, bytes, MPI.BYTE, other, i);
                }
            } else {
                for (int i = 0; i < 4; i++) {
                    probed(world, other, i, bytes, round);
                }
                check(world.iProbe(other, MPI.ANY_TAG) == null, "a message too many");
            }
            world.barrier();
            cancelAndFree(world, other, bytes);
            world.barrier();
        }
    }

    /** Leaves a receive that nothing is sent for, and a send to itself that is too large to be put aside. */
    static void leftover() throws MPIException {
        Comm world = MPI.COMM_WORLD;
        int items = 1_000_000;
        world.iRecv(new int[1], 1, MPI.INT, MPI.ANY_SOURCE, 1);
        world.iSend(new int[items], items, MPI.INT, world.getRank(), 2);
    }

    /** Rank 0 sends and goes to its end, where the others find what they ask for; so does a collective. */
    static void unwaited(int items) throws MPIException {
        Comm world = MPI.COMM_WORLD;
        int[] data = new int[items];
        IntBuffer all = MPI.newIntBuffer(items).put(items - 1, world.getRank());
        Request last = world.iAllReduce(all, items, MPI.INT, MPI.SUM);
        if (world.getRank() == 0) {
            data[items - 1] = items;
            for (int i = 1; i < world.getSize(); i++) {
                world.iSend(data, items, MPI.INT, i, 1);
                world.isSend(data, items, MPI.INT, i, 2);
            }
            return;
        }
        world.iRecv(data, items, MPI.INT, 0, 2);
        int[] first = new int[items];
        world.recv(first, items, MPI.INT, 0, 1);
        check(first[items - 1] == items, "came " + first[items - 1]);
        while (data[items - 1] != items) {
            world.iProbe(0, 3);
            Thread.onSpinWait();
        }
        if (world.getRank() == 1) {
            last.waitFor();
            int size = world.getSize();
            check(all.get(items - 1) == size * (size - 1) / 2, "combined " + all.get(items - 1));
        }
    }

    private static void probed(Comm world, int other, int how, int bytes, long seed) throws MPIException {
        Message message = new Message();
        Status status = null;
        while (status == null) {
            status = switch (how) {
                case 0 -> world.probe(MPI.ANY_SOURCE, MPI.ANY_TAG);
                case 1 -> world.iProbe(other, how);
                case 2 -> message.mProbe(other, MPI.ANY_TAG, world);
                default -> message.imProbe(MPI.ANY_SOURCE, how, world);
            };
        }
        check(status.getSource() == other && status.getTag() == how && status.getCount(MPI.BYTE) == bytes,
            "wrong probe: " + how + " source=" + status.getSource() + " tag=" + status.getTag());
        MpiBuffer in = MpiBuffer.of(how % 2 == 0 ? Kind.BYTES : Kind.DIRECT, bytes);
        switch (how) {
            case 0, 1 -> world.recv(in.buffer, bytes, MPI.BYTE, other, how);
            case 2 -> message.mRecv(in.buffer, bytes, MPI.BYTE);
            default -> message.imRecv(in.buffer, bytes, MPI.BYTE).waitFor();
        }
        in.check(seed, bytes, "probed " + how);
    }

    private static void cancelAndFree(Comm world, int other, int bytes) throws MPIException {
        Request never = world.iRecv(new byte[bytes], bytes, MPI.BYTE, other, 77);
        never.cancel();
        check(never.waitStatus().isCancelled(), "not cancelled");
        check(never.isNull(), "not null after the wait");
        byte[] in = new byte[8];
        byte[] out = {1, 2, 3, 4, 5, 6, 7, 8};
        Request receive = world.iRecv(in, 8, MPI.BYTE, other, 78);
        world.iSend(out, 8, MPI.BYTE, other, 78).free();
        receive.waitFor();
        check(Arrays.equals(in, out), "a freed send did not arrive");
    }
}
