package mpi;

import org.hawser.mpi.comm.Bridge;

/**
 * A communicator between two groups: each process sends to those of the other group.
 *
 * <pre>{@code
 * Intracomm half = MPI.COMM_WORLD.split(rank % 2, rank);
 * Intercomm across = MPI.COMM_WORLD.createIntercomm(half, 0, 1 - rank % 2, 0);
 * }</pre>
 *
 * <p><b>Threads:</b> as {@link Comm}.
 */
public final class Intercomm extends Comm {
    /** Usable when this process was spawned, until it is freed. */
    static final Intercomm PARENT = new Intercomm("MPI_COMM_PARENT");

    Intercomm(String name) {
        super(name);
    }

    @Override
    public Intercomm clone() {
        return (Intercomm) super.clone();
    }

    @Override
    public Intercomm dup() throws MPIException {
        return Derivation.copy(this, new Intercomm(""), "Intercomm.dup");
    }

    @Override
    public Intercomm iDup() throws MPIException {
        return Derivation.startCopy(this, new Intercomm(""), "Intercomm.iDup");
    }

    @Override
    public Intercomm dupWithInfo(Info info) throws MPIException {
        return Derivation.copy(this, new Intercomm(""), info, "Intercomm.dupWithInfo");
    }

    @Override
    public Intercomm shrink() throws MPIException {
        return Recovery.shrink(this, new Intercomm(""), "Intercomm.shrink");
    }

    /** How many processes the other group has. */
    public int getRemoteSize() throws MPIException {
        return inner("Intercomm.getRemoteSize").remote().size();
    }

    /** The other group. */
    public Group getRemoteGroup() throws MPIException {
        return new Group(inner("Intercomm.getRemoteGroup").remote());
    }

    /**
     * One communicator of both groups: the processes that say {@code high} come after the others. All of one group say
     * the same.
     */
    public Intracomm merge(boolean high) throws MPIException {
        return Derivation.derive(this, new Intracomm(""), "Intercomm.merge", inner -> Bridge.merge(inner, high));
    }

    /** The communicator with those who spawned this process; one that {@link #isNull() is null} when nobody did. */
    public static Intercomm getParent() throws MPIException {
        Errors.check();
        return PARENT;
    }
}
