package org.hawser.bench.experiment;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import mpi.Comm;
import mpi.Datatype;
import mpi.MPI;
import mpi.MPIException;
import mpi.Request;
import org.hawser.bench.BenchRecord;
import org.hawser.bench.Metric;
import org.hawser.bench.lab.Lab;
import org.hawser.bench.lab.Measurement;
import org.hawser.bench.lab.Operation;
import org.hawser.bench.lab.Rotation;
import org.hawser.bench.lab.Series;
import org.hawser.bench.lab.Timing;
import org.hawser.bench.report.VectorBars;
import org.hawser.mpi.env.Environment;
import org.hawser.mpi.p2p.Noncontiguous;
import org.hawser.platform.settings.Settings;

/**
 * Columns of a matrix of ints that is {@value #WIDTH} wide, as a vector type of {@value #FEW} or {@value #MANY} blocks,
 * in one kind of memory: to and fro, and in windows, between two ranks, beside as many contiguous bytes; and from each
 * to each where there are more ranks. The experiment of the dissertation on one-sided communication. The ways to carry
 * them take turns within each sample.
 *
 * <p><b>Threads:</b> as every {@link RankExperiment}.
 */
final class VectorExperiment extends MpiExperiment {
    static final int WIDTH = 4096;
    static final int FEW = 64;
    static final int MANY = 128;

    private static final List<Long> SIZES = List.of(2L << 10, 4L << 10, 8L << 10, 16L << 10, 32L << 10, 64L << 10,
        128L << 10, 256L << 10, 512L << 10);
    private static final List<Integer> BLOCKS = List.of(FEW, MANY);
    private static final String LATENCY = "latency";
    private static final String BANDWIDTH = "bandwidth";
    private static final String ALLTOALL = "alltoall";
    private static final int ANSWER = 2;
    /** Sizes are whole columns of the most blocks. */
    private static final long COLUMN = (long) MANY * Integer.BYTES;
    private static final int ROUNDS = 15;
    private static final int WARM_UP_MILLIS = 60;
    private static final int SHARED_MILLIS = 20;

    private final BufferKind kind;

    VectorExperiment(BufferKind kind) {
        this.kind = kind;
    }

    @Override
    public String name() {
        return VectorsExperiment.NAME + "." + kind.word();
    }

    @Override
    public String summary() {
        return "MPI: columns of a matrix in one kind of memory";
    }

    @Override
    BufferKind memory() {
        return kind;
    }

