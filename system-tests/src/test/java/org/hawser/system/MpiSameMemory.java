package org.hawser.system;

import java.util.List;
import mpi.Comm;
import mpi.MPI;
import mpi.MPIException;
import mpi.Prequest;
import mpi.Request;
import org.hawser.system.MpiBuffer.Kind;

/**
 * Windows of receives into one buffer, as programs post them that only measure: MPI forbids it, and they run. Every
 * receive ends, and the buffer has what was sent.
 */
final class MpiSameMemory {
    private static final int WINDOW = 64;
    private static final int ROUNDS = 6;
    private static final int READY = 1000;

    private final Comm world = MPI.COMM_WORLD;
    private final boolean receives = world.getRank() == 1;
    private final Request[] requests = new Request[WINDOW];
    private final Kind kind;
    private final int bytes;
    private final boolean tagged;
    private final boolean persistent;

    private MpiSameMemory(Kind kind, int bytes, int way) throws MPIException {
        this.kind = kind;
        this.bytes = bytes;
        tagged = way == 1;
        persistent = way == 2;
    }

    static void run() throws MPIException {
        for (Kind kind : List.of(Kind.NEW_BUFFER, Kind.DIRECT, Kind.LONGS)) {
            for (int bytes : new int[] {2048, 4096, 16 << 10, 64 << 10, 256 << 10, 1 << 20}) {
                for (int way = 0; way < 3; way++) {
                    new MpiSameMemory(kind, bytes, way).rounds();
                }
            }
        }
    }

    private void rounds() throws MPIException {
        for (int round = 0; round < ROUNDS; round++) {
            MpiBuffer buffer = MpiBuffer.of(kind, bytes).fill(receives ? -1 : round);
            boolean awaited = round % 2 == 0;
            if (receives) {
                receive(buffer, awaited);
                buffer.check(round, bytes, kind + " bytes=" + bytes + " round=" + round);
            } else {
                send(buffer, awaited);
            }
            world.barrier();
        }
    }

    private void receive(MpiBuffer buffer, boolean awaited) throws MPIException {
        for (int i = 0; i < WINDOW; i++) {
            int tag = tagged ? i : 1;
            requests[i] = persistent ? world.recvInit(buffer.buffer, buffer.count, buffer.type, 0, tag)
                : world.iRecv(buffer.buffer, buffer.count, buffer.type, 0, tag);
            if (requests[i] instanceof Prequest again) {
                again.start();
            }
        }
        if (awaited) {
            world.send(new byte[0], 0, MPI.BYTE, 0, READY);
        }
        Request.waitAll(requests);
        for (int i = 0; persistent && i < WINDOW; i++) {
            requests[i].free();
        }
    }

    private void send(MpiBuffer buffer, boolean awaited) throws MPIException {
        if (awaited) {
            world.recv(new byte[0], 0, MPI.BYTE, 1, READY);
        }
        for (int i = 0; i < WINDOW; i++) {
            requests[i] = world.iSend(buffer.buffer, buffer.count, buffer.type, 1, tagged ? WINDOW - 1 - i : 1);
        }
        Request.waitAll(requests);
    }
}
