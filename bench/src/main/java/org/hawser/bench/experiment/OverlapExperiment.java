package org.hawser.bench.experiment;

import java.util.List;
import mpi.Comm;
import mpi.Datatype;
import mpi.MPI;
import mpi.Request;
import org.hawser.bench.Metric;
import org.hawser.bench.lab.Lab;
import org.hawser.bench.lab.Measurement;
import org.hawser.bench.lab.Operation;
import org.hawser.bench.lab.Series;

/**
 * The share of an exchange that hides behind a computation which takes as long as the exchange alone: both ranks start
 * a receive and a send, compute, and wait for both.
 *
 * <p><b>Threads:</b> as every {@link RankExperiment}.
 */
final class OverlapExperiment extends MpiExperiment {
    private static final String NAME = "overlap";
    private static final List<Long> SIZES = List.of(8L, 1L << 10, 8L << 10, 32L << 10, 64L << 10, 256L << 10, 1L << 20,
        4L << 20);
    private static final double UNIT_NANOS = 1_000;

    private final BufferKind kind;

    private OverlapExperiment(BufferKind kind) {
        this.kind = kind;
    }

    static Ensemble ensemble() {
        return BufferKind.ensemble(NAME, "MPI: the share of an exchange that hides behind a computation as long as it",
            OverlapExperiment::new);
    }

    @Override
    public String name() {
        return NAME + "." + kind.word();
    }

    @Override
    public String summary() {
        return "MPI: the share of an exchange that hides behind a computation";
    }

    @Override
    List<Long> sizes() {
        return SIZES;
    }

    @Override
    String program() {
        return NAME;
    }

    @Override
    List<Measurement> prepare(Lab lab, Comm world) {
        Computation computation = new Computation();
        double stepsPerNano = lab.agree(computation.stepsFor(UNIT_NANOS)) / UNIT_NANOS;
        return lab.task().sizesOr(SIZES).stream().<Measurement>map(size ->
            new Overlap(lab, world, size.intValue(), computation, stepsPerNano)).toList();
    }

    /** What is hidden: 0, both take as long as one after the other; 1, the exchange costs no time. */
    static double hidden(double alone, double computing, double both) {
        return Math.clamp(1 - (both - computing) / alone, 0, 1);
    }

    private final class Overlap implements Measurement {
        private final Lab lab;
        private final Series series;
        private final Operation exchange;
        private final Operation computing;
        private final double stepsPerNano;
        private long steps;

        Overlap(Lab lab, Comm world, int size, Computation computation, double stepsPerNano) {
            this.lab = lab;
            this.stepsPerNano = stepsPerNano;
            series = lab.series(name(), size, Metric.FRACTION);
            Object out = kind.allocate(size);
            Object in = kind.allocate(size);
            int other = 1 - lab.rank().number();
            Request[] requests = new Request[2];
            Steps both = count -> {
                Datatype type = MPI.BYTE;
                for (int i = 0; i < count; i++) {
                    requests[0] = world.iRecv(in, size, type, other, TAG);
                    requests[1] = world.iSend(out, size, type, other, TAG);
                    computation.run(steps);
                    Request.waitAll(requests);
                }
            };
            Steps one = count -> {
                for (int i = 0; i < count; i++) {
                    computation.run(steps);
                }
            };
            exchange = timed(lab, both, both);
            computing = timed(lab, one, one);
        }

        @Override
        public List<Series> series() {
            return List.of(series);
        }

        @Override
        public double[] sample(int count) {
            steps = 0;
            double alone = exchange.run(count);
            steps = lab.agree(Math.round(alone / count * stepsPerNano));
            // Nobody goes on to where the next word is said before all have heard this one.
            lab.rank().barrier();
            double compute = computing.run(count);
            double both = exchange.run(count);
            return new double[] {hidden(alone, compute, both)};
        }
    }
}
