package org.hawser.mpi.rma;

import java.util.Arrays;

/**
 * What a member has started at the targets of a window, all of it: waits for its end.
 *
 * <p><b>Threads:</b> any. <b>Allocates:</b> at construction.
 */
final class StartedOperations {
    private final Target[] targets;
    private final StoreOrder order;
    /** Ways on which operations may be under way after their call. */
    private final Path[] trailing;

    /** At these targets, as the window reaches them. */
    StartedOperations(Target[] targets, StoreOrder order) {
        this.targets = targets;
        this.order = order;
        trailing = Arrays.stream(targets).map(target -> target.path).filter(path -> path != null
            && path.defers()).toArray(Path[]::new);
    }

    /** Waits for what was not over at once; who calls it orders memory. */
    void end() {
        for (Path path : trailing) {
            path.start();
        }
        for (Path path : trailing) {
            path.finish();
        }
    }

    /** Waits for all of it, and orders it before what this member does next. */
    void flush() {
        for (Target target : targets) {
            target.path.start();
        }
        for (Target target : targets) {
            target.path.finish();
        }
        // Once for all.
        order.flush();
    }
}
