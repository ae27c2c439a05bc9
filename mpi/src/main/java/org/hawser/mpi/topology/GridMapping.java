package org.hawser.mpi.topology;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;

/**
 * Chooses which process gets which place of a grid, so that neighbours share a node where they can. The grid is cut
 * into equal blocks such that as few steps as possible lead from one to another, and each node gets one. Where all
 * processes are on one node, or nodes have different numbers of processes, or no block fits, the processes keep their
 * order.
 *
 * <p><b>Threads:</b> stateless.
 */
public final class GridMapping {
    private GridMapping() {
    }

    /**
     * The process at each place of the grid.
     *
     * @param nodes for each process, what names its node; at least as many as the grid has places
     */
    public static int[] processes(Grid grid, int[] nodes) {
        int[] identity = IntStream.range(0, grid.size()).toArray();
        Map<Integer, List<Integer>> byNode = new LinkedHashMap<>();
        for (int process : identity) {
            byNode.computeIfAbsent(nodes[process], node -> new ArrayList<>()).add(process);
        }
        int share = byNode.isEmpty() ? 0 : byNode.values().iterator().next().size();
        if (byNode.size() < 2 || byNode.values().stream().anyMatch(all -> all.size() != share)) {
            return identity;
        }
        int[] block = block(grid, share);
        return block == null ? identity : fill(grid, block, List.copyOf(byNode.values()));
    }

    /**
     * Lengths of blocks that divide those of the grid, with {@code volume} places each, and the fewest steps between
     * them; null when none do.
     */
    static int[] block(Grid grid, int volume) {
        Search search = new Search(grid.dims(), grid.periods(), new int[grid.dimensions()]);
        search.from(0, volume);
        return search.best;
    }

    /** All lengths that blocks can have. */
    private static final class Search {
        private final int[] dims;
        private final boolean[] periods;
        private final int[] tried;
        private int[] best;
        private long least = Long.MAX_VALUE;

        Search(int[] dims, boolean[] periods, int[] tried) {
            this.dims = dims;
            this.periods = periods;
            this.tried = tried;
        }

        void from(int at, int rest) {
            if (at == dims.length) {
                long steps = rest == 1 ? stepsBetween() : Long.MAX_VALUE;
                if (steps < least) {
                    least = steps;
                    best = tried.clone();
                }
                return;
            }
            for (int length = 1; length <= Math.min(dims[at], rest); length++) {
                if (dims[at] % length == 0 && rest % length == 0) {
                    tried[at] = length;
                    from(at + 1, rest / length);
                }
            }
        }

        private long stepsBetween() {
            long places = Arrays.stream(dims).asLongStream().reduce(1, (a, b) -> a * b);
            long steps = 0;
            for (int i = 0; i < dims.length; i++) {
                int blocks = dims[i] / tried[i];
                int seams = blocks == 1 ? 0 : periods[i] ? blocks : blocks - 1;
                steps += seams * (places / dims[i]);
            }
            return steps;
        }
    }

    private static int[] fill(Grid grid, int[] block, List<List<Integer>> processes) {
        int[] dims = grid.dims();
        int[] next = new int[processes.size()];
        int[] result = new int[grid.size()];
        for (int place = 0; place < result.length; place++) {
            int[] at = grid.coordinates(place);
            int node = 0;
            for (int i = 0; i < dims.length; i++) {
                node = node * (dims[i] / block[i]) + at[i] / block[i];
            }
            result[place] = processes.get(node).get(next[node]++);
        }
        return result;
    }
}
