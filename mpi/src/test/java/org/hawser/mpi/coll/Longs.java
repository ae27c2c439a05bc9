package org.hawser.mpi.coll;

import org.hawser.platform.memory.RawBytes;
import org.hawser.platform.memory.RawWords;
import org.hawser.testkit.HeldMemory;

/** Longs in memory of some kind, somewhere in it, as algorithms are given it. */
final class Longs {
    /** Where they lie. */
    enum Kind { LONGS, BYTES, NATIVE }

    final Object array;
    final long at;
    final int count;

    Longs(Kind kind, int count) {
        this.count = count;
        int bytes = count * Long.BYTES;
        array = switch (kind) {
            case LONGS -> new long[count + 2];
            case BYTES -> new byte[bytes + 16];
            case NATIVE -> null;
        };
        at = Long.BYTES + (array == null ? RawWords.addressOf(HeldMemory.allocate(bytes + 16L, 8)) : 0);
        set(-1, GUARD);
        set(count, GUARD);
    }

    private static final long GUARD = 0x5ca1ab1e;

    long bytes() {
        return (long) count * Long.BYTES;
    }

    long get(int i) {
        long place = at + (long) i * Long.BYTES;
        return array == null ? RawBytes.load(place, 8) : RawBytes.load(array, place, 8);
    }

    void set(int i, long value) {
        long place = at + (long) i * Long.BYTES;
        if (array == null) {
            RawBytes.store(value, place, 8);
        } else {
            RawBytes.store(value, array, place, 8);
        }
    }

    /** Fails when something before or behind was written. */
    void checkGuards(String what) {
        if (get(-1) != GUARD || get(count) != GUARD) {
            throw new AssertionError(what + ": written outside the buffer");
        }
    }
}
