package org.hawser.mpi.topology;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;

/**
 * Chooses which process gets which place of a grid, so that neighbours share a node where they can. The grid is cut
 * into equal blocks with as little surface as possible, and each node gets one. Where all processes are on one node, or
 * nodes have different numbers of processes, or no block fits, the processes keep their order.
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
        int[] block = block(grid.dims(), share);
        return block == null ? identity : fill(grid, block, List.copyOf(byNode.values()));
    }

    /** Lengths that divide those of the grid, with {@code volume} places and the least surface; null when none do. */
    static int[] block(int[] dims, int volume) {
        long[] least = {Long.MAX_VALUE};
        int[][] found = new int[1][];
        search(dims, volume, 0, new int[dims.length], least, found);
        return found[0];
    }

    private static void search(int[] dims, int rest, int at, int[] tried, long[] least, int[][] found) {
        if (at == dims.length) {
            long surface = rest == 1 ? surface(dims, tried) : Long.MAX_VALUE;
            if (surface < least[0]) {
                least[0] = surface;
                found[0] = tried.clone();
            }
            return;
        }
        for (int length = 1; length <= Math.min(dims[at], rest); length++) {
            if (dims[at] % length == 0 && rest % length == 0) {
                tried[at] = length;
                search(dims, rest / length, at + 1, tried, least, found);
            }
        }
    }

    /** How many steps lead out of a block; along a dimension that it fills none does. */
    private static long surface(int[] dims, int[] block) {
        long volume = Arrays.stream(block).asLongStream().reduce(1, (a, b) -> a * b);
        long surface = 0;
        for (int i = 0; i < dims.length; i++) {
            surface += block[i] == dims[i] ? 0 : 2 * volume / block[i];
        }
        return surface;
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
