package org.hawser.mpi.dynamic;

import java.io.IOException;
import org.hawser.mpi.ErrorClass;
import org.hawser.mpi.MpiFailure;
import org.hawser.mpi.comm.LeaderChannel;

/**
 * The channel between the leaders of two groups, over a socket that is opened when the first of them speaks: so what
 * goes wrong with it is told to the whole group as everything else is.
 *
 * <p><b>Threads:</b> one.
 */
final class LeaderSocket implements LeaderChannel, AutoCloseable {
    private static final long FOREVER = Long.MAX_VALUE >> 1;

    /** Finds the other leader. */
    interface Opening {
        PatientSocket open() throws IOException;
    }

    private final Opening opening;
    private PatientSocket socket;

    LeaderSocket(Opening opening) {
        this.opening = opening;
    }

    @Override
    public int[] swap(int[] numbers) {
        try {
            if (socket == null) {
                socket = opening.open();
            }
            socket.send(numbers);
            return socket.receive(System.nanoTime() + FOREVER);
        } catch (IOException e) {
            throw new MpiFailure(ErrorClass.PORT, "the connection to the other group's root is lost: "
                + e.getMessage(), e);
        }
    }

    @Override
    public void close() {
        if (socket != null) {
            try {
                socket.close();
            } catch (IOException e) {
                throw new MpiFailure(ErrorClass.PORT, "a connection cannot be closed: " + e.getMessage(), e);
            }
        }
    }
}
