package org.hawser.mpi.comm;

import java.util.Arrays;
import java.util.function.Supplier;
import java.util.stream.IntStream;
import org.hawser.mpi.ErrorClass;
import org.hawser.mpi.MpiFailure;
import org.hawser.mpi.group.Members;
import org.hawser.mpi.topology.Graph;
import org.hawser.mpi.topology.GraphMapping;
import org.hawser.mpi.topology.Grid;
import org.hawser.mpi.topology.GridMapping;

/**
 * Makes communicators whose processes lie in a grid or a graph that all of them know. All processes of the old
 * communicator call, with the same layout; when one gives another, or one that is impossible, all are told.
 *
 * <p><b>Threads:</b> any; those that use one communicator one after the other. <b>Allocates:</b> per call.
 */
public final class LayingOut {
    private LayingOut() {
    }

    /**
     * A grid of the first processes.
     *
     * @param layout as the caller gave it; may throw
     * @param reorder whether the processes of a node shall lie together
     * @return null at processes that the grid has no place for
     */
    public static Communicator grid(Communicator comm, Supplier<Grid> layout, boolean reorder) {
        Grid[] given = new Grid[1];
        int[] context = agree(comm, () -> {
            given[0] = layout.get();
            checkSize(comm, given[0].size(), ErrorClass.ARG, given[0]);
            return new int[] {given[0].size(), Arrays.hashCode(given[0].dims()), Arrays.hashCode(given[0].periods()),
                reorder ? 1 : 0};
        });
        Grid grid = given[0];
        int[] places = reorder && grid.size() > 1 ? GridMapping.processes(grid, Nodes.of(comm))
            : IntStream.range(0, grid.size()).toArray();
        Communicator placed = place(comm, places, context);
        return placed == null ? null : placed.with(grid);
    }

    /** The rank that this process would get in a grid with its processes reordered; NONE when it would get none. */
    public static int placeInGrid(Communicator comm, Supplier<Grid> layout) {
        int[] nodes = Nodes.of(comm);
        Grid grid = layout.get();
        checkSize(comm, grid.size(), ErrorClass.ARG, grid);
        return placeOf(comm, GridMapping.processes(grid, nodes));
    }

    /**
     * A graph of the first processes.
     *
     * @param layout as the caller gave it; may throw
     * @param reorder whether processes of a node shall get places that are tied to each other
     * @return null at processes that the graph has no place for
     */
    public static Communicator graph(Communicator comm, Supplier<Graph> layout, boolean reorder) {
        Graph[] given = new Graph[1];
        int[] context = agree(comm, () -> {
            given[0] = layout.get();
            checkSize(comm, given[0].size(), ErrorClass.TOPOLOGY, given[0]);
            return new int[] {given[0].size(), Arrays.hashCode(given[0].index()), Arrays.hashCode(given[0].edges()),
                reorder ? 1 : 0};
        });
        Graph graph = given[0];
        int[] places = reorder && graph.size() > 1 ? GraphMapping.processes(graph.ties(), Nodes.of(comm))
            : IntStream.range(0, graph.size()).toArray();
        Communicator placed = place(comm, places, context);
        return placed == null ? null : placed.with(graph);
    }

    /** The rank that this process would get in a graph with its processes reordered; NONE when it would get none. */
    public static int placeInGraph(Communicator comm, Supplier<Graph> layout) {
        int[] nodes = Nodes.of(comm);
        Graph graph = layout.get();
        checkSize(comm, graph.size(), ErrorClass.TOPOLOGY, graph);
        return placeOf(comm, GraphMapping.processes(graph.ties(), nodes));
    }

    private static int placeOf(Communicator comm, int[] processes) {
        return IntStream.range(0, processes.length).filter(i -> processes[i] == comm.rank()).findFirst()
            .orElse(Members.NONE);
    }

    static void checkSize(Communicator comm, int places, int errorClass, Object layout) {
        if (places > comm.size()) {
            throw new MpiFailure(errorClass, "more places than processes: places=" + places + " processes="
                + comm.size() + " in a " + layout);
        }
    }

    /** A context for as many processes as the layout has places, which is the first of the numbers that all give. */
    private static int[] agree(Communicator comm, Supplier<int[]> layout) {
        return Agreement.of(comm).reach(layout, all -> {
            for (int i = 1; i < all.length; i++) {
                if (!Arrays.equals(all[0], all[i])) {
                    throw new MpiFailure(ErrorClass.TOPOLOGY, "processes gave different layouts: processes=0, " + i);
                }
            }
            return all[0][0] == 0 ? new int[0] : comm.contexts().take(all[0][0]);
        });
    }

    private static Communicator place(Communicator comm, int[] processes, int[] context) {
        Members group = comm.local().including(processes);
        boolean isThere = group.indexOf(comm.local().get(comm.rank())) != Members.NONE;
        return isThere ? comm.derive(group, context) : null;
    }

    /**
     * The part of a grid in some of its dimensions that this process is in.
     *
     * @param remain which dimensions the part has
     */
    public static Communicator sub(Communicator comm, Grid grid, boolean[] remain) {
        Grid part = grid.sub(remain);
        return Creation.split(comm, grid.subNumber(comm.rank(), remain), comm.rank()).with(part);
    }
}
