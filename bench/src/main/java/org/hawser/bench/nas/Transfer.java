package org.hawser.bench.nas;

import java.util.Locale;
import mpi.Comm;
import mpi.MPIException;

/**
 * How the exchanges of a kernel are carried: elements begin their way to one rank, and others come from one.
 *
 * <p><b>Threads:</b> the main thread of each rank.
 */
interface Transfer {
    /** The ways there are. */
    enum Kind {
        /** By messages. */
        MESSAGES,
        /** By puts into windows, one exchange after the other. */
        BLOCKING,
        /** By puts into windows that are under way together. */
        NONBLOCKING;

        /** The name in small letters. */
        String word() {
            return name().toLowerCase(Locale.ROOT);
        }

        Transfer open(Comm comm) throws MPIException {
            return this == MESSAGES ? new MessageTransfer(comm) : new WindowTransfer(comm, this == NONBLOCKING);
        }
    }

    /** True when several should be begun before the first is ended. */
    boolean overlaps();

    /** Begins to send the elements {@code from} … {@code to}; they stay as they are until all that came is taken. */
    void begin(double[] outgoing, int from, int to, int target) throws MPIException;

    /** Waits for what {@code source} sent, and puts it at the elements {@code from} … {@code to}. */
    void end(double[] incoming, int from, int to, int source) throws MPIException;

    /** Gives back what it uses; all ranks call it. */
    void close() throws MPIException;
}
