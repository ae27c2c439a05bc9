package org.hawser.system;

import static org.hawser.system.Rounds.assertRefused;

import mpi.CartComm;
import mpi.Comm;
import mpi.GraphComm;
import mpi.Group;
import mpi.Intracomm;
import mpi.MPI;
import mpi.MPIException;

/** Communicators that cannot be made or used: every process is told why, none hangs, and good ones come after. */
final class MpiRefusals {
    private static final Intracomm WORLD = MPI.COMM_WORLD;

    private final int me = WORLD.getRank();
    private final int size = WORLD.getSize();

    private MpiRefusals() throws MPIException {
    }

    static void run() throws MPIException {
        MpiRefusals refusals = new MpiRefusals();
        refusals.freed();
        refusals.groups();
        refusals.byOneOnly();
        refusals.layouts();
        refusals.bridges();
        Intracomm copy = WORLD.dup();
        Rounds.all(copy, refusals.size, 1);
        copy.free();
    }

    private void freed() throws MPIException {
        Intracomm gone = WORLD.dup();
        gone.free();
        int[] data = new int[1];
        assertRefused("free twice", MPI.ERR_COMM, gone::free);
        assertRefused("dup", MPI.ERR_COMM, gone::dup);
        assertRefused("iDup", MPI.ERR_COMM, gone::iDup);
        assertRefused("split", MPI.ERR_COMM, () -> gone.split(0, 0));
        assertRefused("getRank", MPI.ERR_COMM, gone::getRank);
        assertRefused("getGroup", MPI.ERR_COMM, gone::getGroup);
        assertRefused("recv", MPI.ERR_COMM, () -> gone.recv(data, 1, MPI.INT, 0, 0));
        assertRefused("iProbe", MPI.ERR_COMM, () -> gone.iProbe(MPI.ANY_SOURCE, 0));
        assertRefused("setAttr", MPI.ERR_COMM, () -> gone.setAttr(0, 1));
        assertRefused("disconnect", MPI.ERR_COMM, gone::disconnect);
        assertRefused("compare", MPI.ERR_COMM, () -> Comm.compare(gone, WORLD));
        assertRefused("compare with nothing", MPI.ERR_COMM, () -> Comm.compare(WORLD, null));
        assertRefused("free of the world", MPI.ERR_COMM, WORLD::free);
        assertRefused("disconnect of the world", MPI.ERR_COMM, WORLD::disconnect);
        assertRefused("no hints", MPI.ERR_INFO, () -> WORLD.setInfo(MPI.INFO_NULL));
        assertRefused("a name that is null", MPI.ERR_ARG, () -> WORLD.setName(null));
    }

    private void groups() throws MPIException {
        Group gone = WORLD.getGroup();
        gone.free();
        assertRefused("a freed group", MPI.ERR_GROUP, () -> WORLD.create(gone));
        assertRefused("no group", MPI.ERR_GROUP, () -> WORLD.create(null));
        assertRefused("no group", MPI.ERR_GROUP, () -> WORLD.createGroup(null, 0));
        assertRefused("a negative tag", MPI.ERR_TAG, () -> WORLD.createGroup(WORLD.getGroup(), -1));
        assertRefused("a colour", MPI.ERR_ARG, () -> WORLD.split(-5, 0));
        assertRefused("a kind of split", MPI.ERR_ARG, () -> WORLD.splitType(17, 0, MPI.INFO_NULL));
        if (size > 1) {
            Intracomm alone = WORLD.split(me, 0);
            assertRefused("strangers", MPI.ERR_GROUP, () -> alone.create(WORLD.getGroup()));
            assertRefused("strangers", MPI.ERR_GROUP, () -> alone.createGroup(WORLD.getGroup(), 0));
            alone.free();
        }
    }

    /** One process's mistake is everybody's error. */
    private void byOneOnly() throws MPIException {
        boolean last = me == size - 1;
        Group all = WORLD.getGroup();
        assertRefused("a colour", MPI.ERR_ARG, () -> WORLD.split(last ? -1 : 0, 0));
        assertRefused("a group", MPI.ERR_GROUP, () -> WORLD.create(last ? null : all));
        assertRefused("a grid", MPI.ERR_DIMS, () -> WORLD.createCart(new int[] {last ? -1 : 1}, new boolean[1], false));
        assertRefused("a graph", MPI.ERR_TOPOLOGY,
            () -> WORLD.createGraph(new int[] {last ? -1 : 0}, new int[0], false));
        assertRefused("an edge", MPI.ERR_RANK, () -> WORLD.createDistGraph(new int[] {0}, new int[] {1},
            new int[] {last ? size : 0}, MPI.INFO_NULL, false));
        if (size > 1) {
            Group mine = last ? MPI.GROUP_EMPTY : all;
            assertRefused("groups that differ", MPI.ERR_GROUP, () -> WORLD.create(mine));
            assertRefused("grids that differ", MPI.ERR_TOPOLOGY,
                () -> WORLD.createCart(new int[] {last ? 1 : 2}, new boolean[1], false));
            assertRefused("weights of some", MPI.ERR_TOPOLOGY, () -> {
                int[] one = {0};
                if (last) {
                    WORLD.createDistGraph(one, new int[] {1}, one, MPI.INFO_NULL, false);
                } else {
                    WORLD.createDistGraph(one, new int[] {1}, one, one, MPI.INFO_NULL, false);
                }
            });
        }
    }

