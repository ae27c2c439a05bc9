package org.hawser.mpi.comm;

import java.util.concurrent.atomic.AtomicInteger;
import org.hawser.fabric.NodeMap;
import org.hawser.mpi.ErrorClass;
import org.hawser.mpi.MpiFailure;
import org.hawser.mpi.group.Members;
import org.hawser.mpi.p2p.Circle;
import org.hawser.mpi.p2p.PointToPoint;
import org.hawser.mpi.topology.Neighbors;
import org.hawser.mpi.topology.Topology;
import org.hawser.runtime.Rank;

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
 * <p><b>Threads:</b> any; nothing changes but the counts of communicators made from this one and of what is under way.
 */
public final class Communicator {
    private final PointToPoint point;
    private final Contexts contexts;
    private final Members local;
    private final Members remote;
    private final int rank;
    private final int context;
    private final Topology topology;
    private final Circle circle;
    private final AtomicInteger creations = new AtomicInteger();
    private final AtomicInteger agreements = new AtomicInteger();
    private final AtomicInteger underway = new AtomicInteger();

    /**
     * A communicator that others can be made from.
     *
     * @param point what carries the messages
     * @param contexts where communicators made from this one get their context; null when none will be
     * @param local this process's group
     * @param remote the group that messages go to
     * @param rank this process's number in {@code local}
     * @param context of the program's messages; even
     * @param topology how the processes lie to each other, or null
     */
    public Communicator(PointToPoint point, Contexts contexts, Members local, Members remote, int rank, int context,
                        Topology topology) {
        this(point, contexts, local, remote, rank, context, 0, topology);
    }

    /** As the other, of one for which its context was taken for the {@code taken}th time. */
    Communicator(PointToPoint point, Contexts contexts, Members local, Members remote, int rank, int context,
                 int taken, Topology topology) {
        this(point, contexts, local, remote, rank, context, topology,
            point.watch().open(context, contexts == null ? 0 : contexts.stamp(taken), remote,
                local == remote ? local : local.union(remote)));
    }

    private Communicator(PointToPoint point, Contexts contexts, Members local, Members remote, int rank, int context,
                         Topology topology, Circle circle) {
        this.point = point;
        this.circle = circle;
        this.contexts = contexts;
        this.local = local;
        this.remote = remote;
        this.rank = rank;
        this.context = context;
        this.topology = topology;
    }

    /** A communicator of one group that no others are made from. */
    public static Communicator of(PointToPoint point, Members members, int rank, int context) {
        return new Communicator(point, null, members, members, rank, context, null);
    }

    /** What carries the messages. */
    public PointToPoint point() {
        return point;
    }

    /** What waits know of it: whether it was revoked, and whose end the program has acknowledged. */
    public Circle circle() {
        return circle;
    }

    /** This process's group. */
    public Members local() {
        return local;
    }

    /** The group that messages go to. */
    public Members remote() {
        return remote;
    }

    /** This process's number in {@link #local}. */
    public int rank() {
        return rank;
    }

    /** The context of the program's messages; even. */
    public int context() {
        return context;
    }

    /** The context of the messages that collectives send. */
    public int collectives() {
        return context + 1;
    }

    /** How many processes this process's group has. */
    public int size() {
        return local.size();
    }

    /** True when there are two groups. */
    public boolean isInter() {
        return local != remote;
    }

    /** How the processes lie to each other, or null. */
    public Topology topology() {
        return topology;
    }

    /** The same communicator, laid out otherwise. */
    public Communicator with(Topology other) {
        return new Communicator(point, contexts, local, remote, rank, context, other, circle);
    }

    /** Some of its processes, in the same contexts and revoked with it; no others are made from them. */
    public Communicator part(Members members, int number) {
        return new Communicator(point, null, members, members, number, context, null, circle);
    }

    /** The same groups and topology in another context, as {@link Contexts#take} gave it. */
    Communicator copy(int[] taken) {
        return begun(new Communicator(point, contexts, local, remote, rank, taken[0], taken[1], topology));
    }

    /** A communicator of one group that this process is in, in such a context. */
    Communicator derive(Members group, int[] taken) {
        return derive(group, group, taken);
    }

    /** A communicator of two groups, the first of which this process is in, in such a context. */
    Communicator derive(Members mine, Members others, int[] taken) {
        return begun(new Communicator(point, contexts, mine, others, mine.indexOf(local.get(rank)), taken[0], taken[1],
            null));
    }

    private static Communicator begun(Communicator made) {
        if (made.contexts != null) {
            made.contexts.begin(made);
        }
        return made;
    }

    /** True when all processes are of this process's job. */
    public boolean isWithinJob() {
        return contexts == null || !contexts.areShared();
    }

    /** True when all processes are of this process's job and on its node. */
    public boolean isOnOneNode() {
        Rank home = point.rank();
        NodeMap nodes = home.nodes();
        if (!isWithinJob() || nodes.isSingle()) {
            return isWithinJob();
        }
        int mine = nodes.nodeOf(home.number());
        for (int i = 0; i < size(); i++) {
            if (nodes.nodeOf(local.get(i)) != mine) {
                return false;
            }
        }
        return true;
    }

    /** Whom this process exchanges with in neighbourhood collectives; an error when there is no topology. */
    public Neighbors neighbors() {
        if (topology == null) {
            throw new MpiFailure(ErrorClass.TOPOLOGY, "the communicator has no topology");
        }
        return topology.neighbors(rank);
    }

    /** Something that uses the communicator's contexts has begun, and is not a single send or receive. */
    public void enter() {
        underway.incrementAndGet();
    }

    /** What {@link #enter} began is over. */
    public void leave() {
        underway.decrementAndGet();
    }

    /** True while something that this process began in the communicator is under way. */
    public boolean isBusy() {
        return underway.get() > 0 || point.isBusyIn(context);
    }

    /** Waits until nothing that this process began in the communicator is under way. */
    public void drain() {
        if (isBusy()) {
            point.await(() -> !isBusy());
        }
    }

    /**
     * This process has done with the communicator. What is under way goes on to its end; then the context is free, once
     * all processes have done with it.
     */
    public void end() {
        if (contexts != null) {
            contexts.endOf(this);
            contexts.giveBackIfDeserted();
        }
    }

    Contexts contexts() {
        if (contexts == null) {
            throw new MpiFailure(ErrorClass.UNSUPPORTED_OPERATION, "no communicators can be made from this one");
        }
        return contexts;
    }

    /** The failure of calls that need all processes, when one of them is known to be lost; else null. Asks nobody. */
    MpiFailure lossKnown() {
        Members all = circle.all();
        for (int i = 0; i < all.size(); i++) {
            if (point.watch().isGone(all.get(i))) {
                return new MpiFailure(ErrorClass.PROC_FAILED, "a process of the communicator has ended: rank of the "
                    + "job=" + all.get(i) + "; shrink makes one of the others");
            }
        }
        return null;
    }

    /** The number of the next agreement of all processes: the same at all that live. */
    public int nextAgreement() {
        return agreements.getAndIncrement();
    }

    /** The number of the next communicator to be made from this one: the same at all processes. */
    int nextCreation() {
        return creations.getAndIncrement();
    }
}
