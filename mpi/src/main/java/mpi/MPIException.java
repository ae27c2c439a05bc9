package mpi;

/**
 * An error of MPI: what happened, and its class.
 *
 * <pre>{@code
 * try {
 *     MPI.COMM_WORLD.send(data, 1, MPI.INT, 99, 0);
 * } catch (MPIException e) {
 *     System.err.println(e.getErrorClass() == MPI.ERR_RANK ? "no such rank" : e.getMessage());
 * }
 * }</pre>
 */
public final class MPIException extends Exception {
    private static final long serialVersionUID = 1;
    private final int errorClass;

    /** An error of no known class. */
    public MPIException(String message) {
        super(message);
        errorClass = 16;
    }

    /** An error with its cause. */
    public MPIException(Throwable cause) {
        super(cause);
        errorClass = 16;
    }

    /** The error's code; Hawser's codes are the classes. */
    public int getErrorCode() {
        return errorClass;
    }

    /** The error's class, one of {@code MPI.ERR_…}. */
    public int getErrorClass() {
        return errorClass;
    }
}
