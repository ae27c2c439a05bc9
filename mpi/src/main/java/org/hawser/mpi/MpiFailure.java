package org.hawser.mpi;

/**
 * What went wrong under the API, with its MPI error class; package {@code mpi} gives it to the error handler of the
 * communicator, or throws it as an {@code MPIException}.
 */
public final class MpiFailure extends RuntimeException {
    private static final long serialVersionUID = 1;

    private final int errorClass;

    /** A failure of one of {@link ErrorClass}'s classes. */
    public MpiFailure(int errorClass, String text) {
        super(text);
        this.errorClass = errorClass;
    }

    /** A failure with what caused it. */
    public MpiFailure(int errorClass, String text, Throwable cause) {
        super(text, cause);
        this.errorClass = errorClass;
    }

    /** One of {@link ErrorClass}'s. */
    public int errorClass() {
        return errorClass;
    }
}
