package org.hawser.mpi.rma;

/**
 * Locks that each member keeps for its own window and gives out in answer to messages: those of the two-sided design.
 * To lock is to make a note; the request leaves with the first operation, and most often with all of them. The lock of
 * this member's own window is taken at once, as it guards loads and stores.
 *
 * <p>Cost: none to lock; to unlock 1 message and 1 answer, or 2 of each where not everything fits a frame.
 *
 * <p><b>Threads:</b> one at a time per target. <b>Allocates:</b> nothing.
 */
final class MessageLocks implements Locks {
    private final WindowMessages messages;
    private final int me;

    MessageLocks(WindowMessages messages, int me) {
        this.messages = messages;
        this.me = me;
    }

    @Override
    public void lock(Target target, boolean exclusive) {
        Outgoing outgoing = messages.to(target.member, false);
        outgoing.wantLock(exclusive);
        if (target.member == me) {
            outgoing.lockNow();
        }
    }

    @Override
    public boolean endsOperations() {
        return true;
    }

    @Override
    public void unlock(Target target) {
        handOver(target);
        Outgoing outgoing = messages.to(target.member, false);
        outgoing.startUnlock(false);
        outgoing.awaitOver();
        target.path.flush();
    }

    @Override
    public void startUnlock(Target target) {
        handOver(target);
        messages.to(target.member, false).startUnlock(true);
    }

    @Override
    public void awaitUnlocked(Target target) {
        messages.to(target.member, false).awaitOver();
        target.path.flush();
    }

    /** A fence that defers what it can may have operations of its own keeping, which the lock is for. */
    private static void handOver(Target target) {
        if (target.path instanceof DeferredPath deferred) {
            deferred.issue();
        }
    }
}
