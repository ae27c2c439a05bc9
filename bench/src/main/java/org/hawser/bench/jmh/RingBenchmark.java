package org.hawser.bench.jmh;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.concurrent.TimeUnit;
import org.hawser.platform.ring.MpscLayout;
import org.hawser.platform.ring.MpscReader;
import org.hawser.platform.ring.MpscWriter;
import org.hawser.platform.ring.RingReader;
import org.hawser.platform.ring.SpscLayout;
import org.hawser.platform.ring.SpscReader;
import org.hawser.platform.ring.SpscWriter;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.Warmup;

/**
 * A record written to a ring and read again by the same thread: the instructions without the way between cores.
 *
 * <p><b>Threads:</b> one.
 */
@State(Scope.Thread)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
@Warmup(iterations = 3, time = 1)
@Measurement(iterations = 5, time = 1)
@Fork(1)
public class RingBenchmark implements RingReader {
    private static final int CAPACITY = 64 << 10;
    private static final int WORD = 7;

    /** Bytes of the record's body. */
    @Param({"8", "64", "1024"})
    public int bytes;

    private final MemorySegment body = Arena.ofAuto().allocate(1024, 64);
    private final MemorySegment spsc = Arena.ofAuto().allocate(SpscLayout.bytes(CAPACITY), 128);
    private final MemorySegment mpsc = Arena.ofAuto().allocate(MpscLayout.bytes(CAPACITY), 128);
    private final SpscWriter spscWriter = new SpscWriter(spsc);
    private final SpscReader spscReader = new SpscReader(spsc);
    private final MpscWriter mpscWriter = new MpscWriter(mpsc);
    private final MpscReader mpscReader = new MpscReader(mpsc);
    private long sum;

    /** For JMH. */
    public RingBenchmark() {
    }

    @Override
    public void onRecord(int word, MemorySegment memory, long offset, int length) {
        sum += memory.get(ValueLayout.JAVA_LONG_UNALIGNED, offset);
    }

    /** One-to-one, with the short form where it fits. */
    @Benchmark
    public long spsc() {
        if (bytes == Long.BYTES) {
            spscWriter.offer(WORD, sum);
        } else {
            long at = spscWriter.claim(bytes);
            MemorySegment.copy(body, 0, spscWriter.memory(), at, bytes);
            spscWriter.commit(at, bytes, WORD);
        }
        spscReader.poll(this, 1);
        return sum;
    }

    /** Many-to-one, with nobody else writing. */
    @Benchmark
    public long mpsc() {
        long at = mpscWriter.claim(bytes);
        MemorySegment.copy(body, 0, mpscWriter.memory(), at, bytes);
        mpscWriter.commit(at, bytes, WORD);
        mpscReader.poll(this, 1);
        return sum;
    }
}
