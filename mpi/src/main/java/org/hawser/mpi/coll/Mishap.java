package org.hawser.mpi.coll;

import org.hawser.fabric.FabricException;
import org.hawser.mpi.ErrorClass;
import org.hawser.mpi.MpiFailure;
import org.hawser.mpi.comm.Communicator;
import org.hawser.mpi.group.Members;
import org.hawser.mpi.p2p.Operation;

/**
 * What has gone wrong first in a collective, and how the others learn of it. A rank that has failed goes on to send to
 * those that wait for it, but messages of a length that none of them expects; so all whose result depends on it fail as
 * well, and none waits in vain.
 *
 * <p><b>Threads:</b> one at a time. <b>Allocates:</b> failures.
 */
final class Mishap {
    private final Communicator communicator;
    private MpiFailure first;
    private boolean shorter;

    Mishap(Communicator communicator) {
        this.communicator = communicator;
    }

    /** True while nothing has gone wrong. */
    boolean isFree() {
        return first == null;
    }

    /** The length of a message of a rank that has failed, in place of {@code bytes}. */
    static long lengthOf(long bytes) {
        return bytes == 0 ? 1 : 0;
    }

    /** What comes may be shorter than expected, but not empty: that is what a rank that has failed sends. */
    void allowShorter() {
        shorter = true;
    }

    /** Looks at an operation that is done; {@code expected} is the length of what was to come, or -1 for a send. */
    void look(Operation operation, long expected) {
        MpiFailure failure = operation.failure();
        if (failure != null && failure.errorClass() != ErrorClass.TRUNCATE) {
            note(failure);
        } else if (failure != null || expected >= 0 && operation.bytes() != expected && !isEnough(operation)) {
            note(unexpected(operation, expected));
        }
    }

    private boolean isEnough(Operation operation) {
        return shorter && operation.bytes() > 0;
    }

    /** What a message of another length than expected tells: its sender has failed, often because of a lost rank. */
    private MpiFailure unexpected(Operation operation, long expected) {
        int lost = firstLost();
        if (lost >= 0) {
            return new MpiFailure(ErrorClass.PROC_FAILED, "the collective has failed at another rank, because one has "
                + "ended: rank of the job=" + lost + " told by=" + operation.source());
        }
        return operation.failure() != null ? operation.failure() : new MpiFailure(ErrorClass.TRUNCATE,
            operation.bytes() == 0
                ? "a rank has failed in this collective, or has less to send than is expected of it: source="
                    + operation.source() + " expected bytes=" + expected
                : "a message of the collective is shorter than expected: bytes=" + operation.bytes() + " expected="
                    + expected + " source=" + operation.source());
    }

    /** A rank of the communicator that is known to be lost; else -1. Who tells of a failure told of the loss before. */
    private int firstLost() {
        Members all = communicator.circle().all();
        for (int i = 0; i < all.size(); i++) {
            if (communicator.point().watch().isGone(all.get(i))) {
                return all.get(i);
            }
        }
        return -1;
    }

    /** Keeps what was thrown, if it is the first. */
    void note(RuntimeException e) {
        if (first == null) {
            first = e instanceof MpiFailure failure ? failure
                : e instanceof FabricException fabric && fabric.severity() == FabricException.Severity.PEER_LOST
                ? new MpiFailure(ErrorClass.PROC_FAILED, e.getMessage(), e)
                : new MpiFailure(ErrorClass.OTHER, "a step of the collective has failed: " + e, e);
        }
    }

    /** True when the communicator was revoked: then nobody waits for a message, and none comes. */
    boolean isCutOff() {
        if (communicator.circle().isRevoked()) {
            note(communicator.circle().revocation());
            return true;
        }
        return false;
    }

    /** The first failure, or null. */
    MpiFailure failure() {
        return first;
    }

    /** Throws the first failure, if there is one, and forgets it. */
    void raise() {
        shorter = false;
        if (first != null) {
            MpiFailure failure = first;
            first = null;
            throw failure;
        }
    }

    /** Forgets. */
    void clear() {
        shorter = false;
        first = null;
    }
}
