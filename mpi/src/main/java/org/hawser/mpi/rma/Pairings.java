package org.hawser.mpi.rma;

import org.hawser.mpi.ErrorClass;
import org.hawser.mpi.MpiFailure;
import org.hawser.mpi.comm.Communicator;
import org.hawser.mpi.group.Members;
import org.hawser.mpi.p2p.PointToPoint;
import org.hawser.platform.memory.RawWords;
import org.hawser.runtime.Rank;

/**
 * Synchronisation of some members with some: post, start, complete and wait, all by words in {@link Control} blocks.
 *
 * <p>Each pair of members counts for itself. A member that posts writes at each of the group the how manyth time it
 * has opened its window to that one; a member that completes writes at each target the how manyth time it has done
 * with that one. Nothing is set back and nobody's word is another's, so one may run ahead: who completes an epoch in
 * which it touched nothing waits for nobody, even if the target has not posted yet. That is also why {@code start}
 * waits for nobody: the first access to each target does ({@link #admit}), and other targets do not have to be ready.
 *
 * <p>Cost: one line written per member of the group for post and for complete, nothing for start, as many lines of
 * this member's own block read as the group has members for wait.
 *
 * <p><b>Threads:</b> one for each of the two sides, but for {@link #admit}. <b>Allocates:</b> with a group that was not
 * the last one given.
 */
final class Pairings {
    private static final int[] NOBODY = {};
    private static final int LOOK_AFTER_MASK = 63;

    private final Communicator communicator;
    private final PointToPoint point;
    private final Rank rank;
    private final Signals signals;
    private final int me;
    private final Target[] targets;
    private final long block;

    /** How often this member has opened its window to each, and how often each has been awaited. */
    private final long[] posts;
    private final long[] exposures;
    /** How often this member has opened an access epoch to each, and how often it has closed one. */
    private final long[] starts;
    private final long[] completes;
    /** Whom the last of this member's operations tells that they are over. */
    private final boolean[] told;

    private Members postGroup;
    private int[] exposed = NOBODY;
    private Members startGroup;
    private int[] accessed = NOBODY;

    private final AwaitedWord admission;
    private final AwaitedWord completion;
    private int fruitless;

    Pairings(Communicator communicator, Target[] targets, WindowMemory memory) {
        this.communicator = communicator;
        this.targets = targets;
        point = communicator.point();
        rank = point.rank();
        signals = new Signals(rank);
        me = communicator.rank();
        block = RawWords.addressOf(memory.control());
        admission = new AwaitedWord(point);
        completion = new AwaitedWord(point);
        posts = new long[targets.length];
        exposures = new long[targets.length];
        starts = new long[targets.length];
        completes = new long[targets.length];
        told = new boolean[targets.length];
    }

    /** Opens this member's window to a group. */
    void post(Members group, boolean check) {
        if (group != postGroup) {
            exposed = membersOf(group);
            postGroup = group;
        }
        for (int member : exposed) {
            exposures[member]++;
            if (check) {
                // One that has ended is noticed by who waits for it, here or at its side.
                signals.send(targets[member], Control.posted(me), ++posts[member]);
            }
        }
    }

    /** Which members an access epoch is for. */
    int[] start(Members group, boolean check) {
        if (group != startGroup) {
            accessed = membersOf(group);
            startGroup = group;
        }
        for (int member : accessed) {
            if (check) {
                starts[member]++;
            }
        }
        return accessed;
    }

    /** Before the first access to a member: waits until it has posted. One thread at a time waits. */
    synchronized void admit(int member) {
        admission.await(block + Control.posted(member), starts[member], targets[member].world);
    }

    /**
     * Ends this member's operations and tells the targets that it has done.
     *
     * @param reached the members, as the window's fence reaches them
     * @return null, or the failure of a target that has ended: all others have been told
     */
    MpiFailure complete(Target[] reached) {
        for (int member : accessed) {
            Path path = reached[member].path;
            told[member] = path.startComplete();
            if (!told[member]) {
                path.start();
            }
        }
        MpiFailure failure = null;
        for (int member : accessed) {
            MpiFailure lost = end(reached[member].path, member);
            failure = failure == null ? lost : failure;
        }
        return failure;
    }

    private MpiFailure end(Path path, int member) {
        completes[member]++;
        try {
            if (told[member]) {
                path.flushLocal();
                return null;
            }
            path.finish();
        } catch (MpiFailure e) {
            return e;
        }
        return signals.send(targets[member], Control.completed(me), completes[member]);
    }

    /** Waits until all to whom this member's window was opened have done. */
    void waitFor() {
        for (int member : exposed) {
            completion.await(block + Control.completed(member), exposures[member], targets[member].world);
        }
    }

    /** Whether all to whom this member's window was opened have done. */
    boolean test() {
        if (haveCompleted()) {
            return true;
        }
        point.progress();
        if (haveCompleted()) {
            return true;
        }
        if ((++fruitless & LOOK_AFTER_MASK) == 0) {
            for (int member : exposed) {
                checkAlive(member);
            }
        }
        if (rank.sharesCores()) {
            // Who asks again at once would keep the core from the one that it asks about.
            Thread.yield();
        }
        return false;
    }

    private boolean haveCompleted() {
        for (int member : exposed) {
            if (!hasCompleted(member)) {
                return false;
            }
        }
        return true;
    }

    private boolean hasCompleted(int member) {
        return AwaitedWord.isRaised(block + Control.completed(member), exposures[member]);
    }

    /** Who only tests must hear of a lost member, too; what it did last counts. */
    private void checkAlive(int member) {
        int world = targets[member].world;
        if (!hasCompleted(member) && !rank.isAlive(world)) {
            point.progress();
            if (!hasCompleted(member)) {
                throw new MpiFailure(ErrorClass.PROC_FAILED, "a process has ended in an epoch that this one waits "
                    + "for: rank=" + member);
            }
        }
    }

    /** The members of the window that a group names. */
    private int[] membersOf(Members group) {
        int[] members = new int[group.size()];
        for (int i = 0; i < members.length; i++) {
            members[i] = communicator.local().indexOf(group.get(i));
            if (members[i] == Members.NONE) {
                throw new MpiFailure(ErrorClass.GROUP, "a process of the group is not in the window: rank in the job="
                    + group.get(i));
            }
        }
        return members;
    }
}
