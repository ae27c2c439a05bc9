package org.hawser.platform.counter;

import static org.hawser.platform.memory.RawWords.getLong;
import static org.hawser.platform.memory.RawWords.getOpaque;
import static org.hawser.platform.memory.RawWords.setOpaque;

import java.lang.foreign.MemorySegment;
import java.util.Objects;
import org.hawser.platform.memory.RawWords;

/**
 * A page of 64-bit counters in shared memory, written by one rank and readable from outside while it runs.
 *
 * <p>Increments are plain read-add-write: exact with one writing thread at a time, as under the progress lock;
 * counters that several threads bump may lose a step, never go backwards by more.
 *
 * <p><b>Threads:</b> one writer, any reader. <b>Allocates:</b> nothing.
 */
public final class Counters {
    private final MemorySegment memory;
    private final long address;

    /** Counters on zeroed memory, 8 bytes each. */
    public Counters(MemorySegment memory) {
        this.memory = memory;
        address = RawWords.addressOf(memory);
    }

    /** How many there are. */
    public int count() {
        return (int) (memory.byteSize() / Long.BYTES);
    }

    /** Adds one. */
    public void increment(int counter) {
        add(counter, 1);
    }

    /** Adds {@code amount}. */
    public void add(int counter, long amount) {
        long at = addressOf(counter);
        // Opaque: readers see whole values, in time; nothing is ordered by a counter.
        setOpaque(at, getLong(at) + amount);
    }

    /** Reads one, from any process. */
    public long get(int counter) {
        return getOpaque(addressOf(counter));
    }

    private long addressOf(int counter) {
        return address + (long) Objects.checkIndex(counter, count()) * Long.BYTES;
    }
}
