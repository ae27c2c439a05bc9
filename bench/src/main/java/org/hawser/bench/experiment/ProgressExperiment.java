package org.hawser.bench.experiment;

import java.io.IOException;
import java.util.ArrayList;
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
import org.hawser.bench.lab.Series;

/**
 * The progress benchmark of the paper on customised protocols: what an iteration of computations around a send and a
 * receive takes, beside the computation alone ({@code C(60)} is 60 units) and the transfer alone
 * ({@code progress.transfer}), all protocols integrated against the traditional rendezvous.
 *
 * <p><b>Threads:</b> as every {@link RankExperiment}.
 */
final class ProgressExperiment extends MpiExperiment {
    private static final String NAME = "progress";
    private static final double UNIT_NANOS = 18_000;

    private final List<CountedMessages> all = new ArrayList<>();

    @Override
    public String name() {
        return NAME;
    }

    @Override
    public String summary() {
        return "MPI: computation around a send and a receive, protocols integrated against traditional";
    }

    @Override
    public void run(Campaign campaign) throws IOException, InterruptedException {
        Protocols.compare(campaign, this);
    }

    @Override
    List<Measurement> prepare(Lab lab, Comm world) {
        Computation computation = new Computation();
        long unit = lab.agree(computation.stepsFor(UNIT_NANOS));
        List<Measurement> measurements = new ArrayList<>();
        for (ProgressCase one : ProgressCase.all()) {
            for (long size : lab.task().sizesOr(one.sizes())) {
                all.add(new CountedMessages(new Iteration(lab, world, one, (int) size, computation, unit)));
            }
        }
        measurements.addAll(all);
        ProgressCase.all().stream().flatMap(one -> lab.task().sizesOr(one.sizes()).stream()).distinct()
            .forEach(size -> measurements.add(
                LatencyExperiment.oneWay(lab, world, BufferKind.RUNTIME, NAME + ".transfer", size)));
        return measurements;
    }

    @Override
    void conclude(Lab lab) {
        if (lab.leads()) {
            all.forEach(one -> one.counts().forEach(System.out::println));
        }
    }

    /** Iterations, then the computation that each takes if nothing waits, then the one of a traditional rendezvous. */
    private static final class Iteration implements Measurement {
        private final List<Series> series;
        private final Operation iterations;
        private final Operation integrated;
        private final Operation traditional;

        Iteration(Lab lab, Comm world, ProgressCase one, int size, Computation computation, long unit) {
            Series ours = lab.series(NAME + "." + one.word(), size, Metric.LATENCY);
            series = List.of(ours, ours.by(ProgressCase.computation(one.integrated())),
                ours.by(ProgressCase.computation(one.traditional())));
            Object memory = BufferKind.RUNTIME.allocate(size);
            iterations = timed(lab, count -> {
                for (int i = 0; i < count; i++) {
                    lab.rank().barrier();
                    send(world, memory, size, computation, unit, one.sender());
                }
                lab.rank().barrier();
            }, count -> {
                for (int i = 0; i < count; i++) {
                    lab.rank().barrier();
                    receive(world, memory, size, computation, unit, one.receiver());
                }
                lab.rank().barrier();
            }, count -> {
                for (int i = 0; i <= count; i++) {
                    lab.rank().barrier();
                }
            });
            integrated = computing(lab, computation, unit * one.integrated());
            traditional = computing(lab, computation, unit * one.traditional());
        }

        @Override
        public List<Series> series() {
            return series;
        }

        @Override
        public double[] sample(int count) {
            return new double[] {(double) iterations.run(count) / count, (double) integrated.run(count) / count,
                (double) traditional.run(count) / count};
        }

        private static void send(Comm world, Object memory, int size, Computation computation, long unit,
                                 List<Integer> units) throws MPIException {
            Datatype type = MPI.BYTE;
            computation.run(unit * units.get(0));
            Request request = world.iSend(memory, size, type, 1, TAG);
            computation.run(unit * units.get(1));
            request.waitFor();
            computation.run(unit * units.get(2));
        }

        private static void receive(Comm world, Object memory, int size, Computation computation, long unit,
                                    List<Integer> units) throws MPIException {
            Datatype type = MPI.BYTE;
            computation.run(unit * units.get(0));
            Request request = world.iRecv(memory, size, type, 0, TAG);
            computation.run(unit * units.get(1));
            request.waitFor();
            computation.run(unit * units.get(2));
        }

        private static Operation computing(Lab lab, Computation computation, long steps) {
            Steps compute = count -> {
                for (int i = 0; i < count; i++) {
                    computation.run(steps);
                }
            };
            return timed(lab, compute, compute);
        }
    }
}
