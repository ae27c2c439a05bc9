package org.hawser.mpi.p2p;

import org.hawser.mpi.MpiFailure;
import org.hawser.mpi.group.Members;
import org.hawser.runtime.Awaitable;

/**
 * Something that is waited for, with an eye on lost ranks: before each sleep the operations that need them are ended,
 * which ends whatever waits for those operations. Where members are given, the loss of any of them ends the wait.
 *
 * <p><b>Threads:</b> one, in one wait after the other. <b>Allocates:</b> at construction.
 */
final class Watched implements Awaitable {
    private final Watch watch;
    private Awaitable awaited;
    private Members needed;

    Watched(Watch watch) {
        this.watch = watch;
    }

    /** From now on {@code what} is waited for; null when nothing is. */
    Watched on(Awaitable what, Members members) {
        awaited = what;
        needed = members;
        return this;
    }

    @Override
    public boolean isDone() {
        return awaited.isDone();
    }

    /**
     * Asked by the thread that waits, which hears of losses so.
     *
     * @throws MpiFailure when a rank is lost that is needed
     */
    @Override
    public boolean isDoneBeforeSleep() {
        watch.look();
        for (int i = 0; needed != null && i < needed.size(); i++) {
            if (watch.findLost(needed.get(i)) && !awaited.isDone()) {
                throw Watch.loss(needed.get(i));
            }
        }
        return awaited.isDoneBeforeSleep();
    }
}
