package org.hawser.mpi.comm;

import java.util.Arrays;
import java.util.stream.IntStream;
import org.hawser.mpi.ErrorClass;
import org.hawser.mpi.MpiFailure;
import org.hawser.mpi.topology.DistributedGraph;
import org.hawser.mpi.topology.Ties;

/**
 * Some edges of a graph, in the order in which they were given.
 *
 * <p><b>Threads:</b> immutable; the arrays are not to be written to.
 *
 * @param from where each begins
 * @param to where each ends
 * @param weights what each weighs
 * @param weighted false when all weights are 1 because none were given
 */
public record Edges(int[] from, int[] to, int[] weights, boolean weighted) {
    private static final int PER_EDGE = 3;

    /**
     * The edges that lead from each of {@code sources} to the next so many of {@code destinations}.
     *
     * @param degrees how many edges each source has
     * @param weights by edge; null when there are none
     */
    public static Edges of(int[] sources, int[] degrees, int[] destinations, int[] weights) {
        if (sources == null || degrees == null || destinations == null) {
            throw new MpiFailure(ErrorClass.ARG, "sources, degrees or destinations are null");
        }
        if (degrees.length < sources.length
                || Arrays.stream(degrees, 0, sources.length).anyMatch(degree -> degree < 0)) {
            throw new MpiFailure(ErrorClass.ARG, "a source's degree is missing or negative: sources=" + sources.length
                + " degrees=" + Arrays.toString(degrees));
        }
        int[] from = IntStream.range(0, sources.length)
            .flatMap(i -> IntStream.generate(() -> sources[i]).limit(degrees[i])).toArray();
        if (destinations.length < from.length) {
            throw new MpiFailure(ErrorClass.ARG, "fewer destinations than the degrees say: destinations="
                + destinations.length + " degrees=" + from.length);
        }
        return new Edges(from, Arrays.copyOf(destinations, from.length), weights == null ? ones(from.length)
            : weights.clone(), weights != null);
    }

    /** Weights for edges that have none. */
    public static int[] ones(int count) {
        int[] ones = new int[count];
        Arrays.fill(ones, 1);
        return ones;
    }

    int[] packed() {
        int[] packed = new int[PER_EDGE * from.length];
        for (int i = 0; i < from.length; i++) {
            packed[PER_EDGE * i] = from[i];
            packed[PER_EDGE * i + 1] = to[i];
            packed[PER_EDGE * i + 2] = weights[i];
        }
        return packed;
    }

    /** For each process its edges: how many lead to it, then these, then those that lead away, each with its weight. */
    static int[][] deal(int[][] given, int size) {
        int[] in = new int[size];
        int[] out = new int[size];
        for (int[] edges : given) {
            for (int i = 0; i < edges.length; i += PER_EDGE) {
                out[edges[i]]++;
                in[edges[i + 1]]++;
            }
        }
        int[][] parts = new int[size][];
        int[] nextIn = new int[size];
        int[] nextOut = new int[size];
        for (int i = 0; i < size; i++) {
            parts[i] = new int[1 + 2 * (in[i] + out[i])];
            parts[i][0] = in[i];
            nextIn[i] = 1;
            nextOut[i] = 1 + 2 * in[i];
        }
        for (int[] edges : given) {
            for (int i = 0; i < edges.length; i += PER_EDGE) {
                put(parts[edges[i + 1]], nextIn, edges[i + 1], edges[i], edges[i + 2]);
                put(parts[edges[i]], nextOut, edges[i], edges[i + 1], edges[i + 2]);
            }
        }
        return parts;
    }

    private static void put(int[] part, int[] next, int process, int other, int weight) {
        part[next[process]++] = other;
        part[next[process]++] = weight;
    }

    /** What {@link #deal} makes for one process, of what that process knows by itself. */
    static int[] pack(DistributedGraph graph) {
        int in = graph.sources().length;
        int out = graph.destinations().length;
        int[] part = new int[1 + 2 * (in + out)];
        part[0] = in;
        for (int i = 0; i < in; i++) {
            part[1 + 2 * i] = graph.sources()[i];
            part[2 + 2 * i] = graph.sourceWeights()[i];
        }
        for (int i = 0; i < out; i++) {
            part[1 + 2 * (in + i)] = graph.destinations()[i];
            part[2 + 2 * (in + i)] = graph.destinationWeights()[i];
        }
        return part;
    }

    /** How strongly places are tied by the edges that lead away from them. */
    static Ties ties(int[][] parts) {
        int[][] targets = new int[parts.length][];
        int[][] weights = new int[parts.length][];
        int[][] from = new int[parts.length][];
        for (int place = 0; place < parts.length; place++) {
            int[] part = parts[place];
            int in = part[0];
            int out = (part.length - 1) / 2 - in;
            targets[place] = every(part, 1 + 2 * in, out);
            weights[place] = every(part, 2 + 2 * in, out);
            from[place] = new int[out];
            Arrays.fill(from[place], place);
        }
        return Ties.of(parts.length, joined(from), joined(targets), joined(weights));
    }

    private static int[] joined(int[][] parts) {
        return Arrays.stream(parts).flatMapToInt(Arrays::stream).toArray();
    }

    /** What {@link #deal} made for one process. */
    static DistributedGraph unpack(int[] part, boolean weighted) {
        int in = part[0];
        int out = (part.length - 1) / 2 - in;
        return new DistributedGraph(every(part, 1, in), every(part, 2, in), every(part, 1 + 2 * in, out),
            every(part, 2 + 2 * in, out), weighted);
    }

    private static int[] every(int[] part, int from, int count) {
        return IntStream.range(0, count).map(i -> part[from + 2 * i]).toArray();
    }
}
