package org.hawser.mpi.comm;

import org.hawser.mpi.group.Members;
import org.hawser.mpi.p2p.PointToPoint;

/**
 * What a communicator is below the API: who takes part, which of them this process is, and the context that keeps its
 * messages apart. Contexts come in pairs: the even one carries the program's messages, the odd one after it those of
 * collectives.
 *
 * <p>Of two groups, {@code local} is the one this process belongs to and {@code remote} the one that messages go to; of
 * one group the two are the same.
 *
 * <pre>{@code
 * int neighbour = (comm.rank() + 1) % comm.size();
 * comm.point().send(comm.collectives(), comm.remote().get(neighbour), tag, false, array, 0, bytes);
 * }</pre>
 *
 * <p><b>Threads:</b> immutable.
 *
 * @param point what carries the messages
 * @param local this process's group
 * @param remote the group that messages go to
 * @param rank this process's number in {@code local}
 * @param context of the program's messages; even
 */
public record Communicator(PointToPoint point, Members local, Members remote, int rank, int context) {

    /** A communicator of one group. */
    public static Communicator of(PointToPoint point, Members members, int rank, int context) {
        return new Communicator(point, members, members, rank, context);
    }

    /** How many processes this process's group has. */
    public int size() {
        return local.size();
    }

    /** True when there are two groups. */
    public boolean isInter() {
        return local != remote;
    }

    /** The context of the messages that collectives send. */
    public int collectives() {
        return context + 1;
    }
}
