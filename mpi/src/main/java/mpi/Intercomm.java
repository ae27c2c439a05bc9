package mpi;

/**
 * A communicator between two groups: each process sends to those of the other group.
 *
 * <p><b>Threads:</b> as {@link Comm}.
 */
public final class Intercomm extends Comm {
    Intercomm(String name) {
        super(name);
    }

    @Override
    public Intercomm clone() {
        return (Intercomm) super.clone();
    }

    @Override
    public Intercomm dup() throws MPIException {
        throw Errors.later("Intercomm.dup");
    }

    @Override
    public Intercomm iDup() throws MPIException {
        throw Errors.later("Intercomm.iDup");
    }

    @Override
    public Intercomm dupWithInfo(Info info) throws MPIException {
        throw Errors.later("Intercomm.dupWithInfo");
    }

    /** How many processes the other group has. */
    public int getRemoteSize() throws MPIException {
        throw Errors.later("Intercomm.getRemoteSize");
    }

    /** The other group. */
    public Group getRemoteGroup() throws MPIException {
        throw Errors.later("Intercomm.getRemoteGroup");
    }

    /** One communicator of both groups. */
    public Intracomm merge(boolean high) throws MPIException {
        throw Errors.later("Intercomm.merge");
    }

    /** The communicator to those who spawned this process; null when nobody did. */
    public static Intercomm getParent() throws MPIException {
        Errors.check();
        return null;
    }
}
