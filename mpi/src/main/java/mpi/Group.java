package mpi;

import org.hawser.mpi.ErrorClass;
import org.hawser.mpi.MpiFailure;
import org.hawser.mpi.env.Environment;
import org.hawser.mpi.group.Members;

/**
 * An ordered set of processes; a process's place in it is its rank in the group.
 *
 * <pre>{@code
 * Group world = MPI.COMM_WORLD.getGroup();
 * Group even = world.rangeIncl(new int[][] {{0, world.getSize() - 1, 2}});
 * }</pre>
 *
 * <p><b>Threads:</b> any, but for {@link #free()}.
 */
public final class Group implements Freeable {
    /** Null once it has been freed. */
    private Members members;

    Group(Members members) {
        this.members = members;
    }

    /** How many processes there are. */
    public int getSize() throws MPIException {
        return members("Group.getSize").size();
    }

    /** This process's rank, or {@link MPI#UNDEFINED} when it is not in the group. */
    public int getRank() throws MPIException {
        return members("Group.getRank").indexOf(Environment.rank().number());
    }

    @Override
    public void free() throws MPIException {
        members("Group.free");
        if (this == MPI.GROUP_EMPTY) {
            throw Errors.raise(null, "Group.free", ErrorClass.GROUP, "GROUP_EMPTY cannot be freed");
        }
        members = null;
    }

    /** True once it has been freed. */
    public boolean isNull() {
        return members == null;
    }

    /** The ranks in {@code group2} of those with {@code ranks1} in {@code group1}; UNDEFINED for those not there. */
    public static int[] translateRanks(Group group1, int[] ranks1, Group group2) throws MPIException {
        Members first = of(group1, "Group.translateRanks");
        Members second = of(group2, "Group.translateRanks");
        try {
            return first.translate(given(ranks1), second, MPI.PROC_NULL);
        } catch (MpiFailure e) {
            throw Errors.raise(null, "Group.translateRanks", e);
        }
    }

    /** IDENT for the same processes in the same order, SIMILAR in another order, else UNEQUAL. */
    public static int compare(Group group1, Group group2) throws MPIException {
        Members first = of(group1, "Group.compare");
        Members second = of(group2, "Group.compare");
        return first.equals(second) ? MPI.IDENT : first.sameSet(second) ? MPI.SIMILAR : MPI.UNEQUAL;
    }

    /** All of the first, then those of the second that are not in the first. */
    public static Group union(Group group1, Group group2) throws MPIException {
        return new Group(of(group1, "Group.union").union(of(group2, "Group.union")));
    }

    /** Those of the first that are in the second, in the first's order. */
    public static Group intersection(Group group1, Group group2) throws MPIException {
        return new Group(of(group1, "Group.intersection").intersection(of(group2, "Group.intersection")));
    }

    /** Those of the first that are not in the second, in the first's order. */
    public static Group difference(Group group1, Group group2) throws MPIException {
        return new Group(of(group1, "Group.difference").difference(of(group2, "Group.difference")));
    }

    /** The processes with these ranks, in this order. */
    public Group incl(int[] ranks) throws MPIException {
        return including("Group.incl", ranks);
    }

    /** The processes with other ranks than these. */
    public Group excl(int[] ranks) throws MPIException {
        return excluding("Group.excl", ranks);
    }

    /** As {@link #incl}, with ranges of first, last and stride. */
    public Group rangeIncl(int[][] ranges) throws MPIException {
        return including("Group.rangeIncl", expand("Group.rangeIncl", ranges));
    }

    /** As {@link #excl}, with ranges of first, last and stride. */
    public Group rangeExcl(int[][] ranges) throws MPIException {
        return excluding("Group.rangeExcl", expand("Group.rangeExcl", ranges));
    }

    private Group including(String call, int[] ranks) throws MPIException {
        Members all = members(call);
        try {
            return new Group(all.including(given(ranks)));
        } catch (MpiFailure e) {
            throw Errors.raise(null, call, e);
        }
    }

    private Group excluding(String call, int[] ranks) throws MPIException {
        Members all = members(call);
        try {
            return new Group(all.excluding(given(ranks)));
        } catch (MpiFailure e) {
            throw Errors.raise(null, call, e);
        }
    }

    private static <T> T given(T array) {
        if (array == null) {
            throw new MpiFailure(ErrorClass.ARG, "the array of ranks or ranges is null");
        }
        return array;
    }

    private int[] expand(String call, int[][] ranges) throws MPIException {
        Members all = members(call);
        try {
            return all.expand(given(ranges));
        } catch (MpiFailure e) {
            throw Errors.raise(null, call, e);
        }
    }

    /** The processes of a group that a communicator is made of; a failure when it cannot be used. */
    static Members inner(Group group) {
        if (group == null || group.members == null) {
            throw new MpiFailure(ErrorClass.GROUP, group == null ? "the group is null" : "the group was freed");
        }
        return group.members;
    }

    /** The members of a group that a call was given. */
    static Members of(Group group, String call) throws MPIException {
        if (group == null) {
            throw Errors.raise(null, call, ErrorClass.GROUP, "the group is null");
        }
        return group.members(call);
    }

    private Members members(String call) throws MPIException {
        Errors.check();
        if (members == null) {
            throw Errors.raise(null, call, ErrorClass.GROUP, "the group was freed");
        }
        return members;
    }
}
