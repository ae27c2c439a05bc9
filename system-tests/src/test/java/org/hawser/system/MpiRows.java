package org.hawser.system;

import java.util.Random;
import mpi.Comm;
import mpi.MPI;
import mpi.MPIException;
import mpi.Prequest;
import mpi.Request;
import org.hawser.system.MpiBuffer.Kind;

/**
 * Long messages in a row around the ring of all ranks: persistent requests that are started again and again, in three
 * modes, and exchanges.
 */
final class MpiRows {
    private static final int LEAST = 512 << 10;
    private static final int MOST = 4 << 20;
    private static final int TURNS = 3;
    private static final int AT_ONCE = 2;
    private static final int ROW = 2_000_000;
    private static final int POSTED = ROW + AT_ONCE;

    private final Comm world = MPI.COMM_WORLD;
    private final int me = world.getRank();
    private final int next = (me + 1) % world.getSize();
    private final int before = (me + world.getSize() - 1) % world.getSize();
    private final MpiBuffer[] out = new MpiBuffer[AT_ONCE];
    private final MpiBuffer[] in = new MpiBuffer[AT_ONCE];

    MpiRows() throws MPIException {
    }

    /** One row, the same at every rank; returns how many bytes this one has sent. */
    long row(int number, Kind[] kinds) throws MPIException {
        Random random = new Random(number);
        int bytes = LEAST + random.nextInt((MOST - LEAST) / 8 + 1) * 8;
        int mode = random.nextInt(3);
        for (int i = 0; i < AT_ONCE; i++) {
            out[i] = MpiBuffer.of(kinds[random.nextInt(kinds.length)], bytes);
            in[i] = MpiBuffer.of(kinds[random.nextInt(kinds.length)], bytes);
        }
        persistent(mode, number);
        exchange(number);
        return (TURNS + 1L) * AT_ONCE * bytes;
    }

    private void persistent(int mode, int number) throws MPIException {
        Prequest[] receives = new Prequest[AT_ONCE];
        Prequest[] sends = new Prequest[AT_ONCE];
        for (int i = 0; i < AT_ONCE; i++) {
            receives[i] = world.recvInit(in[i].buffer, in[i].count, in[i].type, before, ROW + i);
            sends[i] = send(out[i], mode, ROW + i);
        }
        for (int turn = 0; turn < TURNS; turn++) {
            Prequest.startAll(receives);
            fill(number, turn);
            // A ready send may begin only when its receive has been posted.
            world.sendRecv(new byte[0], 0, MPI.BYTE, before, POSTED, new byte[0], 0, MPI.BYTE, next, POSTED);
            Prequest.startAll(sends);
            if (turn % 2 == 0) {
                Request.waitAll(receives);
                check(number, turn);
            }
            Request.waitAll(sends);
            Request.waitAll(receives);
            check(number, turn);
        }
        for (int i = 0; i < AT_ONCE; i++) {
            receives[i].free();
            sends[i].free();
        }
    }

    private Prequest send(MpiBuffer from, int mode, int tag) throws MPIException {
        return switch (mode) {
            case 0 -> world.sendInit(from.buffer, from.count, from.type, next, tag);
            case 1 -> world.sSendInit(from.buffer, from.count, from.type, next, tag);
            default -> world.rSendInit(from.buffer, from.count, from.type, next, tag);
        };
    }

    private void exchange(int number) throws MPIException {
        fill(number, TURNS);
        for (int i = 0; i < AT_ONCE; i++) {
            world.sendRecv(out[i].buffer, out[i].count, out[i].type, next, ROW, in[i].buffer, in[i].count, in[i].type,
                before, ROW);
        }
        check(number, TURNS);
    }

    private static long seed(int number, int turn, int rank, int which) {
        return ((long) number << 8 | turn) << 20 | rank << 4 | which;
    }

    private void fill(int number, int turn) {
        for (int i = 0; i < AT_ONCE; i++) {
            out[i].fill(seed(number, turn, me, i));
        }
    }

    private void check(int number, int turn) {
        for (int i = 0; i < AT_ONCE; i++) {
            in[i].check(seed(number, turn, before, i), in[i].bytes, "row " + number + " turn " + turn);
        }
    }
}
