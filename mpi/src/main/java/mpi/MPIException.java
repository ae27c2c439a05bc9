package mpi;

import org.hawser.mpi.ErrorClass;

/**
 * An error of MPI: what happened, and its class.
 *
 * <pre>{@code
 * MPI.COMM_WORLD.setErrhandler(MPI.ERRORS_RETURN);
 * try {
 *     MPI.COMM_WORLD.send(data, 1, MPI.INT, 99, 0);
 * } catch (MPIException e) {
 *     System.err.println(e.getErrorClass() == MPI.ERR_RANK ? "no such rank" : e.getMessage());
 * }
 * }</pre>
 *
 * <p><b>Threads:</b> immutable.
 */
public final class MPIException extends Exception {
    private static final long serialVersionUID = 1;
    /** One of {@link ErrorClass}'s. */
    private final int errorClass;

    /** An error of no particular class. */
    public MPIException(String message) {
        this(ErrorClass.OTHER, message, null);
    }

    /** An error with its cause. */
    public MPIException(Throwable cause) {
        super(cause);
        errorClass = ErrorClass.OTHER;
    }

    MPIException(int errorClass, String message, Throwable cause) {
        super(message, cause);
        this.errorClass = errorClass;
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
