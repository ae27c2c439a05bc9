package org.hawser.bench.jmh;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.concurrent.TimeUnit;
import org.hawser.fabric.MappedRegion;
import org.hawser.fabric.RegionKey;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.Warmup;

/**
 * What the checks of a mapped region add to a store, a load, a copy and an atomic.
 *
 * <p><b>Threads:</b> one.
 */
@State(Scope.Thread)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
@Warmup(iterations = 3, time = 1)
@Measurement(iterations = 5, time = 1)
@Fork(1)
public class MappedRegionBenchmark {
    private static final long BYTES = 64 << 10;

    /** Bytes of a copy. */
    @Param({"64", "4096"})
    public int bytes;

    private final MemorySegment memory = Arena.ofAuto().allocate(BYTES, 4096);
    private final MemorySegment source = Arena.ofAuto().allocate(BYTES, 4096);
    private MappedRegion region;
    private long next;

    /** For JMH. */
    public MappedRegionBenchmark() {
    }

    /** Opens the region. */
    @Setup
    public void open() {
        MemorySegment state = Arena.ofAuto().allocate(Long.BYTES, Long.BYTES);
        state.set(ValueLayout.JAVA_LONG, 0, MappedRegion.OPEN);
        region = new MappedRegion(new RegionKey(0, 1, 2, BYTES), memory, state, () -> { });
    }

    /** 8 bytes in. */
    @Benchmark
    public void putLong() {
        region.putLong(offset(), 42);
    }

    /** 8 bytes out. */
    @Benchmark
    public long getLong() {
        return region.getLong(offset());
    }

    /** An atomic addition. */
    @Benchmark
    public long fetchAdd() {
        return region.fetchAdd(0, 1);
    }

    /** A copy in. */
    @Benchmark
    public void put() {
        region.put(0, source, 0, bytes);
    }

    /** The copy without the region. */
    @Benchmark
    public void copy() {
        MemorySegment.copy(source, 0, memory, 0, bytes);
    }

    private long offset() {
        next = next + Long.BYTES & BYTES - 1;
        return next;
    }
}
