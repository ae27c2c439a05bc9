package mpi;

/**
 * What becomes of errors: {@link MPI#ERRORS_ARE_FATAL} ends the job with a message, {@link MPI#ERRORS_RETURN} throws an
 * {@link MPIException}.
 *
 * <pre>{@code
 * MPI.COMM_WORLD.setErrhandler(MPI.ERRORS_RETURN);
 * }</pre>
 *
 * <p><b>Threads:</b> immutable.
 */
public final class Errhandler {
    private final String name;
    private final boolean fatal;

    Errhandler(String name, boolean fatal) {
        this.name = name;
        this.fatal = fatal;
    }

    boolean isFatal() {
        return fatal;
    }

    String name() {
        return name;
    }
}
