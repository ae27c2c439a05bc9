package org.hawser.mpi;

import mpi.MPI;
import mpi.MPIException;
import org.junit.jupiter.api.extension.BeforeAllCallback;
import org.junit.jupiter.api.extension.ExtensionContext;

/** Begins MPI, in a job of one, for tests of calls that need no peer; errors are thrown. */
public final class Running implements BeforeAllCallback {
    @Override
    public void beforeAll(ExtensionContext context) throws MPIException {
        if (!MPI.isInitialized()) {
            MPI.Init(new String[0]);
            MPI.COMM_WORLD.setErrhandler(MPI.ERRORS_RETURN);
            MPI.COMM_SELF.setErrhandler(MPI.ERRORS_RETURN);
        }
    }

    /** The class of the error that a call ends with. */
    public static int errorOf(Call call) {
        try {
            call.run();
            return MPI.SUCCESS;
        } catch (MPIException e) {
            return e.getErrorClass();
        }
    }

    /** Something that may fail. */
    public interface Call {
        void run() throws MPIException;
    }
}
