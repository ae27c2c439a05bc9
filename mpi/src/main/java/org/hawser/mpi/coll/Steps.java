package org.hawser.mpi.coll;

import org.hawser.mpi.MpiFailure;
import org.hawser.mpi.coll.node.NodeCollectives;
import org.hawser.mpi.coll.op.Reduction;
import org.hawser.mpi.comm.Communicator;
import org.hawser.mpi.datatype.Layout;
import org.hawser.mpi.group.Members;

/**
 * What an algorithm of a collective is written in: sends, receives and local work, in rounds. The same algorithm is
 * carried out at once by {@link Direct}, for calls that wait, and noted down by {@link Schedule}, for calls that do
 * not; so what it does must not depend on what it has received.
 *
 * <p>Sends and receives of a round may be under way together until {@link #endRound}: till then what is sent must not
 * be written, and what is received neither read nor written. Local work is done in its place among them. Messages
 * between two ranks are matched in their order. Every message has exactly the length that its receiver expects, unless
 * {@link #allowShorter} was called.
 *
 * <p>Memory is an array and an offset in bytes from its first element or, when the array is null, an address. Ranks are
 * members of the group that {@link #among} set; at first that of the communicator.
 *
 * <pre>{@code
 * steps.receive(null, partial, bytes, left);
 * steps.send(array, at, bytes, right);
 * steps.endRound();
 * steps.combine(reduction, null, partial, array, at, bytes);
 * }</pre>
 *
 * <p><b>Threads:</b> one at a time.
 */
public interface Steps {
    /** Whose collective it is. */
    Communicator communicator();

    /** True when each step is carried out as it is given, so that whoever gives it may also wait in other ways. */
    boolean isDirect();

    /** Collectives in memory that the ranks share; only of steps that are carried out as they are given. */
    NodeCollectives node();

    /** What all ranks must have chosen alike, before the first step: see {@link org.hawser.mpi.p2p.CollectiveCalls}. */
    void is(int signature);

    /** Which nodes the ranks are on; null where they have no {@link Hierarchy}. */
    Hierarchy hierarchy();

    /** What went wrong first in this collective, or null. */
    MpiFailure failure();

    /** Keeps for the end what went wrong in a part that the caller carried out itself. */
    void note(RuntimeException failure);

    /** This process's number in the group. */
    int rank();

    /** How many the group has. */
    int size();

    /** From now on ranks are members of {@code group}, in which this process has the number {@code rank}, or none. */
    void among(Members group, int rank);

    /** Sends to a member of the group. */
    void send(Object array, long at, long bytes, int to);

    /** Receives from a member of the group. */
    void receive(Object array, long at, long bytes, int from);

    /**
     * From now on, in this collective, this process also takes a message that is shorter than it expects, but not an
     * empty one; what lies behind it is left as it was.
     */
    void allowShorter();

    /** All sends and receives since the last round are done. */
    void endRound();

    /** Copies; nothing, when the two are the same place. */
    void copy(Object from, long fromAt, Object to, long toAt, long bytes);

    /** Sets {@code inOut} to {@code in} combined with it, in this order. */
    void combine(Reduction reduction, Object in, long inAt, Object inOut, long inOutAt, long bytes);

    /** Sets {@code out} to {@code first} combined with {@code second}, in this order. */
    void combine(Reduction reduction, Object first, long firstAt, Object second, long secondAt, Object out,
                 long outAt, long bytes);

    /** Copies {@code bytes} of the packed form of items, from its beginning, out of the items. */
    void pack(Layout layout, Object items, long itemsAt, Object packed, long packedAt, long bytes);

    /** Copies {@code bytes} of the packed form of items, from its beginning, into the items. */
    void unpack(Layout layout, Object packed, long packedAt, Object items, long itemsAt, long bytes);

    /** The address of memory with anything in it that lasts until the collective is over. */
    long memory(long bytes);
}
