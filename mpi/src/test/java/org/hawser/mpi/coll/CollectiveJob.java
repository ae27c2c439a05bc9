package org.hawser.mpi.coll;

import java.util.Arrays;
import java.util.function.Consumer;
import java.util.function.IntFunction;
import org.hawser.mpi.MpiFailure;
import org.hawser.mpi.comm.Communicator;
import org.hawser.mpi.group.Members;
import org.hawser.mpi.p2p.PointToPoint;
import org.hawser.mpi.topology.Topology;
import org.hawser.testkit.LocalRanks;
import org.hawser.testkit.Medium;

/** Jobs whose ranks give the steps of collectives themselves, and have them carried out at once or later. */
final class CollectiveJob {
    static final Medium ONE_NODE = Medium.standard();
    static final Medium TWO_NODES = Medium.twoNodes();
    static final Medium TCP = Medium.inMemory("tcp");
    static final Medium MIXED = Medium.mixed();
    static final Medium IN_TURN = Medium.twoNodes().onNodesInTurn(3);

    private static final int CONTEXT = 8;

    private CollectiveJob() {
    }

    /** What one rank does. */
    @FunctionalInterface
    interface Program {
        void run(Communicator communicator) throws Exception;
    }

    /** Runs a program at all ranks of one group; the topology may be each rank's own. */
    static void run(int ranks, IntFunction<Topology> topology, Program program) {
        run(ONE_NODE, ranks, topology, program);
    }

    /** The same somewhere else. */
    static void run(Medium medium, int ranks, IntFunction<Topology> topology, Program program) {
        Members all = Members.range(0, ranks);
        start(medium, ranks, (point, rank) -> program.run(new Communicator(point, null, all, all, rank, CONTEXT,
            topology.apply(rank))));
    }

    /** Runs a program at the ranks of two groups; the first has the later ranks of the job. */
    static void between(int first, int second, Program program) {
        int[] all = new int[first + second];
        for (int i = 0; i < all.length; i++) {
            all[i] = i;
        }
        Members ones = Members.of(Arrays.copyOfRange(all, second, all.length));
        Members others = Members.of(Arrays.copyOfRange(all, 0, second));
        start(ONE_NODE, first + second, (point, rank) -> {
            boolean isFirst = rank >= second;
            Members mine = isFirst ? ones : others;
            program.run(new Communicator(point, null, mine, isFirst ? others : ones, mine.indexOf(rank), CONTEXT,
                null));
        });
    }

    /** What a rank does with its point. */
    private interface Start {
        void run(PointToPoint point, int rank) throws Exception;
    }

    private static void start(Medium medium, int ranks, Start program) {
        LocalRanks.on(medium).start(ranks, rank -> {
            PointToPoint point = new PointToPoint(rank);
            rank.barrier();
            program.run(point, rank.number());
            point.finish();
            rank.barrier();
        });
    }

    /** Carries steps out at once or, {@code later}, as a schedule. */
    static void carryOut(Collectives collectives, boolean later, Consumer<Steps> steps) {
        if (later) {
            Schedule schedule = collectives.schedule();
            steps.accept(schedule);
            collectives.start(schedule);
            schedule.await(collectives.communicator().point());
            MpiFailure failure = schedule.failure();
            if (failure != null) {
                throw failure;
            }
        } else {
            Direct direct = collectives.direct();
            try {
                collectives.begin(direct);
                steps.accept(direct);
                direct.end();
            } catch (RuntimeException e) {
                direct.giveUp(e);
                throw e;
            }
        }
    }
}
