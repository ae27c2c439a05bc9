package org.hawser.runtime;

import java.lang.foreign.MemorySegment;
import org.hawser.platform.memory.Words;

/**
 * What is known of the values that ranks came to a barrier with: none, one, or two that differ and who gave them.
 *
 * <pre>
 *   0: how many   8: rank   16: its value   24: another rank   32: its value   40: end
 * </pre>
 *
 * <p><b>Threads:</b> one at a time. <b>Allocates:</b> nothing.
 */
final class BarrierValues {
    static final int BYTES = 5 * Long.BYTES;

    int count;
    long rank;
    long value;
    long otherRank;
    long otherValue;

    void clear() {
        count = 0;
    }

    /** One more value; the order does not matter, and the same one may come twice. */
    void add(long by, long given) {
        if (count == 0) {
            count = 1;
            rank = by;
            value = given;
        } else if (count == 1 && value != given) {
            count = 2;
            otherRank = by;
            otherValue = given;
        }
    }

    void add(BarrierValues others) {
        if (others.count > 0) {
            add(others.rank, others.value);
        }
        if (others.count > 1) {
            add(others.otherRank, others.otherValue);
        }
    }

    boolean differ() {
        return count > 1;
    }

    void write(MemorySegment memory, long offset) {
        Words.setLong(memory, offset, count);
        Words.setLong(memory, offset + 8, rank);
        Words.setLong(memory, offset + 16, value);
        Words.setLong(memory, offset + 24, otherRank);
        Words.setLong(memory, offset + 32, otherValue);
    }

    void read(MemorySegment memory, long offset) {
        count = (int) Words.getLong(memory, offset);
        rank = Words.getLong(memory, offset + 8);
        value = Words.getLong(memory, offset + 16);
        otherRank = Words.getLong(memory, offset + 24);
        otherValue = Words.getLong(memory, offset + 32);
    }
}