    @Override
    List<Integer> ranks() {
        return List.of(2, 4);
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
    int turns(int ranks) {
        return ranks == 2 ? 3 : 2;
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
        return ranks == 2 ? List.of(LATENCY, BANDWIDTH) : List.of(ALLTOALL);
    }

    @Override
    String program() {
        return VectorsExperiment.NAME;
    }

    @Override
    String benchOf(String programBench) {
        return programBench + "." + kind.word();
    }

    @Override
    public void run(Campaign campaign) throws IOException, InterruptedException {
        for (int ranks : campaign.plan().ranksOr(ranks())) {
            campaign.measure(VectorsExperiment.ways(this), ranks);
        }
    }

    @Override
    public List<String> conclusions(List<BenchRecord> records) {
        return VectorBars.conclusions(records);
    }

    @Override
    List<Measurement> prepare(Lab lab, Comm world) throws MPIException {
        int ranks = lab.rank().size();
        Object out = kind.allocateInts(ranks * MANY * WIDTH);
        Object in = kind.allocateInts(ranks * MANY * WIDTH);
        List<Measurement> measurements = new ArrayList<>();
        for (long size : lab.task().sizesOr(SIZES).stream().filter(size -> size % COLUMN == 0).toList()) {
            for (int blocks : BLOCKS) {
                Message message = new Message(out, in, 1, columns(blocks, size));
                if (lab.task().has(ALLTOALL) && ranks > 2) {
                    measurements.add(byAllWays(world, timed(exchanges(world, message)), 1,
                        series(lab, ALLTOALL, blocks, size, Metric.LATENCY)));
                } else {
                    measurements.add(byAllWays(world, pingPong(lab, world, message), 2,
                        series(lab, LATENCY, blocks, size, Metric.LATENCY)));
                    measurements.add(byAllWays(world, windows(lab, world, message), WINDOW,
                        series(lab, BANDWIDTH, blocks, size, Metric.BANDWIDTH)));
                }
            }
            measurements.addAll(contiguous(lab, world, out, in, size));
        }
        return measurements;
    }

    /** The automatic choice and, unless the job is about the layout cache, each way by itself. */
    private static Measurement byAllWays(Comm world, Operation operation, int hops, Series series) {
        List<Series> all = new ArrayList<>(List.of(series));
        List<Operation> ways = new ArrayList<>(List.of(by(Noncontiguous.AUTO, world, operation)));
        if (Settings.isOn(VectorsExperiment.CACHE, true)) {
            for (String word : VectorBars.WAYS) {
                all.add(series.by(word));
                ways.add(by(Noncontiguous.of(word), world, operation));
            }
        }
        return new Rotation(all, ways, hops);
    }

    private static Operation by(Noncontiguous way, Comm world, Operation operation) {
        return count -> {
            try {
                Environment.point().choose(way);
                // Nobody sends before all have chosen.
                world.barrier();
            } catch (MPIException e) {
                throw failed(e);
            }
            return operation.run(count);
        };
    }

    /** As many bytes in one piece: what the columns can at best come to, whatever their number. */
    private List<Measurement> contiguous(Lab lab, Comm world, Object out, Object in, long size) {
        Message message = new Message(out, in, (int) (size / Integer.BYTES), MPI.INT);
        if (lab.rank().size() > 2) {
            return List.of(Timing.of(timed(exchanges(world, message)), contiguous(lab, ALLTOALL, size,
                Metric.LATENCY)));
        }
        return List.of(Timing.ofMany(pingPong(lab, world, message), 2, contiguous(lab, LATENCY, size, Metric.LATENCY)),
            Timing.ofMany(windows(lab, world, message), WINDOW, contiguous(lab, BANDWIDTH, size, Metric.BANDWIDTH)));
    }

    private Series[] contiguous(Lab lab, String what, long size, Metric metric) {
        return BLOCKS.stream().map(blocks -> series(lab, what, blocks, size, metric).by(VectorsExperiment.CONTIGUOUS))
            .toArray(Series[]::new);
    }

    private Series series(Lab lab, String what, int blocks, long size, Metric metric) {
        return lab.series(benchOf(VectorsExperiment.NAME + "." + what + "." + blocks), size, metric);
    }

    private static Datatype columns(int blocks, long size) throws MPIException {
        Datatype type = Datatype.createVector(blocks, (int) (size / (blocks * Integer.BYTES)), WIDTH, MPI.INT);
        type.commit();
        return type;
    }

    /** What is sent, and where it is put. */
    private record Message(Object out, Object in, int count, Datatype type) {
    }

    private static Operation pingPong(Lab lab, Comm world, Message message) {
        return timed(lab, count -> {
            for (int i = 0; i < count; i++) {
                world.send(message.out(), message.count(), message.type(), 1, TAG);
                world.recv(message.in(), message.count(), message.type(), 1, TAG);
            }
        }, count -> {
            for (int i = 0; i < count; i++) {
                world.recv(message.in(), message.count(), message.type(), 0, TAG);
                world.send(message.out(), message.count(), message.type(), 0, TAG);
            }
        });
    }

    private static Operation windows(Lab lab, Comm world, Message message) {
        Request[] requests = new Request[WINDOW];
        byte[] answer = new byte[Integer.BYTES];
        return timed(lab, count -> {
            for (int i = 0; i < count; i++) {
                for (int w = 0; w < WINDOW; w++) {
                    requests[w] = world.iSend(message.out(), message.count(), message.type(), 1, TAG);
                }
                Request.waitAll(requests);
                world.recv(answer, answer.length, MPI.BYTE, 1, ANSWER);
            }
        }, count -> {
            for (int i = 0; i < count; i++) {
                for (int w = 0; w < WINDOW; w++) {
                    requests[w] = world.iRecv(message.in(), message.count(), message.type(), 0, TAG);
                }
                Request.waitAll(requests);
                world.send(answer, answer.length, MPI.BYTE, 0, ANSWER);
            }
        });
    }

    private static Steps exchanges(Comm world, Message message) {
        return count -> {
            for (int i = 0; i < count; i++) {
                world.allToAll(message.out(), message.count(), message.type(), message.in(), message.count(),
                    message.type());
            }
            world.barrier();
        };
    }
}
