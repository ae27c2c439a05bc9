package org.hawser.bench.pcj;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.IntConsumer;
import org.hawser.bench.Metric;
import org.hawser.bench.lab.Lab;
import org.hawser.bench.lab.PingPong;
import org.hawser.bench.lab.Sample;
import org.hawser.bench.lab.Series;
import org.hawser.bench.lab.Task;
import org.pcj.ExecutionBuilder;
import org.pcj.PCJ;
import org.pcj.PcjFuture;
import org.pcj.RegisterStorage;
import org.pcj.StartPoint;
import org.pcj.Storage;

/**
 * Put, get, reduce and all to all by the means of PCJ, in processes of this machine. Each sample lies between two looks
 * at where the cores are, as ours do. PCJ has no call for all to all: each puts a block to each, and all meet.
 *
 * <p><b>Threads:</b> a PCJ thread of each process.
 */
@RegisterStorage(PcjProgram.Shared.class)
public final class PcjProgram implements StartPoint {
    /** The name of the records' peer. */
    public static final String PEER = "pcj";
    /** The parts, as our experiment names them. */
    public static final List<String> PARTS = List.of("put", "get", "reduce", "alltoall");

    private static final String BENCH = "pgas-pcj.";
    private static final String TASK = "hawser.bench.task";
    private static final String SEPARATOR = "\n";
    private static final long SAMPLE_NANOS = 20_000_000;
    private static final long WARM_UP_NANOS = 500_000_000;
    private static final long LONGEST_NANOS = 120_000_000_000L;
    private static final int MOST = 1 << 20;
    /** As many as ours get: cores that move, or that ranks share, spoil some. */
    private static final int ATTEMPTS = 20;
    /** Before that the two looks around the first sample differ by what the compiler did between them. */
    private static final int LOOKS_TO_WARM_UP = 300;

    /** What all threads can reach: fields of the same names. */
    @Storage(PcjProgram.class)
    enum Shared {
        block, incoming, value, agreed
    }

    // PCJ reads and writes these by their names.
    private byte[] block = new byte[0];
    private byte[][] incoming;
    private double value = 1;
    private long agreed;

    private final Map<Series, IntConsumer> operations = new LinkedHashMap<>();
    private PingPong pingPong;
    private int me;
    private long deadline;

    /** For PCJ, which makes one in each thread. */
    public PcjProgram() {
    }

    /**
     * Starts the processes, this one among them, and waits for their end.
     *
     * @param arguments a port for each process, with commas between; then those of a {@link Task}
     * @throws IOException never here; PCJ's way of starting may
     */
    public static void main(String[] arguments) throws IOException {
        ExecutionBuilder processes = PCJ.executionBuilder(PcjProgram.class).addProperty(TASK,
            String.join(SEPARATOR, Arrays.copyOfRange(arguments, 1, arguments.length)));
        for (String port : arguments[0].split(",")) {
            processes.addNode("localhost:" + port);
        }
        processes.deploy();
    }

    @Override
    public void main() {
        Task task = Task.of(PCJ.getProperty(TASK).split(SEPARATOR, -1));
        me = PCJ.myId();
        pingPong = me < 2 ? PingPong.on(Path.of(task.board()), me) : null;
        incoming = new byte[PCJ.threadCount()][];
        deadline = System.nanoTime() + LONGEST_NANOS;
        prepare(task);
        PCJ.barrier();
        for (int i = 0; i < LOOKS_TO_WARM_UP && pingPong != null; i++) {
            pingPong.look();
        }
        List<Series> all = new ArrayList<>(operations.keySet());
        int[] counts = new int[all.size()];
        for (int round = 0; round < task.rounds(); round++) {
            for (int i = 0; i < counts.length && agree(System.nanoTime() < deadline ? 1 : 0) == 1; i++) {
                IntConsumer operation = operations.get(all.get(i));
                counts[i] = counts[i] == 0 ? warmUp(operation) : counts[i];
                sample(all.get(i), operation, counts[i]);
            }
        }
    }

    private void prepare(Task task) {
        for (long size : task.sizes()) {
            byte[] data = new byte[(int) size];
            add(task, "put", size, atOrigin(count -> {
                for (int i = 0; i < count; i++) {
                    PCJ.put(data, 1, Shared.block);
                }
            }));
            add(task, "get", size, atOrigin(count -> gets(data, count)));
            add(task, "alltoall", size, count -> exchanges(data, count));
        }
        add(task, "reduce", Double.BYTES, atOrigin(PcjProgram::reductions));
    }

    private void add(Task task, String part, long size, IntConsumer operation) {
        if (task.has(part)) {
            operations.put(new Series(BENCH + part, PEER, PCJ.threadCount(), size, Metric.LATENCY, PEER), operation);
        }
    }

    /** PCJ serves requests by threads of its own, so that the others may wait in a barrier meanwhile. */
    private IntConsumer atOrigin(IntConsumer steps) {
        return me == 0 ? steps : count -> { };
    }

    private static void gets(byte[] data, int count) {
        PCJ.put(data, 1, Shared.block);
        for (int i = 0; i < count; i++) {
            byte[] got = PCJ.get(1, Shared.block);
            if (got.length != data.length) {
                throw new IllegalStateException("PCJ got other data: length=" + got.length);
            }
        }
    }

    private static void reductions(int count) {
        for (int i = 0; i < count; i++) {
            double sum = PCJ.<Double>reduce(Double::sum, Shared.value);
            if (sum != PCJ.threadCount()) {
                throw new IllegalStateException("PCJ reduced to something else: sum=" + sum);
            }
        }
    }

    private void exchanges(byte[] data, int count) {
        List<PcjFuture<Void>> puts = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            for (int thread = 0; thread < PCJ.threadCount(); thread++) {
                puts.add(PCJ.asyncPut(data, thread, Shared.incoming, me));
            }
            puts.forEach(PcjFuture::get);
            puts.clear();
            PCJ.barrier();
        }
    }

    private int warmUp(IntConsumer operation) {
        long begin = System.nanoTime();
        int count = 1;
        while (true) {
            long start = System.nanoTime();
            operation.accept(count);
            long now = System.nanoTime();
            boolean isLong = now - start >= SAMPLE_NANOS || count >= MOST;
            int next = (int) agree(!isLong ? 2L * count : now - begin < WARM_UP_NANOS ? count : -count);
            if (next < 0) {
                return -next;
            }
            count = next;
        }
    }

    private void sample(Series series, IntConsumer operation, int count) {
        for (int attempt = 0; attempt < ATTEMPTS; attempt++) {
            double before = look();
            long start = System.nanoTime();
            operation.accept(count);
            double nanos = (double) (System.nanoTime() - start) / count;
            double after = look();
            boolean isGood = Lab.isSteady(before, after);
            if (me == 0 && isGood) {
                System.out.println(new Sample(series, (before + after) / 2, nanos).toLine());
            }
            if (agree(isGood || System.nanoTime() > deadline ? 1 : 0) == 1) {
                return;
            }
        }
    }

    private double look() {
        PCJ.barrier();
        double nanos = pingPong == null ? 0 : pingPong.look();
        PCJ.barrier();
        return nanos;
    }

    /** All go on with what thread 0 says. */
    private long agree(long verdict) {
        if (me == 0) {
            PCJ.broadcast(verdict, Shared.agreed);
        }
        PCJ.waitFor(Shared.agreed);
        long all = agreed;
        PCJ.barrier();
        return all;
    }
}
