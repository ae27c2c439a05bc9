package org.hawser.bench.training;

import java.nio.ByteBuffer;
import java.nio.DoubleBuffer;
import mpi.Comm;
import mpi.Datatype;
import mpi.MPI;
import mpi.MPIException;
import mpi.Request;
import mpi.Status;

/**
 * Messages between two ranks, of every length that is sent in another way, from arrays and from buffers.
 *
 * <p><b>Threads:</b> the main thread of each rank.
 */
final class MessageSteps {
    private static final int TAG = 7;
    /** In doubles: there are several ways from one rank to another, by the length of a message. */
    private static final int[] LENGTHS = {1, 6, 100, 1 << 10, 1 << 12, 1 << 16};
    private static final int LONGEST = 1 << 16;

    private final Comm world;
    private final boolean first;
    private final int other;
    private final double[] outgoing = new double[LONGEST];
    private final double[] incoming = new double[LONGEST];
    private final int[] integers = new int[64];
    private final byte[] bytes = new byte[64];
    private final DoubleBuffer directOut = MPI.newDoubleBuffer(LONGEST);
    private final DoubleBuffer directIn = MPI.newDoubleBuffer(LONGEST);
    private final ByteBuffer directBytes = MPI.newByteBuffer(64);
    private final Request[] requests = new Request[2];

    MessageSteps(Comm world) throws MPIException {
        this.world = world;
        first = world.getRank() == 0;
        other = 1 - world.getRank();
    }

    /** Short and long ones, of several types, with gaps, asked for before they are taken, and from whoever sends. */
    void run() throws MPIException {
        toAndFro(integers, integers, 4, MPI.INT);
        toAndFro(bytes, bytes, bytes.length, MPI.BYTE);
        toAndFro(directBytes, directBytes, 8, MPI.BYTE);
        for (int length : LENGTHS) {
            toAndFro(outgoing, incoming, length, MPI.DOUBLE);
            toAndFro(directOut, directIn, length, MPI.DOUBLE);
            world.sendRecv(outgoing, length, MPI.DOUBLE, other, TAG, incoming, length, MPI.DOUBLE, other, TAG);
            exchange(outgoing, incoming, length / 2);
            exchange(directOut, directIn, length / 2);
        }
        Datatype column = Datatype.createVector(64, 1, 64, MPI.DOUBLE);
        column.commit();
        toAndFro(outgoing, incoming, 1, column);
        column.free();
        ask();
    }

    private void toAndFro(Object out, Object in, int count, Datatype type) throws MPIException {
        if (first) {
            world.send(out, count, type, other, TAG);
            world.recv(in, count, type, other, TAG);
        } else {
            world.recv(in, count, type, other, TAG);
            world.send(out, count, type, other, TAG);
        }
    }

    /** A message each way at once. */
    private void exchange(Object out, Object in, int count) throws MPIException {
        requests[0] = world.iRecv(in, count, MPI.DOUBLE, other, TAG);
        requests[1] = world.iSend(out, count, MPI.DOUBLE, other, TAG);
        requests[0].waitFor();
        Request.waitAll(requests);
    }

    private void ask() throws MPIException {
        if (first) {
            world.send(integers, 16, MPI.INT, other, TAG);
            return;
        }
        Status status = world.probe(MPI.ANY_SOURCE, MPI.ANY_TAG);
        world.recv(integers, status.getCount(MPI.INT), MPI.INT, status.getSource(), status.getTag());
    }
}