    private void layouts() throws MPIException {
        int[] toMany = {size + 1};
        assertRefused("more places", MPI.ERR_ARG, () -> WORLD.createCart(toMany, new boolean[1], true));
        assertRefused("no lengths", MPI.ERR_ARG, () -> WORLD.createCart(null, new boolean[1], true));
        assertRefused("lengths and periods", MPI.ERR_DIMS, () -> WORLD.createCart(new int[1], new boolean[2], true));
        assertRefused("more nodes", MPI.ERR_TOPOLOGY, () -> WORLD.createGraph(new int[size + 1], new int[0], true));
        assertRefused("an edge", MPI.ERR_TOPOLOGY, () -> WORLD.createGraph(new int[] {1}, new int[] {7}, true));
        assertRefused("too few degrees", MPI.ERR_ARG,
            () -> WORLD.createDistGraph(new int[] {0, 0}, new int[] {1}, new int[] {0, 0}, MPI.INFO_NULL, true));
        assertRefused("no weights", MPI.ERR_ARG,
            () -> WORLD.createDistGraph(new int[] {0}, new int[] {1}, new int[] {0}, null, MPI.INFO_NULL, true));
        assertRefused("no sources", MPI.ERR_ARG,
            () -> WORLD.createDistGraphAdjacent(null, new int[0], MPI.INFO_NULL, true));
        assertRefused("impossible lengths", MPI.ERR_DIMS, () -> CartComm.createDims(7, new int[] {2, 0}));
        CartComm grid = WORLD.createCart(new int[] {size, 1}, new boolean[2], false);
        assertRefused("outside", MPI.ERR_ARG, () -> grid.getRank(new int[] {size, 0}));
        assertRefused("too few coordinates", MPI.ERR_ARG, () -> grid.getRank(new int[] {0}));
        assertRefused("no such rank", MPI.ERR_RANK, () -> grid.getCoords(size));
        assertRefused("no such dimension", MPI.ERR_DIMS, () -> grid.shift(2, 1));
        assertRefused("too few remain", MPI.ERR_ARG, () -> grid.sub(new boolean[1]));
        grid.free();
        GraphComm graph = WORLD.createDistGraphAdjacent(new int[0], new int[0], MPI.INFO_NULL, false);
        assertRefused("a distributed graph whole", MPI.ERR_TOPOLOGY, graph::getDims);
        assertRefused("a distributed graph's others", MPI.ERR_TOPOLOGY, () -> graph.getNeighbors(0));
        graph.free();
    }

    private void bridges() throws MPIException {
        assertRefused("to oneself", MPI.ERR_COMM, () -> WORLD.createIntercomm(WORLD, 0, 0, 0));
        assertRefused("no such leader", MPI.ERR_RANK, () -> WORLD.createIntercomm(WORLD, size, 0, 0));
        assertRefused("no such other leader", MPI.ERR_RANK, () -> WORLD.createIntercomm(WORLD, 0, size, 0));
        assertRefused("no local group", MPI.ERR_COMM, () -> WORLD.createIntercomm(null, 0, 0, 0));
        if (size > 2) {
            overlap();
        }
    }

    /** Process 1 is in both groups; only leaders can see it. */
    private void overlap() throws MPIException {
        Group all = WORLD.getGroup();
        Intracomm first = WORLD.create(all.incl(new int[] {0, 1}));
        Intracomm second = WORLD.create(all.incl(new int[] {2, 1}));
        if (me == 0 || me == 2) {
            Intracomm mine = me == 0 ? first : second;
            assertRefused("groups that overlap", MPI.ERR_COMM, () -> WORLD.createIntercomm(mine, 0, 2 - me, 0));
        } else if (me == 1) {
            assertRefused("groups that overlap", MPI.ERR_COMM, () -> WORLD.createIntercomm(first, 0, 2, 0));
            assertRefused("groups that overlap", MPI.ERR_COMM, () -> WORLD.createIntercomm(second, 0, 0, 0));
        }
    }
}
