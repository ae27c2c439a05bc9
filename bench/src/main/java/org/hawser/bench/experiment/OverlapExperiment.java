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

/**
 * The share of an exchange that hides behind a computation which takes as long as the exchange alone: both ranks start
 * a receive and a send, compute, and wait for both.
 *
 * <p><b>Threads:</b> as every {@link RankExperiment}.
 */
final class OverlapExperiment extends BufferExperiment {
    private static final String NAME = "overlap";
    private static final List<Long> SIZES = List.of(8L, 1L << 10, 8L << 10, 32L << 10, 64L << 10, 256L << 10, 1L << 20,
        4L << 20);

    private OverlapExperiment(BufferKind kind) {
        super(NAME, NAME, "MPI: the share of an exchange that hides behind a computation", SIZES, kind);
    }

    static Ensemble ensemble() {
        return BufferKind.ensemble(NAME, "MPI: the share of an exchange that hides behind a computation as long as it",
            OverlapExperiment::new);
    }

    @Override
    List<Measurement> prepare(Lab lab, Comm world) {
        Computation computation = new Computation();
        double stepsPerNano = Overlap.stepsPerNano(lab, computation);
        return lab.task().sizesOr(SIZES).stream().<Measurement>map(size ->
            new Overlap(lab, lab.series(name(), size, Metric.FRACTION), exchange(lab, world, size.intValue()),
                computation, stepsPerNano)).toList();
    }

    /** Ranks beyond the second only compute. */
    private Overlap.Exchange exchange(Lab lab, Comm world, int size) {
        if (lab.rank().number() > 1) {
            return Overlap.Exchange.NONE;
        }
        Object out = kind.allocate(size);
        Object in = kind.allocate(size);
        int other = 1 - lab.rank().number();
        Request[] requests = new Request[2];
        return new Overlap.Exchange() {
            @Override
            public void start() throws MPIException {
                Datatype type = MPI.BYTE;
                requests[0] = world.iRecv(in, size, type, other, TAG);
                requests[1] = world.iSend(out, size, type, other, TAG);
            }

            @Override
            public void finish() throws MPIException {
                Request.waitAll(requests);
            }
        };
    }
}
