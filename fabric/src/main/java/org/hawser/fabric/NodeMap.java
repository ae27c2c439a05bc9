package org.hawser.fabric;

import java.util.ArrayList;
import java.util.List;

/**
 * Which rank of a job is on which node. Nodes are numbered from 0 in the order of their first ranks.
 *
 * <p>As text, runs of ranks that follow each other: {@code 0*4,1*4} are two nodes with four ranks each, {@code 0,1,0,1}
 * two nodes that take turns. Memory grows with the runs, not with the ranks.
 *
 * <p><b>Threads:</b> immutable.
 */
public final class NodeMap {
    private final int[] nodeOfRun;
    /** The rank behind the last one of each run. */
    private final int[] endOfRun;
    private final int nodes;

    private NodeMap(int[] nodeOfRun, int[] endOfRun) {
        this.nodeOfRun = nodeOfRun;
        this.endOfRun = endOfRun;
        int highest = -1;
        for (int node : nodeOfRun) {
            if (node < 0 || node > highest + 1) {
                throw new IllegalArgumentException("nodes are numbered from 0 in the order of their first ranks: node="
                    + node);
            }
            highest = Math.max(highest, node);
        }
        nodes = highest + 1;
    }

    /** All ranks on one node. */
    public static NodeMap single(int size) {
        if (size < 1) {
            throw new IllegalArgumentException("a job has at least one rank: size=" + size);
        }
        return new NodeMap(new int[] {0}, new int[] {size});
    }

    /** The node of each rank, by any names that differ where nodes do. */
    public static NodeMap of(List<String> hosts) {
        List<String> known = new ArrayList<>();
        List<Integer> numbers = new ArrayList<>();
        for (String host : hosts) {
            int node = known.indexOf(host);
            if (node < 0) {
                node = known.size();
                known.add(host);
            }
            numbers.add(node);
        }
        return ofNumbers(numbers);
    }

    private static NodeMap ofNumbers(List<Integer> numbers) {
        List<int[]> runs = new ArrayList<>();
        for (int rank = 0; rank < numbers.size(); rank++) {
            if (runs.isEmpty() || runs.getLast()[0] != numbers.get(rank)) {
                runs.add(new int[] {numbers.get(rank), 0});
            }
            runs.getLast()[1] = rank + 1;
        }
        if (runs.isEmpty()) {
            throw new IllegalArgumentException("a job has at least one rank");
        }
        return new NodeMap(runs.stream().mapToInt(run -> run[0]).toArray(),
            runs.stream().mapToInt(run -> run[1]).toArray());
    }

    /**
     * Reads what {@link #toString} wrote.
     *
     * @throws IllegalArgumentException when it is not that
     */
    public static NodeMap parse(String text) {
        String[] runs = text.split(",", -1);
        int[] nodeOfRun = new int[runs.length];
        int[] endOfRun = new int[runs.length];
        int end = 0;
        try {
            for (int i = 0; i < runs.length; i++) {
                int star = runs[i].indexOf('*');
                nodeOfRun[i] = Integer.parseInt(star < 0 ? runs[i] : runs[i].substring(0, star));
                int count = star < 0 ? 1 : Integer.parseInt(runs[i].substring(star + 1));
                if (count < 1) {
                    throw new NumberFormatException("count=" + count);
                }
                end = Math.addExact(end, count);
                endOfRun[i] = end;
            }
        } catch (NumberFormatException | ArithmeticException e) {
            throw new IllegalArgumentException("not a list of nodes and counts, as in 0*4,1*4: text=" + text, e);
        }
        return new NodeMap(nodeOfRun, endOfRun);
    }

    /** The ranks of the job. */
    public int size() {
        return endOfRun[endOfRun.length - 1];
    }

    /** How many nodes there are. */
    public int nodes() {
        return nodes;
    }

    /** True when all ranks are on one node. */
    public boolean isSingle() {
        return nodes == 1;
    }

    /** The node of a rank. */
    public int nodeOf(int rank) {
        if (rank < 0 || rank >= size()) {
            throw new IllegalArgumentException("no such rank: rank=" + rank + " size=" + size());
        }
        int low = 0;
        int high = endOfRun.length - 1;
        while (low < high) {
            int middle = low + high >>> 1;
            if (rank < endOfRun[middle]) {
                high = middle;
            } else {
                low = middle + 1;
            }
        }
        return nodeOfRun[low];
    }

    /** True when both ranks are on one node. */
    public boolean isSameNode(int rank, int other) {
        return nodes == 1 || nodeOf(rank) == nodeOf(other);
    }

    /** The ranks on a node, in order. */
    public int[] ranksOn(int node) {
        int[] ranks = new int[countOn(node, size())];
        int next = 0;
        for (int run = 0; run < nodeOfRun.length; run++) {
            for (int rank = startOf(run); nodeOfRun[run] == node && rank < endOfRun[run]; rank++) {
                ranks[next++] = rank;
            }
        }
        return ranks;
    }

    /** The first rank of each node, by node; in rising order. */
    public int[] firstRanks() {
        int[] first = new int[nodes];
        int known = 0;
        for (int run = 0; run < nodeOfRun.length; run++) {
            if (nodeOfRun[run] == known) {
                first[known++] = startOf(run);
            }
        }
        return first;
    }

    /** How many ranks are on the node of {@code rank}, itself included. */
    public int localSize(int rank) {
        return countOn(nodeOf(rank), size());
    }

    /** How many ranks below {@code rank} are on its node. */
    public int localIndex(int rank) {
        return countOn(nodeOf(rank), rank);
    }

    private int countOn(int node, int below) {
        int count = 0;
        for (int run = 0; run < nodeOfRun.length && startOf(run) < below; run++) {
            if (nodeOfRun[run] == node) {
                count += Math.min(endOfRun[run], below) - startOf(run);
            }
        }
        return count;
    }

    private int startOf(int run) {
        return run == 0 ? 0 : endOfRun[run - 1];
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof NodeMap map && map.toString().equals(toString());
    }

    @Override
    public int hashCode() {
        return toString().hashCode();
    }

    @Override
    public String toString() {
        StringBuilder text = new StringBuilder();
        for (int run = 0; run < nodeOfRun.length; run++) {
            int count = endOfRun[run] - startOf(run);
            text.append(run == 0 ? "" : ",").append(nodeOfRun[run]);
            if (count > 1) {
                text.append('*').append(count);
            }
        }
        return text.toString();
    }
}
