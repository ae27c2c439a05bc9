package org.hawser.mpi.coll;

import org.hawser.fabric.FabricException;
import org.hawser.mpi.ErrorClass;
import org.hawser.mpi.MpiFailure;
import org.hawser.mpi.p2p.Operation;

/**
 * What has gone wrong first in a collective, and how the others learn of it. A rank that has failed goes on to send to
 * those that wait for it, but messages of a length that none of them expects; so all whose result depends on it fail as
 * well, and none waits in vain.
 *
 * <p><b>Threads:</b> one at a time. <b>Allocates:</b> failures.
 */
final class Mishap {
    private MpiFailure first;

    /** True while nothing has gone wrong. */
    boolean isFree() {
        return first == null;
    }

    /** The length of a message of a rank that has failed, in place of {@code bytes}. */
    static long lengthOf(long bytes) {
        return bytes == 0 ? 1 : 0;
    }

    /** Looks at an operation that is done; {@code expected} is the length of what was to come, or -1 for a send. */
    void look(Operation operation, long expected) {
        if (operation.failure() != null) {
            note(operation.failure());
        } else if (expected >= 0 && operation.bytes() != expected) {
            note(new MpiFailure(ErrorClass.TRUNCATE, operation.bytes() == 0
                ? "a rank has failed in this collective, or has less to send than is expected of it: source="
                    + operation.source() + " expected bytes=" + expected
                : "a message of the collective is shorter than expected: bytes=" + operation.bytes() + " expected="
                    + expected + " source=" + operation.source()));
        }
    }

    /** Keeps what was thrown, if it is the first. */
    void note(RuntimeException e) {
        if (first == null) {
            first = e instanceof MpiFailure failure ? failure
                : e instanceof FabricException fabric && fabric.severity() == FabricException.Severity.PEER_LOST
                ? new MpiFailure(ErrorClass.PROC_ABORTED, e.getMessage(), e)
                : new MpiFailure(ErrorClass.OTHER, "a step of the collective has failed: " + e, e);
        }
    }

    /** The first failure, or null. */
    MpiFailure failure() {
        return first;
    }

    /** Throws the first failure, if there is one, and forgets it. */
    void raise() {
        if (first != null) {
            MpiFailure failure = first;
            first = null;
            throw failure;
        }
    }

    /** Forgets. */
    void clear() {
        first = null;
    }
}
