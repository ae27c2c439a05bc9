package org.hawser.mpi.coll;

import java.util.Arrays;
import org.hawser.fabric.Capability;
import org.hawser.fabric.NodeMap;
import org.hawser.mpi.coll.node.NodeCollectives;
import org.hawser.mpi.comm.Communicator;
import org.hawser.mpi.group.Members;
import org.hawser.runtime.Rank;

/**
 * A communicator whose members are on several nodes, some of which have several: who is on which node, and who leads
 * it. The first member of a node leads it; nodes are numbered in the order of their leaders.
 *
 * <pre>{@code
 * steps.among(hierarchy.leaders(), hierarchy.node());
 * }</pre>
 *
 * <p><b>Threads:</b> immutable; {@link #inside} is as the collectives of a communicator. <b>Allocates:</b> at
 * construction.
 */
public final class Hierarchy {
    /** The node of each member. */
    private final int[] nodeOf;
    /** The number of each member on its node. */
    private final int[] indexOf;
    private final Members leaders;
    /** The first member of each node. */
    private final int[] firsts;
    private final Members local;
    private final int me;
    private final boolean mingled;
    private final NodeCollectives inside;
    private final LeaderChoice amongLeaders;

    private Hierarchy(Communicator comm, int[] nodeOf, int nodes) {
        this.nodeOf = nodeOf;
        me = comm.rank();
        indexOf = new int[nodeOf.length];
        firsts = new int[nodes];
        int[] counts = new int[nodes];
        boolean turns = false;
        for (int i = 0; i < nodeOf.length; i++) {
            int node = nodeOf[i];
            if (counts[node] == 0) {
                firsts[node] = i;
            } else {
                turns |= nodeOf[i - 1] != node;
            }
            indexOf[i] = counts[node]++;
        }
        mingled = turns;
        leaders = Members.of(Arrays.stream(firsts).map(comm.local()::get).toArray());
        int[] here = new int[counts[nodeOf[me]]];
        for (int i = 0; i < nodeOf.length; i++) {
            if (nodeOf[i] == nodeOf[me]) {
                here[indexOf[i]] = comm.local().get(i);
            }
        }
        local = Members.of(here);
        amongLeaders = new LeaderChoice(Tables.of(comm, Medium.between(comm)), nodes);
        inside = new NodeCollectives(comm.part(local, indexOf[me]));
    }

    /** That of a communicator; null where there is none: one node, one member each, or nodes that share no memory. */
    static Hierarchy of(Communicator comm) {
        Rank rank = comm.point().rank();
        NodeMap map = rank.nodes();
        if (map.isSingle() || comm.isInter() || !comm.isWithinJob()
                || !rank.has(Capability.DIRECT_MAPPING, rank.number())) {
            return null;
        }
        int[] numbers = new int[map.nodes()];
        Arrays.fill(numbers, -1);
        int[] nodeOf = new int[comm.size()];
        int nodes = 0;
        for (int i = 0; i < nodeOf.length; i++) {
            int node = map.nodeOf(comm.local().get(i));
            if (numbers[node] < 0) {
                numbers[node] = nodes++;
            }
            nodeOf[i] = numbers[node];
        }
        return nodes == 1 || nodes == nodeOf.length ? null : new Hierarchy(comm, nodeOf, nodes);
    }

    /** How many nodes there are. */
    public int nodes() {
        return firsts.length;
    }

    /** The node of a member. */
    public int nodeOf(int member) {
        return nodeOf[member];
    }

    /** This process's node. */
    public int node() {
        return nodeOf[me];
    }

    /** The number of a member among those of its node. */
    public int indexOf(int member) {
        return indexOf[member];
    }

    /** The first member of a node; behind the last node, how many members there are. */
    public int first(int node) {
        return node == firsts.length ? nodeOf.length : firsts[node];
    }

    /** True when this process leads its node. */
    public boolean leads() {
        return indexOf[me] == 0;
    }

    /** The leaders, by node. */
    public Members leaders() {
        return leaders;
    }

    /** The members on this process's node. */
    public Members local() {
        return local;
    }

    /** This process's number among {@link #local}. */
    public int index() {
        return indexOf[me];
    }

    /** True when the members of some node do not follow each other. */
    public boolean mingled() {
        return mingled;
    }

    /** Which algorithms the leaders use among each other. */
    public LeaderChoice amongLeaders() {
        return amongLeaders;
    }

    /** Collectives of {@link #local} in memory that they share. */
    public NodeCollectives inside() {
        return inside;
    }
}
