package mpi;

import java.lang.reflect.Field;
import org.hawser.mpi.ErrorClass;
import org.hawser.mpi.MpiFailure;
import org.hawser.mpi.env.Environment;
import org.hawser.mpi.env.JobEnd;

/**
 * The way of every error: from below it comes as a failure, here the error handler of the communicator decides whether
 * it becomes an exception or the end of the job. Errors with no communicator are COMM_WORLD's.
 *
 * <p><b>Threads:</b> any.
 */
final class Errors {
    private Errors() {
    }

    /** The exception to throw for a failure of {@code call}; does not return when the handler ends the job. */
    static MPIException raise(Comm comm, String call, RuntimeException e) {
        MpiFailure failure = Environment.failureOf(e);
        Errhandler handler = (comm == null ? MPI.COMM_WORLD : comm).handler();
        // Outside Init … Finalize there is no job to end, and what is not there yet is no reason to end one.
        if (handler.isFatal() && Environment.point() != null
                && failure.errorClass() != ErrorClass.UNSUPPORTED_OPERATION) {
            JobEnd.byError(call, nameOf(failure.errorClass()), failure, handler.name());
        }
        return new MPIException(failure.errorClass(),
            call + ": " + nameOf(failure.errorClass()) + ": " + failure.getMessage(), failure.getCause());
    }

    /** The same, for an error found in this package. */
    static MPIException raise(Comm comm, String call, int errorClass, String text) {
        return raise(comm, call, new MpiFailure(errorClass, text));
    }

    /** Refuses calls before Init and after Finalize. */
    static void check() throws MPIException {
        if (Environment.point() == null) {
            throw raise(null, "MPI", Environment.notRunning());
        }
    }

    /** {@code ERR_…}, for messages. */
    static String nameOf(int errorClass) {
        for (Field field : MPI.class.getFields()) {
            try {
                if (field.getName().startsWith("ERR_") && field.getInt(null) == errorClass) {
                    return field.getName();
                }
            } catch (IllegalAccessException e) {
                throw new AssertionError("fields of MPI are public", e);
            }
        }
        return "error " + errorClass;
    }
}
