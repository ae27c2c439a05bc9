package org.hawser.mpi.rma;

import org.hawser.fabric.RemoteRegion;
import org.hawser.mpi.p2p.PointToPoint;

/**
 * This member's way to the lock of one target, whatever mode it is in, and where this member has it.
 *
 * <p><b>Threads:</b> one at a time. <b>Allocates:</b> nothing in CPU mode on mapped memory.
 */
final class TargetLock {
    private static final int NEAR = 1;
    private static final int FAR = 2;
    private static final int KEPT = 3;
    /** Inside the lock that is this member's own. */
    private static final int OWN = 4;
    private static final int ROUNDS_BEFORE_LOOKING_AFTER = 16;
    /** So many turns of this member at its own lock go without a look at what others want; a power of two. */
    private static final int TURNS_PER_LOOK = 32;

    private final PointToPoint point;
    private final LockKeeper keeper;
    private final int target;
    /** Null when this member must not touch the word of processors. */
    private final NearLock near;
    /** Null where locks do not become anybody's own. */
    private final LockBias bias;
    /** Counts this member's turns; null when nobody is far, so that there is nothing to decide. */
    private final LockHistory history;
    private final FarLock far;
    /** Nobody is far: there is nothing to count, and nobody to serve. */
    private final boolean nearOnly;
    private final LockAnswer answer = new LockAnswer();
    /** It is this member's own lock, and others are far. */
    private final boolean own;
    private int turns;
    /** Where this member has the lock or had it last. */
    private int where;
    private boolean exclusive;

    /**
     * The lock of {@code target}.
     *
     * @param control where the target's control block is mapped, or 0
     * @param network the target's control block, through the network
     * @param mixed   whether there may be near members and far ones
     * @param turns   after how many turns in a row the lock becomes this member's own; 0 for never
     */
    TargetLock(PointToPoint point, LockKeeper keeper, int me, int target, int size, long control,
               RemoteRegion network, boolean mixed, int turns) {
        this.point = point;
        this.keeper = keeper;
        this.target = target;
        own = mixed && me == target;
        near = control == 0 ? null
            : new NearLock(point.rank(), keeper.holders(), keeper.nodes(), me, target, size, control, turns);
        bias = near == null ? null : near.bias();
        history = control == 0 || !mixed ? null : new LockHistory(control, size);
        nearOnly = near != null && !mixed;
        far = new FarLock(point.rank(), keeper.holders(), me, target, size, control == 0, network);
    }

    /** Waits until this member has the lock. */
    void enter(boolean alone) {
        if (bias != null && bias.isOwn() && alone && bias.enter()) {
            where = OWN;
        } else if (nearOnly && near.enterFree(alone)) {
            where = NEAR;
            exclusive = alone;
        } else {
            enterSlowly(alone);
        }
    }

    private void enterSlowly(boolean alone) {
        if (own) {
            serveOthers();
        }
        exclusive = alone;
        if (near != null && !nearOnly && near.enterFree(alone)) {
            where = NEAR;
        } else {
            where = near != null ? enterNear(alone) : enterFar(alone);
        }
        if (history != null) {
            history.nearTurn();
        }
    }

    /**
     * The far members' requests are this member's to serve, and one that takes its own lock again and again would leave
     * them to an agent that finds no core, or to nobody.
     */
    private void serveOthers() {
        if (where == FAR || (++turns & TURNS_PER_LOOK - 1) == 0) {
            point.rank().progress();
        }
    }

    private int enterNear(boolean alone) {
        LockCounts counts = keeper.counts();
        for (int rounds = 0; ; rounds++) {
            if (near.enter(alone, counts)) {
                return NEAR;
            }
            if (history != null && keeper.policy().movesHome(history) && enterToMove(alone)) {
                far.carryOff();
                near.bringHome(alone);
                history.moved();
                counts.moves++;
                return NEAR;
            }
            if (far.enter(alone, counts)) {
                return FAR;
            }
            betweenModes(rounds);
        }
    }

    /** One who shares must not wait for others who share: for it the lock moves only if nobody has it now. */
    private boolean enterToMove(boolean alone) {
        return alone ? far.enter(true, keeper.counts()) : far.enterFree();
    }

    private int enterFar(boolean alone) {
        boolean ask = where == KEPT;
        for (int rounds = 0; ; rounds++) {
            if (!ask && far.enter(alone, keeper.counts())) {
                return FAR;
            }
            ask = false;
            int outcome = ask(alone);
            if (outcome == LockAnswer.KEPT) {
                keeper.counts().kept++;
                return KEPT;
            }
            if (outcome == LockAnswer.MOVED) {
                keeper.counts().network++;
                return FAR;
            }
            if (outcome == LockAnswer.LOST) {
                throw keeper.holders().lost(answer.holder(), target);
            }
            betweenModes(rounds);
        }
    }

    private int ask(boolean alone) {
        answer.begin();
        keeper.ask(target, alone, answer);
        try {
            point.await(answer, keeper.holders().world(target));
        } finally {
            keeper.forget(target);
        }
        return answer.outcome();
    }

    /** The lock was in neither mode when each was tried: somebody moves it. */
    private void betweenModes(int rounds) {
        if (rounds >= ROUNDS_BEFORE_LOOKING_AFTER) {
            far.checkCarrier();
        }
        far.pause(rounds);
    }

    /** Waits until nothing of this member's is on its way to the lock. */
    void settle() {
        far.settle();
    }

    /** Gives the lock back. */
    void leave() {
        if (where == OWN) {
            near.leaveOwn();
        } else if (where == NEAR) {
            near.leave(exclusive);
        } else if (where == FAR) {
            far.leave(exclusive);
        } else {
            keeper.giveBack(target, exclusive);
        }
    }
}
