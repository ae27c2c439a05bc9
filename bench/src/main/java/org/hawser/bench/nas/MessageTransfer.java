package org.hawser.bench.nas;

import java.nio.DoubleBuffer;
import mpi.Comm;
import mpi.MPI;
import mpi.MPIException;
import mpi.Request;

/**
 * Exchanges by messages: a send and a receive together.
 *
 * <p><b>Threads:</b> the main thread of each rank. <b>Allocates:</b> a request per message that is begun by itself.
 */
final class MessageTransfer implements Transfer {
    private static final int TAG = 2;

    private final Comm comm;
    private Request sending = MPI.REQUEST_NULL;

    MessageTransfer(Comm comm) {
        this.comm = comm;
    }

    @Override
    public boolean overlaps() {
        return false;
    }

    @Override
    public void exchange(double[] outgoing, int sent, int to, double[] incoming, int received, int from) {
        try {
            comm.sendRecv(outgoing, sent, MPI.DOUBLE, to, TAG, incoming, received, MPI.DOUBLE, from, TAG);
        } catch (MPIException e) {
            throw MpiCalls.failed(e);
        }
    }

    @Override
    public void begin(double[] outgoing, int from, int to, int target) {
        try {
            sending = comm.iSend(part(outgoing, from, to), to - from, MPI.DOUBLE, target, TAG);
        } catch (MPIException e) {
            throw MpiCalls.failed(e);
        }
    }

    @Override
    public void end(double[] incoming, int from, int to, int source) {
        try {
            comm.recv(part(incoming, from, to), to - from, MPI.DOUBLE, source, TAG);
            sending.waitFor();
        } catch (MPIException e) {
            throw MpiCalls.failed(e);
        }
    }

    private static Object part(double[] elements, int from, int to) {
        return from == 0 ? elements : DoubleBuffer.wrap(elements, from, to - from).slice();
    }

    @Override
    public void close() {
        // Nothing is held.
    }
}
