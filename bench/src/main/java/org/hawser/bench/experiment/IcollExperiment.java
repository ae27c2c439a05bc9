package org.hawser.bench.experiment;

import java.nio.Buffer;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import mpi.Comm;
import mpi.MPI;
import mpi.MPIException;
import mpi.Request;
import org.hawser.bench.Metric;
import org.hawser.bench.lab.Lab;
import org.hawser.bench.lab.Measurement;
import org.hawser.runtime.launch.JobDescription;

/**
 * The share of a non-blocking collective that hides behind a computation as long as it, in one kind of memory and one
 * {@link Mode}.
 *
 * <p><b>Threads:</b> as every {@link RankExperiment}.
 */
final class IcollExperiment extends MpiExperiment {
    private static final String NAME = "icoll";
    private static final List<Long> SIZES = List.of(64L << 10, 256L << 10, 1L << 20);
    private static final int ROUNDS = 15;
    private static final int WARM_UP_MILLIS = 100;
    private static final int SHARED_MILLIS = 20;

    private final BufferKind kind;
    private final Mode mode;

    private IcollExperiment(BufferKind kind, Mode mode) {
        this.kind = kind;
        this.mode = mode;
    }

    /** Who advances the collective, and where the program computes. */
    private enum Mode {
        /** The progress thread, which has no core while all ranks compute on all of them. */
        THREAD("thread"),
        /** Nobody but the rank, when it waits. */
        POLL("poll"),
        /** The progress thread, while the computation is done elsewhere and the rank's core is free. */
        AWAY("thread");

        private final String progress;

        Mode(String progress) {
            this.progress = progress;
        }

        Computation computation() {
            return this == AWAY ? new ComputationAway() : new Computation();
        }

        String word() {
            return name().toLowerCase(Locale.ROOT);
        }
    }

    /** The non-blocking collectives that are measured. */
    private enum Kind {
        IALLTOALL {
            @Override
            Request start(Comm world, Buffers buffers, int size) throws MPIException {
                return world.iAllToAll(buffers.out(), size, MPI.BYTE, buffers.in(), size, MPI.BYTE);
            }
        },
        IALLREDUCE {
            @Override
            Request start(Comm world, Buffers buffers, int size) throws MPIException {
                return world.iAllReduce(buffers.terms(), buffers.sums(), size / Double.BYTES, MPI.DOUBLE, MPI.SUM);
            }
        },
        IBCAST {
            @Override
            Request start(Comm world, Buffers buffers, int size) throws MPIException {
                return world.iBcast(buffers.out(), size, MPI.BYTE, 0);
            }
        },
        IALLGATHER {
            @Override
            Request start(Comm world, Buffers buffers, int size) throws MPIException {
                return world.iAllGather(buffers.out(), size, MPI.BYTE, buffers.in(), size, MPI.BYTE);
            }
        };

        abstract Request start(Comm world, Buffers buffers, int size) throws MPIException;

        String word() {
            return name().toLowerCase(Locale.ROOT);
        }
    }

    /** What non-blocking calls take: buffers that stay where they are. */
    private record Buffers(Buffer out, Buffer in, Buffer terms, Buffer sums) {
        Buffers(CollectiveMemory memory) {
            this((Buffer) memory.out(), (Buffer) memory.in(), (Buffer) memory.terms(), (Buffer) memory.sums());
        }
    }

    static Ensemble ensemble() {
        List<RankExperiment> parts = new ArrayList<>();
        for (BufferKind kind : List.of(BufferKind.RUNTIME, BufferKind.DIRECT)) {
            for (Mode mode : Mode.values()) {
                parts.add(new IcollExperiment(kind, mode));
            }
        }
        return new Ensemble(NAME, "MPI: the share of a non-blocking collective that hides behind a computation", parts);
    }

    @Override
    public String name() {
        return NAME + "." + kind.word() + "." + mode.word();
    }

    @Override
    public String summary() {
        return "MPI: the share of a non-blocking collective that hides behind a computation";
    }

    @Override
    BufferKind memory() {
        return kind;
    }

    @Override
    Map<String, String> environment() {
        return Map.of(JobDescription.PROGRESS, mode.progress);
    }

    @Override
    List<Long> sizes() {
        return SIZES;
    }

    @Override
    int rounds() {
        return ROUNDS;
    }

    @Override
    int warmUpMillis() {
        return WARM_UP_MILLIS;
    }

    @Override
    int sharedMillis() {
        return SHARED_MILLIS;
    }

    @Override
    List<String> cases(Plan plan, int ranks) {
        return plan.choice().collectives().stream().map(collective -> "i" + collective).toList();
    }

    @Override
    String program() {
        return NAME;
    }

    @Override
    String benchOf(String programBench) {
        return programBench + "." + kind.word() + "." + mode.word();
    }

    @Override
    List<Measurement> prepare(Lab lab, Comm world) {
        Computation computation = mode.computation();
        double stepsPerNano = Overlap.stepsPerNano(lab, computation);
        List<Long> sizes = lab.task().sizesOr(SIZES);
        List<Kind> chosen = Arrays.stream(Kind.values()).filter(one -> lab.task().has(one.word())).toList();
        Buffers buffers = new Buffers(CollectiveMemory.of(kind, List.of(Collective.ALLREDUCE, Collective.ALLTOALL),
            lab.rank().size(), sizes.stream().mapToInt(Long::intValue).max().orElseThrow()));
        List<Measurement> measurements = new ArrayList<>();
        for (long size : sizes) {
            for (Kind one : chosen) {
                String bench = benchOf(NAME + "." + one.word());
                measurements.add(new Overlap(lab, lab.series(bench, size, Metric.FRACTION),
                    exchange(one, world, buffers, (int) size), computation, stepsPerNano));
            }
        }
        return measurements;
    }

    private static Overlap.Exchange exchange(Kind kind, Comm world, Buffers buffers, int size) {
        return new Overlap.Exchange() {
            private Request request;

            @Override
            public void start() throws MPIException {
                request = kind.start(world, buffers, size);
            }

            @Override
            public void finish() throws MPIException {
                request.waitFor();
            }
        };
    }
}
