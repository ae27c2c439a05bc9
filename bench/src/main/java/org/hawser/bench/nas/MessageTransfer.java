package org.hawser.bench.nas;

import java.nio.DoubleBuffer;
import mpi.Comm;
import mpi.MPI;
import mpi.MPIException;
import mpi.Request;

/**
 * Exchanges by messages: a send that goes on while the receive is waited for.
 *
 * <p><b>Threads:</b> the main thread of each rank. <b>Allocates:</b> a request per message.
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
    public void begin(double[] outgoing, int from, int to, int target) throws MPIException {
        sending = comm.iSend(part(outgoing, from, to), to - from, MPI.DOUBLE, target, TAG);
    }

    @Override
    public void end(double[] incoming, int from, int to, int source) throws MPIException {
        comm.recv(part(incoming, from, to), to - from, MPI.DOUBLE, source, TAG);
        sending.waitFor();
    }

    private static Object part(double[] elements, int from, int to) {
        return from == 0 ? elements : DoubleBuffer.wrap(elements, from, to - from).slice();
    }

    @Override
    public void close() {
        // Nothing is held.
    }
}
