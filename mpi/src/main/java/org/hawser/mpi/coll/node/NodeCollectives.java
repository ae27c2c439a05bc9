package org.hawser.mpi.coll.node;

import java.util.ArrayDeque;
import java.util.Deque;
import org.hawser.fabric.Capability;
import org.hawser.mpi.MpiFailure;
import org.hawser.mpi.coll.SpacedPieces;
import org.hawser.mpi.coll.op.Reduction;
import org.hawser.mpi.comm.Communicator;
import org.hawser.runtime.Rank;

/**
 * The collectives of a communicator whose members share memory. Memory is an array and an offset in bytes from its
 * first element or, when the array is null, an address.
 *
 * <pre>{@code
 * if (node.carries(bytes)) {
 *     node.bcast(array, 0, bytes, root);
 * }
 * }</pre>
 *
 * <p><b>Threads:</b> one at a time, as collectives of a communicator are. <b>Allocates:</b> with the first collective
 * and the first long one.
 */
public final class NodeCollectives {
    static final int BARRIER = 1;
    static final int BCAST = 2;
    static final int REDUCE = 3;
    static final int ALLREDUCE = 4;
    static final int ALLGATHER = 5;
    static final int ALLTOALL = 6;
    static final int PREPARE = 7;

    /** Areas of freed communicators that other members had not left when this one did. */
    private static final Deque<NodeChunks> LEFT = new ArrayDeque<>();

    private final Communicator comm;
    private final boolean possible;
    private boolean opened;
    /** Why the area could not be opened, though others may have it; else null. */
    private RuntimeException broken;
    private NodeArea area;
    private NodeChunks chunks;
    private NodeBarrier barrier;
    private NodeBcast bcast;
    private NodeReduce reduce;
    private NodeAllreduce allreduce;
    private NodeAllgather allgather;
    private NodeAlltoall alltoall;
    private NodeAlltoallItems alltoallItems;

    /** For a communicator; nothing is allocated before the first collective. */
    public NodeCollectives(Communicator comm) {
        this.comm = comm;
        Rank rank = comm.point().rank();
        possible = !comm.isInter() && comm.size() > 1 && comm.size() <= NodeLayout.MOST_MEMBERS
            && rank.has(Capability.DIRECT_MAPPING, rank.number()) && comm.isOnOneNode();
    }

    /** True when the members share memory, if there is enough, and are not too many. */
    public boolean isPossible() {
        return possible;
    }

    /** True when so many bytes of a broadcast go through a slot: then others may have room for more than come. */
    public static boolean isShort(long bytes) {
        return bytes <= NodeLayout.SMALL;
    }

    /** Collective: true when a collective of {@code bytes} a member, in items of {@code item}, can be carried here. */
    public boolean carries(long bytes, long item) {
        if (!possible || !opened && !open() || area == null) {
            return false;
        }
        // Reductions go in chunks before a slot is full, and must find some then.
        return bytes <= NodeAllreduce.shortest(area) || item <= area.layout.chunk() && chunks.isThere();
    }

    private boolean open() {
        if (broken != null) {
            throw broken;
        }
        try {
            area = NodeArea.open(comm);
        } catch (RuntimeException e) {
            broken = e;
            throw e;
        }
        opened = true;
        if (area == null) {
            return false;
        }
        Rank rank = comm.point().rank();
        chunks = new NodeChunks(area, rank);
        Slices slices = new Slices(area, chunks);
        ShownMemory shown = new ShownMemory(area, rank, comm.local());
        barrier = new NodeBarrier(area);
        bcast = new NodeBcast(area, chunks);
        reduce = new NodeReduce(area, chunks, slices, shown);
        allreduce = new NodeAllreduce(area, chunks, slices, shown);
        allgather = new NodeAllgather(area, chunks, shown);
        alltoall = new NodeAlltoall(area, chunks, shown);
        alltoallItems = new NodeAlltoallItems(area, chunks, shown);
        return true;
    }

    /**
     * This member has failed elsewhere and takes part no more: the others are told when they wait for it. False when
     * there is no memory to tell them by.
     */
    public boolean breakOff(MpiFailure cause) {
        if (area == null) {
            return false;
        }
        area.giveUp(cause);
        return true;
    }

    /** Waits until all have come here. */
    public void barrier() {
        barrier.run();
    }

    /** Sends the root's bytes to all. */
    public void bcast(Object array, long at, long bytes, int root) {
        bcast.run(array, at, bytes, root);
    }

    /** Combines at the root; the two buffers are apart, or the same. */
    public void reduce(Object in, long inAt, Object out, long outAt, long bytes, Reduction reduction, int root) {
        reduce.run(in, inAt, out, outAt, bytes, reduction, root);
    }

    /** Combines at all; the two buffers are apart, or the same. */
    public void allreduce(Object in, long inAt, Object out, long outAt, long bytes, Reduction reduction) {
        allreduce.run(in, inAt, out, outAt, bytes, reduction);
    }

    /** Collects blocks of {@code bytes} at all; a member's own may lie at its place already. */
    public void allgather(Object in, long inAt, long bytes, Object out, long outAt) {
        allgather.run(in, inAt, bytes, out, outAt);
    }

    /** Each sends a block of {@code bytes} to each; the two buffers are apart. */
    public void alltoall(Object in, long inAt, long bytes, Object out, long outAt) {
        alltoall.run(in, inAt, bytes, out, outAt);
    }

    /** The same of items with gaps; other members may have none. */
    public void alltoall(SpacedPieces in, SpacedPieces out) {
        alltoallItems.run(in, out);
    }

    /** Collective: the communicator is freed. */
    public void free() {
        if (area != null) {
            area.leave();
            synchronized (LEFT) {
                LEFT.add(chunks);
                LEFT.removeIf(NodeChunks::close);
            }
            area = null;
        }
    }
}
