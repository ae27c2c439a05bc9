package org.hawser.bench.experiment;

import java.util.List;
import mpi.Comm;
import mpi.Datatype;
import mpi.MPI;
import mpi.MPIException;
import mpi.Request;
import org.hawser.bench.Metric;
import org.hawser.bench.lab.Lab;
import org.hawser.bench.lab.Measurement;
import org.hawser.bench.lab.Operation;
import org.hawser.bench.lab.Pair;
import org.hawser.bench.lab.Timing;

/**
 * Windows of {@value #WINDOW} sends under way at once, in one kind of memory: bytes or messages in one direction, where
 * the receiver answers each window, or bytes in both directions. Bytes in one direction over connections come in turns
 * with as many on a bare one.
 *
 * <p><b>Threads:</b> as every {@link RankExperiment}.
 */
final class WindowExperiment extends BufferExperiment {
    private static final List<Long> SIZES = List.of(1L << 10, 8L << 10, 16L << 10, 32L << 10, 64L << 10, 128L << 10,
        256L << 10, 1L << 20, 4L << 20);
    private static final int ANSWER = 2;

    private final Metric metric;
    private final boolean bothWays;

    private WindowExperiment(String name, String program, List<Long> sizes, Metric metric, boolean bothWays,
                             BufferKind kind) {
        super(name, program, "MPI: " + WINDOW + " sends under way at once", sizes, kind);
        this.metric = metric;
        this.bothWays = bothWays;
    }

    static Ensemble bandwidth() {
        return BufferKind.ensemble("bandwidth", "MPI: bytes per second in one direction, in windows of 64 sends",
            kind -> new WindowExperiment("bandwidth", "bandwidth", SIZES, Metric.BANDWIDTH, false, kind));
    }

    static Ensemble bothWays() {
        return BufferKind.ensemble("bibw", "MPI: bytes per second in both directions at once, in windows of 64 sends",
            kind -> new WindowExperiment("bibw", "bibw", SIZES, Metric.BANDWIDTH, true, kind));
    }

    /** Bytes in one direction between ranks of another experiment. */
    static Measurement stream(Lab lab, Comm world, BufferKind kind, String bench, long size) {
        WindowExperiment windows = new WindowExperiment(bench, null, SIZES, Metric.BANDWIDTH, false, kind);
        return Timing.ofMany(windows.stream(lab, world, (int) size), WINDOW,
            lab.series(bench, size, Metric.BANDWIDTH));
    }

    static RankExperiment rate(BufferKind kind) {
        return new WindowExperiment("rate.mpi", "rate", List.of((long) Long.BYTES), Metric.RATE, false, kind);
    }

    @Override
    List<Measurement> prepare(Lab lab, Comm world) {
        RawSocket socket = lab.hasConnections() && metric == Metric.BANDWIDTH && !bothWays ? RawSocket.connect(lab)
            : null;
        return lab.task().sizesOr(sizes()).stream().<Measurement>map(size -> socket != null
            ? beside(lab, world, size, socket) : Timing.ofMany(
            bothWays ? exchange(lab, world, size.intValue()) : stream(lab, world, size.intValue()),
            bothWays ? 2 * WINDOW : WINDOW, lab.series(name(), size, metric))).toList();
    }

    private Measurement beside(Lab lab, Comm world, long size, RawSocket socket) {
        Operation ours = stream(lab, world, (int) size);
        Operation bare = socket.stream((int) size, WINDOW);
        return new Pair(lab.series(name(), size, metric), count -> ours.run(count) / WINDOW, RawSocket.NAME,
            count -> bare.run(count) / WINDOW);
    }

    private Operation stream(Lab lab, Comm world, int size) {
        Object memory = kind.allocate(size);
        Object answer = kind.allocate(Integer.BYTES);
        Request[] requests = new Request[WINDOW];
        return timed(lab, count -> send(world, memory, size, answer, requests, count),
            count -> receive(world, memory, size, answer, requests, count));
    }

    private static void send(Comm world, Object memory, int size, Object answer, Request[] requests, int count)
            throws MPIException {
        Datatype type = MPI.BYTE;
        for (int i = 0; i < count; i++) {
            for (int w = 0; w < WINDOW; w++) {
                requests[w] = world.iSend(memory, size, type, 1, TAG);
            }
            Request.waitAll(requests);
            world.recv(answer, Integer.BYTES, type, 1, ANSWER);
        }
    }

    private static void receive(Comm world, Object memory, int size, Object answer, Request[] requests, int count)
            throws MPIException {
        Datatype type = MPI.BYTE;
        for (int i = 0; i < count; i++) {
            for (int w = 0; w < WINDOW; w++) {
                requests[w] = world.iRecv(memory, size, type, 0, TAG);
            }
            Request.waitAll(requests);
            world.send(answer, Integer.BYTES, type, 0, ANSWER);
        }
    }

    private Operation exchange(Lab lab, Comm world, int size) {
        Object out = kind.allocate(size);
        Object in = kind.allocate(size);
        Request[] sends = new Request[WINDOW];
        Request[] receives = new Request[WINDOW];
        int other = 1 - lab.rank().number();
        Steps steps = count -> exchange(world, other, out, in, size, sends, receives, count);
        return timed(lab, steps, steps);
    }

    private static void exchange(Comm world, int other, Object out, Object in, int size, Request[] sends,
                                 Request[] receives, int count) throws MPIException {
        Datatype type = MPI.BYTE;
        for (int i = 0; i < count; i++) {
            for (int w = 0; w < WINDOW; w++) {
                receives[w] = world.iRecv(in, size, type, other, TAG);
            }
            for (int w = 0; w < WINDOW; w++) {
                sends[w] = world.iSend(out, size, type, other, TAG);
            }
            Request.waitAll(sends);
            Request.waitAll(receives);
        }
    }
}
