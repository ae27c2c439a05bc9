package org.hawser.mpi.comm;

import java.util.Arrays;
import java.util.function.Supplier;
import java.util.stream.IntStream;
import org.hawser.mpi.ErrorClass;
import org.hawser.mpi.MpiFailure;
import org.hawser.mpi.group.Members;

/**
 * Makes communicators of one group from a communicator of one group, and copies of any. All processes of the old one
 * call, unless it is said otherwise. When one of them cannot, all are told, and none is made.
 *
 * <p>All communicators that one call makes have one context: they have no process in common.
 *
 * <p><b>Threads:</b> any; those that use one communicator one after the other. <b>Allocates:</b> per call.
 */
public final class Creation {
    /** The colour of those that get no communicator. */
    public static final int UNDEFINED = Members.NONE;

    private Creation() {
    }

    /** A copy with a context of its own. */
    public static Communicator duplicate(Communicator comm) {
        Duplication copy = Duplication.start(comm);
        copy.await(comm.point());
        if (copy.failure() != null) {
            throw copy.failure();
        }
        return copy.copy();
    }

    /** A new context for so many processes, or why there is none. */
    static int[] decideContext(Communicator comm, int holders) {
        try {
            return Decision.of(comm.contexts().take(holders));
        } catch (RuntimeException e) {
            return Decision.failed(e);
        }
    }

    /**
     * One communicator per colour, in the order of the keys, and of the ranks where those are equal.
     *
     * @return null where the colour is {@link #UNDEFINED}
     */
    public static Communicator split(Communicator comm, int colour, int key) {
        int[] decision = Agreement.of(comm).reach(() -> {
            if (colour < 0 && colour != UNDEFINED) {
                throw new MpiFailure(ErrorClass.ARG, "a colour is neither UNDEFINED nor 0 or more: colour=" + colour);
            }
            return new int[] {colour, key};
        }, all -> {
            int[] table = new int[2 + 2 * all.length];
            int holders = 0;
            for (int i = 0; i < all.length; i++) {
                table[2 + 2 * i] = all[i][0];
                table[3 + 2 * i] = all[i][1];
                holders += all[i][0] == UNDEFINED ? 0 : 1;
            }
            if (holders > 0) {
                System.arraycopy(comm.contexts().take(holders), 0, table, 0, 2);
            }
            return table;
        });
        if (colour == UNDEFINED) {
            return null;
        }
        int[] ranks = IntStream.range(0, comm.size()).filter(i -> decision[2 + 2 * i] == colour).boxed()
            .sorted((a, b) -> Integer.compare(decision[3 + 2 * a], decision[3 + 2 * b]))
            .mapToInt(i -> comm.local().get(i)).toArray();
        return comm.derive(Members.of(ranks), decision);
    }

    /** One communicator per set of processes that share memory. */
    public static Communicator splitByNode(Communicator comm, boolean takesPart, int key) {
        int[] nodes = Nodes.of(comm);
        return split(comm, takesPart ? nodes[comm.rank()] : UNDEFINED, key);
    }

    /**
     * Communicators of some of the processes. Those of one group give the same group; groups that differ have no
     * process in common.
     *
     * @param group as the caller gave it; may throw
     * @return null where the process is not in the group it gave
     */
    public static Communicator create(Communicator comm, Supplier<Members> group) {
        Members[] given = new Members[1];
        int[] decision = Agreement.of(comm).reach(() -> {
            given[0] = group.get();
            int[] ranks = ranksIn(comm, given[0]);
            int mine = given[0].indexOf(comm.local().get(comm.rank()));
            return mine == Members.NONE ? new int[0] : new int[] {ranks[0], ranks.length, Arrays.hashCode(ranks)};
        }, all -> {
            int holders = checkGroups(all);
            return holders == 0 ? new int[0] : comm.contexts().take(holders);
        });
        int me = given[0].indexOf(comm.local().get(comm.rank()));
        return me == Members.NONE ? null : comm.derive(given[0], decision);
    }

    /**
     * Refuses groups that their members do not agree on.
     *
     * @param all first process, size and hash of the group that a process gave, if it is in it
     * @return how many processes are in groups
     */
    private static int checkGroups(int[][] all) {
        int holders = 0;
        int[] present = new int[all.length];
        for (int i = 0; i < all.length; i++) {
            if (all[i].length > 0) {
                int first = all[i][0];
                if (!Arrays.equals(all[i], all[first])) {
                    throw new MpiFailure(ErrorClass.GROUP, "processes of one group gave different groups: processes="
                        + i + ", " + first);
                }
                present[first]++;
                holders++;
            }
        }
        for (int i = 0; i < all.length; i++) {
            if (all[i].length > 0 && present[all[i][0]] != all[i][1]) {
                throw new MpiFailure(ErrorClass.GROUP, "not all processes of a group gave it: first=" + all[i][0]
                    + " size=" + all[i][1] + " gave=" + present[all[i][0]]);
            }
        }
        return holders;
    }

    /** The ranks in {@code comm} of the members of a group; an error when one is not there. */
    private static int[] ranksIn(Communicator comm, Members group) {
        int[] ranks = new int[group.size()];
        for (int i = 0; i < ranks.length; i++) {
            ranks[i] = comm.local().indexOf(group.get(i));
            if (ranks[i] == Members.NONE) {
                throw new MpiFailure(ErrorClass.GROUP, "a process of the group is not in the communicator: rank in the "
                    + "group=" + i);
            }
        }
        return ranks;
    }

    /**
     * A communicator of some of the processes; only they call, and at the same time as others when the tags differ.
     *
     * @return null where the process is not in the group
     */
    public static Communicator createOfGroup(Communicator comm, Members group, int tag) {
        ranksIn(comm, group);
        if (tag < 0) {
            throw new MpiFailure(ErrorClass.TAG, "the tag is negative: tag=" + tag);
        }
        int me = group.indexOf(comm.local().get(comm.rank()));
        if (me == Members.NONE) {
            return null;
        }
        int[] decision = me == 0 ? decideContext(comm, group.size()) : null;
        return comm.derive(group, Decision.open(Agreement.of(comm, group, tag).spread(0, decision)));
    }
}
