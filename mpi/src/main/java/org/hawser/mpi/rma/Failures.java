package org.hawser.mpi.rma;

import org.hawser.fabric.FabricException;
import org.hawser.mpi.ErrorClass;
import org.hawser.mpi.MpiFailure;

/**
 * What went wrong with an access to a target's memory, as the floors above know it: a lost process is what it is for
 * messages, a refused access is one to memory that is not there any more.
 *
 * <p><b>Threads:</b> any.
 */
final class Failures {
    private Failures() {
    }

    /** The failure of a transfer. */
    static MpiFailure of(RuntimeException cause) {
        if (cause instanceof MpiFailure known) {
            return known;
        }
        int error = ErrorClass.INTERN;
        if (cause instanceof FabricException broken) {
            error = switch (broken.severity()) {
                case PEER_LOST -> ErrorClass.PROC_FAILED;
                case REFUSED -> ErrorClass.WIN;
                case FATAL -> ErrorClass.INTERN;
            };
        }
        return new MpiFailure(error, cause.getMessage(), cause);
    }

    /**
     * Does something that a lost member may make fail, which is no reason not to go on; nor is that a member was lost
     * while the window was made, which others have noticed before this one.
     */
    static void despiteLoss(Runnable part) {
        try {
            part.run();
        } catch (MpiFailure e) {
            if (e.errorClass() != ErrorClass.PROC_FAILED && e.errorClass() != ErrorClass.REVOKED) {
                throw e;
            }
        }
    }
}
