package org.hawser.bench.nas;

import mpi.Comm;
import mpi.MPIException;

/**
 * The ways that exchanges of programs on MPI are carried.
 *
 * <p><b>Threads:</b> immutable.
 */
enum TransferKind {
    /** By messages. */
    MESSAGES,
    /** By puts into windows, one exchange after the other. */
    BLOCKING,
    /** By puts into windows that are under way together. */
    NONBLOCKING;

    /** What carries them; collective. */
    Transfer open(Comm comm) throws MPIException {
        return this == MESSAGES ? new MessageTransfer(comm) : new WindowTransfer(comm, this == NONBLOCKING);
    }
}
