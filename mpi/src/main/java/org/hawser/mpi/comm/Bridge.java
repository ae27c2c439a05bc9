package org.hawser.mpi.comm;

import java.util.Arrays;
import org.hawser.mpi.ErrorClass;
import org.hawser.mpi.MpiFailure;
import org.hawser.mpi.group.Members;

/**
 * Makes communicators of two groups from two of one group, and one of one group from one of two.
 *
 * <p><b>Threads:</b> any; those that use one communicator one after the other. <b>Allocates:</b> per call.
 */
public final class Bridge {
    /** Instead of a context: processes of several jobs meet, whose numbers are not the same everywhere. */
    private static final int ACROSS_JOBS = -1;

    private Bridge() {
    }

    /**
     * A communicator between the group of {@code own} and another one, which calls with its own. The groups have no
     * process in common.
     *
     * @param own the communicator of this process's group
     * @param leader the rank in it of the process that meets the other group's
     * @param between where the two leaders meet; looked at by the leader only, and may be null elsewhere
     * @param otherLeader the other group's leader, as a rank in {@code between}
     * @param tag of the meeting
     */
    public static Communicator join(Communicator own, int leader, Communicator between, int otherLeader, int tag) {
        if (own.isInter()) {
            throw new MpiFailure(ErrorClass.COMM, "the local communicator has two groups");
        }
        if (leader < 0 || leader >= own.size()) {
            throw new MpiFailure(ErrorClass.RANK, "no such rank in the local communicator: leader=" + leader + " size="
                + own.size());
        }
        Agreement agreement = Agreement.of(own);
        int[] decision = null;
        if (own.rank() == leader) {
            try {
                decision = Decision.of(meet(own, between, otherLeader, tag));
            } catch (RuntimeException e) {
                agreement.spread(leader, Decision.failed(e));
                throw e;
            }
        }
        int[] agreed = Decision.open(agreement.spread(leader, decision));
        if (agreed[0] == ACROSS_JOBS) {
            return Encounter.meet(own, leader,
                own.rank() == leader ? Agreement.withLeader(between, otherLeader, tag)::swap : null);
        }
        Members others = Members.of(Arrays.copyOfRange(agreed, 2, agreed.length));
        return own.derive(own.local(), others, agreed);
    }

    /** The leaders' part: the new context, and the other group. */
    private static int[] meet(Communicator own, Communicator between, int otherLeader, int tag) {
        if (between == null) {
            throw new MpiFailure(ErrorClass.COMM, "the communicator where leaders meet is null");
        }
        if (otherLeader < 0 || otherLeader >= between.remote().size()) {
            throw new MpiFailure(ErrorClass.RANK, "no such rank in the communicator where leaders meet: remoteLeader="
                + otherLeader + " size=" + between.remote().size());
        }
        if (tag < 0) {
            throw new MpiFailure(ErrorClass.TAG, "the tag is negative: tag=" + tag);
        }
        if (own.local().indexOf(between.remote().get(otherLeader)) != Members.NONE) {
            throw new MpiFailure(ErrorClass.COMM, "the other group's leader is in this group: remoteLeader="
                + otherLeader);
        }
        Agreement leaders = Agreement.withLeader(between, otherLeader, tag);
        boolean across = !own.isWithinJob() || !between.isWithinJob();
        if (leaders.swap(new int[] {across ? 1 : 0})[0] == 1 || across) {
            return new int[] {ACROSS_JOBS};
        }
        Members others = Members.of(leaders.swap(own.local().ranks()));
        if (own.local().intersection(others).size() > 0) {
            throw new MpiFailure(ErrorClass.COMM, "the two groups have processes in common: groups=" + own.local()
                + ", " + others);
        }
        int[] context = null;
        if (own.local().get(0) < others.get(0)) {
            context = Creation.decideContext(own, own.size() + others.size());
            leaders.send(1, context);
        } else {
            context = leaders.receive(1);
        }
        int[] met = Arrays.copyOf(Decision.open(context), 2 + others.size());
        System.arraycopy(others.ranks(), 0, met, 2, others.size());
        return met;
    }

    /**
     * One communicator of both groups: those who said {@code high} after the others. All of one group say the same;
     * when both groups do, either may come first.
     */
    public static Communicator merge(Communicator comm, boolean high) {
        boolean first = Agreement.isFirst(comm);
        int firstSize = first ? comm.size() : comm.remote().size();
        int[] decision = Agreement.of(comm).reach(() -> new int[] {high ? 1 : 0}, all -> {
            for (int i = 0; i < all.length; i++) {
                if (all[i][0] != all[i < firstSize ? 0 : firstSize][0]) {
                    throw new MpiFailure(ErrorClass.ARG, "processes of one group gave different values for high");
                }
            }
            int[] taken = comm.contexts().take(all.length);
            return new int[] {taken[0], taken[1], all[0][0] > all[firstSize][0] ? 1 : 0};
        });
        boolean localFirst = first != (decision[2] == 1);
        Members all = localFirst ? comm.local().union(comm.remote()) : comm.remote().union(comm.local());
        return comm.derive(all, decision);
    }
}
