package org.hawser.bench.experiment;

import static java.lang.foreign.ValueLayout.JAVA_LONG_UNALIGNED;

import java.lang.foreign.MemorySegment;
import java.nio.ByteBuffer;
import java.util.List;
import mpi.Comm;
import mpi.Datatype;
import mpi.MPI;
import mpi.MPIException;
import org.hawser.bench.Metric;
import org.hawser.bench.lab.Lab;
import org.hawser.bench.lab.Measurement;
import org.hawser.bench.lab.Operation;
import org.hawser.bench.lab.Timing;

/**
 * As {@link LatencyExperiment}, with messages as programs have them: the sender writes its message before each send,
 * and the receiver reads it. Memory that nobody writes lies in the caches of both ranks, and a library that copies out
 * of the sender's memory finds it there; what has just been written must come from the other core. Writing and reading
 * are part of the time.
 *
 * <p><b>Threads:</b> as every {@link RankExperiment}.
 */
final class FreshExperiment extends BufferExperiment {
    private static final String NAME = "fresh";
    private static final List<Long> SIZES = List.of(64L, 1L << 10, 4L << 10, 8L << 10, 16L << 10, 32L << 10, 64L << 10,
        128L << 10, 256L << 10, 1L << 20, 4L << 20);

    /** A read per cache line. */
    private static final int LINE = 64;

    /** Keeps what was read from being left out. */
    private long sum;

    private FreshExperiment(BufferKind kind) {
        super(NAME, NAME, "MPI: one way of a message that is written before and read after", SIZES, kind);
    }

    static Ensemble ensemble() {
        return BufferKind.ensemble(NAME, "MPI: as latency, of messages that are written before and read after",
            FreshExperiment::new);
    }

    @Override
    List<Measurement> prepare(Lab lab, Comm world) {
        return lab.task().sizesOr(SIZES).stream().<Measurement>map(size -> Timing.ofMany(
            exchange(lab, world, size.intValue()), 2, lab.series(name(), size, Metric.LATENCY))).toList();
    }

    /** Rank 0 serves. */
    private Operation exchange(Lab lab, Comm world, int size) {
        Object out = kind.allocate(size);
        Object in = kind.allocate(size);
        MemorySegment written = memoryOf(out);
        MemorySegment read = memoryOf(in);
        Datatype type = MPI.BYTE;
        return timed(lab, count -> {
            for (int i = 0; i < count; i++) {
                send(world, out, written, size, type, 1, i);
                receive(world, in, read, size, type, 1);
            }
        }, count -> {
            for (int i = 0; i < count; i++) {
                receive(world, in, read, size, type, 0);
                send(world, out, written, size, type, 0, i);
            }
        });
    }

    private static void send(Comm world, Object out, MemorySegment memory, int size, Datatype type, int to, int turn)
            throws MPIException {
        memory.fill((byte) turn);
        world.send(out, size, type, to, TAG);
    }

    private void receive(Comm world, Object in, MemorySegment memory, int size, Datatype type, int from)
            throws MPIException {
        world.recv(in, size, type, from, TAG);
        long lines = 0;
        for (int at = 0; at <= size - Long.BYTES; at += LINE) {
            lines += memory.get(JAVA_LONG_UNALIGNED, at);
        }
        sum += lines;
    }

    private static MemorySegment memoryOf(Object buffer) {
        return switch (buffer) {
            case MemorySegment segment -> segment;
            case byte[] array -> MemorySegment.ofArray(array);
            case ByteBuffer bytes -> MemorySegment.ofBuffer(bytes);
            default -> throw new IllegalArgumentException("memory of a kind that is not known: "
                + buffer.getClass().getName());
        };
    }
}
