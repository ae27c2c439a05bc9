package org.hawser.examples.pgas;

import java.nio.IntBuffer;
import java.util.Arrays;
import java.util.SplittableRandom;
import java.util.stream.IntStream;
import mpi.Comm;
import mpi.MPI;
import mpi.MPIException;
import mpi.Win;
import org.hawser.pgas.Distribution;
import org.hawser.pgas.Pgas;
import org.hawser.pgas.SharedIntArray;

/**
 * The connected parts of a random graph, with MPI and shared arrays in one program:
 * {@code hawser run -n 4 pgas.components [vertices [edges]]}.
 *
 * <p>Each model does what it is good at. The label of each vertex is in a <em>shared array</em>: a thread reads labels
 * of other threads' vertices by index, and follows a label to the label of the vertex it names, wherever that leads;
 * with messages each such step would need an answer from somebody. A <em>collective of MPI</em> adds up how many labels
 * a round has changed, and there is another round while it is not 0. In the end the parts are counted in an <em>MPI
 * window</em>: every rank accumulates into the count of the part, at the rank that has it.
 *
 * <pre>
 * label[v] := the least of label[v], the labels of v's neighbours, and the labels of the vertices these name
 * </pre>
 *
 * <p>Labels only fall, and only the thread that a vertex is near writes its label, so that no order among reads and
 * writes of a round matters.
 *
 * <p><b>Threads:</b> the main thread of each rank.
 */
public final class Components {
    private static final String USAGE = """
        Finds the connected parts of a random graph: labels in a shared array, MPI collectives and a window.
        usage: hawser run -n 4 pgas.components [vertices [edges]]
          vertices   20000 unless given
          edges      as many as vertices unless given
        """;

    private final Pgas pgas;
    private final int vertices;
    private final int[] from;
    private final int[] to;

    private Components(Pgas pgas, int vertices, int edges) {
        this.pgas = pgas;
        this.vertices = vertices;
        // The same at all threads: a graph that nobody has to send around.
        SplittableRandom random = new SplittableRandom(vertices);
        from = IntStream.generate(() -> random.nextInt(vertices)).limit(edges).toArray();
        to = IntStream.generate(() -> random.nextInt(vertices)).limit(edges).toArray();
    }

    /**
     * Runs on every rank.
     *
     * @param args vertices (20000) and edges (as many)
     * @throws MPIException when something fails in MPI
     */
    public static void main(String[] args) throws MPIException {
        MPI.Init(args);
        try (Pgas pgas = Pgas.start()) {
            run(pgas, args);
        }
        MPI.Finalize();
    }

    static void run(Pgas pgas, String... args) throws MPIException {
        Arguments arguments = new Arguments(pgas, USAGE, 2, args);
        int vertices = arguments.number(0, 20_000, 1, 1 << 26);
        new Components(pgas, vertices, arguments.number(1, vertices, 0, 1 << 26)).find(MPI.COMM_WORLD);
    }

    private void find(Comm world) throws MPIException {
        try (SharedIntArray labels = pgas.ints(vertices, Distribution.even())) {
            long start = System.nanoTime();
            labels.forAll(vertex -> labels.put(vertex, (int) vertex));
            int rounds = settle(world, labels);
            int[] largest = largest(world, labels);
            double seconds = (System.nanoTime() - start) / 1e9;
            if (pgas.myThread() == 0) {
                int parts = check(labels, largest[0]);
                System.out.printf("%d vertices, %d edges by %d threads: %d parts after %d rounds, %d vertices in the "
                    + "largest, as in a serial run, %.3f s%n", vertices, from.length, pgas.threads(), parts, rounds,
                    largest[0], seconds);
            }
            pgas.barrier();
        }
    }

    /** Rounds until no label changes at any rank; returns how many. */
    private int settle(Comm world, SharedIntArray labels) throws MPIException {
        int[] changes = new int[1];
        int[] changesOfAll = {1};
        int rounds = 0;
        pgas.barrier();
        for (; changesOfAll[0] > 0; rounds++) {
            changes[0] = 0;
            for (int edge = 0; edge < from.length; edge++) {
                changes[0] += lower(labels, from[edge], to[edge]) + lower(labels, to[edge], from[edge]);
            }
            // MPI does not know of our puts: what others are to see after its call is in place before it.
            pgas.fence();
            world.allReduce(changes, changesOfAll, 1, MPI.INT, MPI.SUM);
        }
        return rounds;
    }

    /** Lowers the label of a vertex that is near this thread, if its neighbour knows a lower one; says whether. */
    private static int lower(SharedIntArray labels, int vertex, int neighbour) {
        if (!labels.isLocal(vertex)) {
            return 0;
        }
        int label = labels.get(labels.get(neighbour));
        if (label >= labels.get(vertex)) {
            return 0;
        }
        labels.put(vertex, label);
        return 1;
    }

    /** At rank 0: how many vertices the largest part has. Each part is counted where its label's vertex is. */
    private int[] largest(Comm world, SharedIntArray labels) throws MPIException {
        int block = (int) labels.block();
        IntBuffer sizes = MPI.newIntBuffer(block);
        Win window = new Win(sizes, block, 1, MPI.INFO_NULL, world);
        int[] one = {1};
        window.fence(0);
        for (long place = 0; place < labels.localLength(); place++) {
            int label = labels.getLocal(place);
            window.accumulate(one, 1, MPI.INT, labels.threadOf(label), label % block, 1, MPI.INT, MPI.SUM);
        }
        window.fence(0);
        int[] mine = {IntStream.range(0, block).map(sizes::get).max().orElse(0)};
        int[] largest = new int[1];
        world.reduce(mine, largest, 1, MPI.INT, MPI.MAX, 0);
        window.free();
        return largest;
    }

    /** At thread 0, with a forest of its own; returns how many parts there are. */
    private int check(SharedIntArray labels, int largest) {
        int[] parent = IntStream.range(0, vertices).toArray();
        for (int edge = 0; edge < from.length; edge++) {
            int one = root(parent, from[edge]);
            int other = root(parent, to[edge]);
            parent[Math.max(one, other)] = Math.min(one, other);
        }
        int[] found = new int[vertices];
        labels.get(0, found, 0, vertices);
        int[] sizes = new int[vertices];
        for (int vertex = 0; vertex < vertices; vertex++) {
            int root = root(parent, vertex);
            sizes[root]++;
            if (found[vertex] != root) {
                throw new IllegalStateException("a label is wrong: vertex=" + vertex + " label=" + found[vertex]
                    + " expected=" + root);
            }
        }
        int expected = Arrays.stream(sizes).max().orElse(0);
        if (largest != expected) {
            throw new IllegalStateException("the largest part is wrong: size=" + largest + " expected=" + expected);
        }
        return (int) Arrays.stream(sizes).filter(size -> size > 0).count();
    }

    private static int root(int[] parent, int vertex) {
        int root = vertex;
        while (parent[root] != root) {
            parent[root] = parent[parent[root]];
            root = parent[root];
        }
        return root;
    }
}
