package org.hawser.mpi.comm;

import java.util.Arrays;
import java.util.function.IntPredicate;
import org.hawser.fabric.FabricException;
import org.hawser.fabric.RegionKey;
import org.hawser.mpi.ErrorClass;
import org.hawser.mpi.MpiFailure;
import org.hawser.mpi.group.Members;

/**
 * A communicator of those that are left of another one. Its context comes from the same table, as long as the rank
 * lives that has it; else one of those that are left makes a table of its own, with a range of contexts that none of
 * them uses, from which the communicators that are made from this one get theirs.
 *
 * <pre>
 * place:  TABLE  context  how often it was taken
 *         RANGE  first context of the range  member that has the table  its key: id  secret  length
 * </pre>
 *
 * <p><b>Threads:</b> stateless. <b>Allocates:</b> per call.
 */
public final class Remainder {
    private static final int RANGES = (Contexts.LIMIT - Contexts.FIRST_SHARED) / Contexts.SHARED_SPAN;
    private static final long TABLE = 1;
    private static final long RANGE = 2;
    private static final long NONE = 3;

    private Remainder() {
    }

    /** All processes of a communicator, in an order that is the same at all. */
    public static Members everybody(Communicator comm) {
        return Agreement.everybody(comm);
    }

    /** The ranges of contexts that this process uses, one bit each. */
    public static long[] usedRanges(Communicator comm) {
        long[] used = new long[(RANGES + Long.SIZE - 1) / Long.SIZE];
        for (int range : comm.contexts().connections().ranges()) {
            int number = (range - Contexts.FIRST_SHARED) / Contexts.SHARED_SPAN;
            used[number / Long.SIZE] |= 1L << number;
        }
        return used;
    }

    /** At one process, for all: a context for {@code holders} processes, who use these ranges together. */
    public static long[] place(Communicator comm, int holders, long[] used) {
        Contexts contexts = comm.contexts();
        if (!comm.point().watch().findLost(contexts.host())) {
            try {
                int[] taken = contexts.take(holders);
                return new long[] {TABLE, taken[0], taken[1]};
            } catch (FabricException e) {
                if (e.severity() != FabricException.Severity.PEER_LOST) {
                    throw e;
                }
            }
        }
        for (int number = 0; number < RANGES; number++) {
            if ((used[number / Long.SIZE] & 1L << number) == 0) {
                int from = Contexts.FIRST_SHARED + number * Contexts.SHARED_SPAN;
                RegionKey key = contexts.makeShared(from, holders);
                int me = everybody(comm).indexOf(comm.local().get(comm.rank()));
                return new long[] {RANGE, from, me, key.id(), key.secret(), key.length()};
            }
        }
        return new long[] {NONE};
    }

    /**
     * The communicator, at each of those that are left.
     *
     * @param isLeft whether a rank of the job is
     * @param words have what {@link #place} gave, from {@code at} on
     */
    public static Communicator of(Communicator comm, IntPredicate isLeft, long[] words, int at) {
        Contexts contexts = comm.contexts();
        if (words[at] == NONE) {
            throw new MpiFailure(ErrorClass.OTHER, "too many ranges of contexts are in use: free communicators");
        }
        int context = (int) words[at + 1];
        if (words[at] == RANGE) {
            contexts.connections().reserve(context);
            int host = everybody(comm).get((int) words[at + 2]);
            contexts = contexts.apart(new RegionKey(host, words[at + 3], words[at + 4], words[at + 5]), context);
        }
        Members local = left(comm.local(), isLeft);
        Members remote = comm.isInter() ? left(comm.remote(), isLeft) : local;
        int taken = words[at] == TABLE ? (int) words[at + 2] : 0;
        Communicator made = new Communicator(comm.point(), contexts, local, remote,
            local.indexOf(comm.local().get(comm.rank())), context, taken, null);
        contexts.begin(made);
        return made;
    }

    private static Members left(Members members, IntPredicate isLeft) {
        return Members.of(Arrays.stream(members.ranks()).filter(isLeft).toArray());
    }
}
