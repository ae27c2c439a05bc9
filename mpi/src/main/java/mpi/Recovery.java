package mpi;

import org.hawser.mpi.comm.Communicator;
import org.hawser.mpi.ft.FaultTolerance;
import org.hawser.mpi.group.Members;

/**
 * The calls by which a program goes on without lost processes: checks, and calls the floor below.
 *
 * <p><b>Threads:</b> as {@link Comm}.
 */
final class Recovery {
    /** What the floor below does with a communicator. */
    private interface Call<T> {
        T in(Communicator comm);
    }

    private Recovery() {
    }

    static void revoke(Comm comm) throws MPIException {
        run(comm, "Comm.revoke", inner -> {
            FaultTolerance.revoke(inner);
            return null;
        });
    }

    static <C extends Comm> C shrink(Comm comm, C rest, String call) throws MPIException {
        return Derivation.derive(comm, rest, call, FaultTolerance::shrink);
    }

    static int agree(Comm comm, int flag) throws MPIException {
        return run(comm, "Comm.agree", inner -> FaultTolerance.agree(inner, flag));
    }

    static Group failed(Comm comm) throws MPIException {
        return new Group(run(comm, "Comm.getFailed", FaultTolerance::failed));
    }

    static void acknowledge(Comm comm) throws MPIException {
        run(comm, "Comm.ackFailed", inner -> {
            FaultTolerance.acknowledge(inner);
            return null;
        });
    }

    static Group acknowledged(Comm comm) throws MPIException {
        Members acknowledged = run(comm, "Comm.getAcked", FaultTolerance::acknowledged);
        return new Group(acknowledged);
    }

    private static <T> T run(Comm comm, String name, Call<T> call) throws MPIException {
        Communicator inner = comm.inner(name);
        try {
            return call.in(inner);
        } catch (RuntimeException e) {
            throw Errors.raise(comm, name, e);
        }
    }
}
