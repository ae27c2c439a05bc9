package org.hawser.mpi.rma;

import org.hawser.mpi.ErrorClass;
import org.hawser.mpi.MpiFailure;
import org.hawser.mpi.coll.Collectives;
import org.hawser.mpi.p2p.PointToPoint;

/**
 * Which fence a window has, by the hint {@code hawser_fence} or the setting {@code hawser.mpi.rma.fence}; the same at
 * all members.
 *
 * <p>Where nobody chooses it is the barrier. On mapped memory operations are over with their calls, so that a barrier
 * is all that is left of a fence; elsewhere the end of an operation is waited for by its origin, and no design has less
 * to send after that than a barrier.
 *
 * <p><b>Threads:</b> immutable.
 */
enum FenceDesign {
    /** {@link FenceDeferred}. */
    DEFERRED,
    /** {@link FenceNaive}. */
    NAIVE,
    /** {@link FenceBarrier}. */
    BARRIER,
    /** {@link FenceNotify}. */
    NOTIFY;

    /** What the hints say. */
    static FenceDesign of(Hints hints) {
        String choice = hints.choice("fence", "auto");
        return switch (choice) {
            case "auto", "barrier" -> BARRIER;
            case "deferred" -> DEFERRED;
            case "naive" -> NAIVE;
            case "notify" -> NOTIFY;
            default -> throw new MpiFailure(ErrorClass.INFO_VALUE, "a fence is auto, deferred, naive, barrier or "
                + "notify: fence=" + choice);
        };
    }

    /** The members, as this design reaches them. */
    Target[] reach(Target[] targets, PointToPoint point) {
        if (this == BARRIER || this == NAIVE) {
            return targets;
        }
        Target[] reached = new Target[targets.length];
        for (int i = 0; i < targets.length; i++) {
            Target target = targets[i];
            reached[i] = target.by(this == DEFERRED ? new DeferredPath(target.path, point, target.world)
                : new NoticedPath(target.path, point.rank(), target));
        }
        return reached;
    }

    /** The fence of a window whose members {@link #reach} has given. */
    Fence open(Window window, StartedOperations operations, WindowBarrier barrier, Epochs epochs, Target[] targets,
               Collectives collectives) {
        if (this == BARRIER) {
            return new FenceBarrier(operations, barrier);
        }
        Counts counts = new Counts(collectives);
        Notices notices = new Notices(window.communicator(), targets, window.memory());
        if (this == NAIVE) {
            return new FenceNaive(window, operations, epochs, targets, counts, notices);
        }
        int size = targets.length;
        return this == NOTIFY ? new FenceNotify(operations, barrier, paths(targets, new NoticedPath[size]), counts,
                notices)
            : new FenceDeferred(paths(targets, new DeferredPath[size]), counts, notices);
    }

    @SuppressWarnings("unchecked")
    private static <P extends Path> P[] paths(Target[] targets, P[] into) {
        for (int i = 0; i < into.length; i++) {
            into[i] = (P) targets[i].path;
        }
        return into;
    }
}
