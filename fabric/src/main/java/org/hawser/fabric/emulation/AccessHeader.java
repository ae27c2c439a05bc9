package org.hawser.fabric.emulation;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;

/**
 * The header of every message of emulated remote access, requests and replies alike.
 *
 * <pre>
 *  0: kind (int)     4: data bytes in this message (int)
 *  8: request        16: region id        24: region secret
 * 32: offset         40: first operand    48: second operand
 * 56: data
 * </pre>
 *
 * <table><caption>Kinds</caption>
 * <tr><th>kind</th><th>first operand</th><th>second operand</th></tr>
 * <tr><td>WRITE</td><td>-</td><td>-</td></tr>
 * <tr><td>WRITE_IMMEDIATE (the last piece)</td><td>immediate data</td><td>its word</td></tr>
 * <tr><td>READ</td><td>bytes wanted</td><td>-</td></tr>
 * <tr><td>FETCH_ADD</td><td>delta</td><td>-</td></tr>
 * <tr><td>COMPARE_SWAP</td><td>expected</td><td>value</td></tr>
 * <tr><td>DONE</td><td>bytes done, or the old word</td><td>-</td></tr>
 * <tr><td>DATA</td><td>position in the answer</td><td>-</td></tr>
 * <tr><td>REFUSED</td><td>bytes refused</td><td>-</td></tr>
 * </table>
 */
final class AccessHeader {
    static final int WRITE = 1;
    static final int WRITE_IMMEDIATE = 2;
    static final int READ = 3;
    static final int FETCH_ADD = 4;
    static final int COMPARE_SWAP = 5;
    static final int DONE = 6;
    static final int DATA = 7;
    static final int REFUSED = 8;

    static final int BYTES = 56;

    private static final ValueLayout.OfInt INT = ValueLayout.JAVA_INT_UNALIGNED;
    private static final ValueLayout.OfLong LONG = ValueLayout.JAVA_LONG_UNALIGNED;

    private AccessHeader() {
    }

    static void write(MemorySegment memory, long at, int kind, int dataBytes, long request) {
        memory.set(INT, at, kind);
        memory.set(INT, at + 4, dataBytes);
        memory.set(LONG, at + 8, request);
    }

    static void target(MemorySegment memory, long at, long region, long secret, long offset) {
        memory.set(LONG, at + 16, region);
        memory.set(LONG, at + 24, secret);
        memory.set(LONG, at + 32, offset);
    }

    static void operands(MemorySegment memory, long at, long first, long second) {
        memory.set(LONG, at + 40, first);
        memory.set(LONG, at + 48, second);
    }

    static int kind(MemorySegment memory, long at) {
        return memory.get(INT, at);
    }

    static int dataBytes(MemorySegment memory, long at) {
        return memory.get(INT, at + 4);
    }

    static long request(MemorySegment memory, long at) {
        return memory.get(LONG, at + 8);
    }

    static long region(MemorySegment memory, long at) {
        return memory.get(LONG, at + 16);
    }

    static long secret(MemorySegment memory, long at) {
        return memory.get(LONG, at + 24);
    }

    static long offset(MemorySegment memory, long at) {
        return memory.get(LONG, at + 32);
    }

    static long first(MemorySegment memory, long at) {
        return memory.get(LONG, at + 40);
    }

    static long firstAt(long at) {
        return at + 40;
    }

    static long second(MemorySegment memory, long at) {
        return memory.get(LONG, at + 48);
    }
}
