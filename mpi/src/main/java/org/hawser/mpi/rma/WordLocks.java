package org.hawser.mpi.rma;

import org.hawser.fabric.MappedRegion;
import org.hawser.fabric.RemoteRegion;
import org.hawser.mpi.ErrorClass;
import org.hawser.mpi.MpiFailure;
import org.hawser.mpi.comm.Communicator;
import org.hawser.platform.memory.RawWords;

/**
 * Locks by the lock words of the targets: one-sided wherever the lock's mode is that of the member's way to it (see
 * {@link LockPolicy}).
 *
 * <p><b>Threads:</b> one at a time per target. <b>Allocates:</b> at the first lock of a target; after that nothing in
 * CPU mode on mapped memory.
 */
final class WordLocks implements Locks {
    private final Communicator communicator;
    private final WindowMemory memory;
    private final LockKeeper keeper;
    private final Target[] targets;
    private final boolean mixed;
    private final int turns;

    /** @param turns after how many turns in a row a lock becomes a member's own, see {@link LockBias}; 0 for never */
    WordLocks(Communicator communicator, WindowMemory memory, Target[] targets, int turns) {
        if (targets.length > LockWord.MOST_MEMBERS) {
            throw new MpiFailure(ErrorClass.UNSUPPORTED_OPERATION, "a window of too many members: size="
                + targets.length + " most=" + LockWord.MOST_MEMBERS);
        }
        this.communicator = communicator;
        this.memory = memory;
        keeper = memory.keeper();
        this.targets = targets;
        mixed = isMixed(targets);
        this.turns = !mixed && keeper.policy() instanceof MigrateByHistory ? turns : 0;
    }

    private boolean isMixed(Target[] targets) {
        for (Target target : targets) {
            if (!isNear(target)) {
                return true;
            }
        }
        return false;
    }

    /** Others are near to this member exactly if this one is near to them. */
    private boolean isNear(Target target) {
        return target.member == communicator.rank()
            || target.control instanceof MappedRegion && keeper.nodes().together(communicator.rank(), target.member);
    }

    @Override
    public void lock(Target target, boolean exclusive) {
        TargetLock lock = target.lock;
        if (lock == null) {
            lock = open(target);
        }
        try {
            lock.enter(exclusive);
        } catch (InternalError e) {
            throw lostTarget(target, e);
        }
    }

    @Override
    public void unlock(Target target) {
        try {
            target.lock.leave();
        } catch (InternalError e) {
            throw lostTarget(target, e);
        }
    }

    @Override
    public void settle() {
        for (Target target : targets) {
            if (target.lock != null) {
                target.lock.settle();
            }
        }
    }

    /** A rank that leaves takes its memory along, and the JVM tells so those who touch it then. */
    private RuntimeException lostTarget(Target target, InternalError e) {
        if (!keeper.holders().isGone(target.member)) {
            throw e;
        }
        return new MpiFailure(ErrorClass.PROC_FAILED, "the target of a lock has ended: target=" + target.member, e);
    }

    private TargetLock open(Target target) {
        int me = communicator.rank();
        long control = 0;
        if (target.member == me) {
            control = RawWords.addressOf(memory.control());
        } else if (isNear(target)) {
            control = RawWords.addressOf(((MappedRegion) target.control).map());
        }
        RemoteRegion network = target.control instanceof MappedRegion
            ? communicator.point().rank().attachByAgent(target.control.key()) : target.control;
        TargetLock lock = new TargetLock(communicator.point(), keeper, me, target.member, targets.length, control,
            network, mixed, turns);
        target.lock = lock;
        return lock;
    }
}
