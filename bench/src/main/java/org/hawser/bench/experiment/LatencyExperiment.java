package org.hawser.bench.experiment;

import java.util.List;
import mpi.Comm;
import mpi.Datatype;
import mpi.MPI;
import mpi.MPIException;
import org.hawser.bench.Metric;
import org.hawser.bench.lab.Lab;
import org.hawser.bench.lab.Measurement;
import org.hawser.bench.lab.Operation;
import org.hawser.bench.lab.Pair;
import org.hawser.bench.lab.Series;
import org.hawser.bench.lab.Timing;

/**
 * Blocking sends and receives to and fro between two ranks, in one kind of memory: half a round trip. Over connections
 * in turns with the same on a bare one.
 *
 * <p><b>Threads:</b> as every {@link RankExperiment}.
 */
final class LatencyExperiment extends BufferExperiment {
    private static final String NAME = "latency";
    private static final List<Long> SIZES = List.of(8L, 64L, 256L, 1L << 10, 4L << 10, 8L << 10, 16L << 10, 32L << 10,
        64L << 10, 128L << 10, 256L << 10, 1L << 20, 4L << 20);

    private static final long SHORT = 64;

    private LatencyExperiment(BufferKind kind) {
        super(NAME, NAME, "MPI: one way of a blocking send and receive", SIZES, kind);
    }

    static Ensemble ensemble() {
        return BufferKind.ensemble(NAME, "MPI: one way of a blocking send and receive, in four kinds of memory",
            LatencyExperiment::new);
    }

    @Override
    List<Measurement> prepare(Lab lab, Comm world) {
        RawSocket socket = lab.hasConnections() ? RawSocket.connect(lab) : null;
        return lab.task().sizesOr(SIZES).stream().map(size -> socket == null ? oneWay(lab, world, kind, name(), size)
            : beside(lab, world, size, socket)).toList();
    }

    private Measurement beside(Lab lab, Comm world, long size, RawSocket socket) {
        Operation ours = pingPong(lab, world, kind, (int) size);
        Operation bare = socket.pingPong((int) size);
        return Pair.withoutShare(lab.series(name(), size, Metric.LATENCY), count -> ours.run(count) / 2,
            RawSocket.NAME, count -> bare.run(count) / 2);
    }

    /** Half a round trip; beside the way of a bare cache line, where the message is not much more. */
    static Measurement oneWay(Lab lab, Comm world, BufferKind kind, String bench, long size) {
        Operation game = pingPong(lab, world, kind, (int) size);
        Series series = lab.series(bench, size, Metric.LATENCY);
        return size <= SHORT && !lab.hasConnections() ? Timing.roundTrip(game, series) : Timing.ofMany(game, 2, series);
    }

    /** Rank 0 serves. */
    private static Operation pingPong(Lab lab, Comm world, BufferKind kind, int size) {
        Object out = kind.allocate(size);
        Object in = kind.allocate(size);
        return timed(lab, count -> serve(world, out, in, size, count), count -> answer(world, out, in, size, count));
    }

    private static void serve(Comm world, Object out, Object in, int size, int count) throws MPIException {
        Datatype type = MPI.BYTE;
        for (int i = 0; i < count; i++) {
            world.send(out, size, type, 1, TAG);
            world.recv(in, size, type, 1, TAG);
        }
    }

    private static void answer(Comm world, Object out, Object in, int size, int count) throws MPIException {
        Datatype type = MPI.BYTE;
        for (int i = 0; i < count; i++) {
            world.recv(in, size, type, 0, TAG);
            world.send(out, size, type, 0, TAG);
        }
    }
}
