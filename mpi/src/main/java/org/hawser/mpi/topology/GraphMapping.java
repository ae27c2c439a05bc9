package org.hawser.mpi.topology;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.PriorityQueue;
import java.util.stream.IntStream;

/**
 * Chooses which process gets which place of a graph, so that places that are tied share a node where they can. One node
 * after the other takes a place that is tied least to those that are left, and then, as long as it has processes, the
 * one that is tied most to what it has. Where that cuts no fewer ties than the processes' own order, they keep it.
 *
 * <p>Cost: e lg e steps for e edges.
 *
 * <p><b>Threads:</b> stateless.
 */
public final class GraphMapping {
    private GraphMapping() {
    }

    /**
     * The process at each place of the graph.
     *
     * @param nodes for each process, what names its node; at least as many as the graph has places
     */
    public static int[] processes(Ties ties, int[] nodes) {
        int[] identity = IntStream.range(0, ties.places()).toArray();
        Map<Integer, List<Integer>> byNode = new LinkedHashMap<>();
        for (int process : identity) {
            byNode.computeIfAbsent(nodes[process], node -> new ArrayList<>()).add(process);
        }
        if (byNode.size() < 2) {
            return identity;
        }
        List<List<Integer>> processes = List.copyOf(byNode.values());
        int[] grown = new Growth(ties).parts(processes.stream().mapToInt(List::size).toArray());
        if (ties.cut(grown) >= ties.cut(Arrays.copyOf(nodes, ties.places()))) {
            return identity;
        }
        int[] next = new int[processes.size()];
        return Arrays.stream(grown).map(part -> processes.get(part).get(next[part]++)).toArray();
    }

    /** Parts of a graph that grow one after the other. */
    private static final class Growth {
        private static final int NONE = -1;

        private final Ties ties;
        private final int[] part;
        /** How strongly each place is tied to those without a part. */
        private final long[] left;
        /** How strongly each place without a part is tied to the part that grows. */
        private final long[] pull;

        Growth(Ties ties) {
            this.ties = ties;
            part = new int[ties.places()];
            left = new long[ties.places()];
            pull = new long[ties.places()];
            Arrays.fill(part, NONE);
            for (int place = 0; place < part.length; place++) {
                for (int i = ties.first()[place]; i < ties.first()[place + 1]; i++) {
                    left[place] += ties.weight()[i];
                }
            }
        }

        /** The part of each place, when the parts have so many places. */
        int[] parts(int[] sizes) {
            for (int number = 0; number < sizes.length; number++) {
                grow(number, sizes[number]);
            }
            return part;
        }

        private void grow(int number, int size) {
            Arrays.fill(pull, 0);
            // A place is in the queue once for each of its ties to the part; what it says is true of the newest.
            PriorityQueue<Candidate> tied = new PriorityQueue<>();
            for (int taken = 0; taken < size; taken++) {
                Candidate best = tied.poll();
                while (best != null && (part[best.place] != NONE || best.pull != pull[best.place])) {
                    best = tied.poll();
                }
                take(best == null ? loosest() : best.place, number, tied);
            }
        }

        /** The place without a part that is tied least to others of these. */
        private int loosest() {
            int loosest = NONE;
            for (int place = 0; place < part.length; place++) {
                if (part[place] == NONE && (loosest == NONE || left[place] < left[loosest])) {
                    loosest = place;
                }
            }
            return loosest;
        }

        private void take(int place, int number, PriorityQueue<Candidate> tied) {
            part[place] = number;
            for (int i = ties.first()[place]; i < ties.first()[place + 1]; i++) {
                int other = ties.other()[i];
                left[other] -= ties.weight()[i];
                pull[other] += ties.weight()[i];
                if (part[other] == NONE) {
                    tied.add(new Candidate(other, pull[other], left[other]));
                }
            }
        }
    }

    /** A place that may be next: first those tied most to the part, of these the ones tied least to the rest. */
    private record Candidate(int place, long pull, long left) implements Comparable<Candidate> {
        @Override
        public int compareTo(Candidate o) {
            int byPull = Long.compare(o.pull, pull);
            int byLeft = byPull != 0 ? byPull : Long.compare(left, o.left);
            return byLeft != 0 ? byLeft : Integer.compare(place, o.place);
        }
    }
}
