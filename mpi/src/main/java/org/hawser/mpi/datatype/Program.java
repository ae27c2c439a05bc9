package org.hawser.mpi.datatype;

import org.hawser.platform.memory.RawBytes;

/**
 * Where the bytes of a datatype lie, as instructions that are carried out in the order of the packed form:
 *
 * <pre>
 * run   count blocks of length bytes, stride apart, the first at offset
 * loop  count times the instructions body … bodyEnd, stride apart; length is what one round of them packs
 *
 * start: where an instruction's bytes begin in the packed form of its level
 * </pre>
 *
 * <p>A vector is one run, however many blocks it has. Instructions of one level lie side by side, so that the one that
 * holds a given packed byte is found by halving; a body may belong to several loops. The last instruction stands for
 * the items of a message: what a loop over them would be, its count left open.
 *
 * <p>Where a loop's body has runs only, whole rounds are moved run by run and not round by round: each run is then one
 * strided copy over many rounds.
 *
 * <p><b>Threads:</b> immutable. <b>Allocates:</b> nothing per call.
 */
final class Program {
    /** Rounds that are moved run by run at once, in packed bytes: what they touch stays in the first cache. */
    private static final long TILE = 8 << 10;
    /** A run of this many blocks and more is long enough to be copied on its own. */
    private static final int LONG_RUN = 8;
    /** Up to this many instructions are looked at one by one. */
    private static final int FEW = 8;

    final long[] offset;
    final long[] count;
    final long[] stride;
    final long[] length;
    final long[] start;
    /** The first instruction of a loop's body; -1 for a run. */
    final int[] body;
    final int[] bodyEnd;
    /** The level of one item. */
    final int top;
    final int topEnd;
    /** The contiguous pieces of one item. */
    final long blocks;
    /** How deep loops are nested, the one over items included. */
    final int depth;

    Program(long[] offset, long[] count, long[] stride, long[] length, long[] start, int[] body, int[] bodyEnd,
            int top, int topEnd) {
        this.offset = offset;
        this.count = count;
        this.stride = stride;
        this.length = length;
        this.start = start;
        this.body = body;
        this.bodyEnd = bodyEnd;
        this.top = top;
        this.topEnd = topEnd;
        long[] pieces = new long[topEnd];
        int[] depths = new int[topEnd];
        // Bodies lie before their loops.
        for (int i = 0; i < topEnd; i++) {
            pieces[i] = isRun(i) ? count[i] : count[i] * sum(pieces, body[i], bodyEnd[i]);
            depths[i] = isRun(i) ? 1 : 1 + max(depths, body[i], bodyEnd[i]);
        }
        blocks = sum(pieces, top, topEnd);
        depth = 1 + max(depths, top, topEnd);
    }

    /** The instruction that stands for all items. */
    int items() {
        return offset.length - 1;
    }

    boolean isRun(int instruction) {
        return body[instruction] < 0;
    }

    /** True when the items are blocks without gaps. */
    boolean isDense() {
        int items = items();
        return isRun(items) && offset[items] == 0 && stride[items] == length[items];
    }

    private static long sum(long[] values, int from, int to) {
        long sum = 0;
        for (int i = from; i < to; i++) {
            sum += values[i];
        }
        return sum;
    }

    private static int max(int[] values, int from, int to) {
        int max = 0;
        for (int i = from; i < to; i++) {
            max = Math.max(max, values[i]);
        }
        return max;
    }

    /** The instruction among {@code from … to} that holds packed byte {@code position} of their level. */
    int find(int from, int to, long position) {
        int low = from;
        if (to - from <= FEW) {
            while (low + 1 < to && start[low + 1] <= position) {
                low++;
            }
            return low;
        }
        int high = to;
        while (high - low > 1) {
            int middle = low + high >>> 1;
            if (start[middle] <= position) {
                low = middle;
            } else {
                high = middle;
            }
        }
        return low;
    }

    /**
     * Moves the packed bytes {@code from … to} of items.
     *
     * @param at the place of the first item
     * @param origin the place of packed byte 0
     * @param out out of the items; false: into them
     */
    void move(Object user, long at, Object packed, long origin, long from, long to, boolean out) {
        int items = items();
        part(items, user, at + offset[items], packed, origin, from, to, out);
    }

    private void level(int first, int end, Object user, long base, Object packed, long origin, long from, long to,
                       boolean out) {
        for (int i = find(first, end, from); i < end && start[i] < to; i++) {
            long begin = start[i];
            long low = Math.max(from - begin, 0);
            long high = Math.min(to - begin, count[i] * length[i]);
            if (count[i] == 1) {
                piece(i, user, base + offset[i], packed, origin + begin, low, high, out);
            } else {
                part(i, user, base + offset[i], packed, origin + begin, low, high, out);
            }
        }
    }

    private void part(int i, Object user, long base, Object packed, long origin, long from, long to, boolean out) {
        long unit = length[i];
        long first = from == 0 ? 0 : from / unit;
        long head = from - first * unit;
        if (head > 0) {
            piece(i, user, base + first * stride[i], packed, origin + first * unit, head,
                Math.min(unit, head + to - from), out);
            first++;
        }
        long whole = to / unit;
        if (whole > first) {
            units(i, user, base + first * stride[i], packed, origin + first * unit, whole - first, out);
        }
        long tail = to - whole * unit;
        if (tail > 0 && whole >= first) {
            piece(i, user, base + whole * stride[i], packed, origin + whole * unit, 0, tail, out);
        }
    }

    /** Part of one block or round. */
    private void piece(int i, Object user, long base, Object packed, long origin, long from, long to, boolean out) {
        if (!isRun(i)) {
            level(body[i], bodyEnd[i], user, base, packed, origin, from, to, out);
        } else if (out) {
            RawBytes.copy(user, base + from, packed, origin + from, to - from);
        } else {
            RawBytes.copy(packed, origin + from, user, base + from, to - from);
        }
    }

    /** Whole blocks or rounds. */
    private void units(int i, Object user, long base, Object packed, long origin, long n, boolean out) {
        if (isRun(i)) {
            blocks(user, base, stride[i], packed, origin, length[i], length[i], n, out);
        } else if (n > 1 && hasRunsOnly(body[i], bodyEnd[i])) {
            roundsRunByRun(i, user, base, packed, origin, n, out);
        } else {
            for (long k = 0; k < n; k++) {
                level(body[i], bodyEnd[i], user, base + k * stride[i], packed, origin + k * length[i], 0, length[i],
                    out);
            }
        }
    }

    private boolean hasRunsOnly(int first, int end) {
        for (int i = first; i < end; i++) {
            if (!isRun(i)) {
                return false;
            }
        }
        return true;
    }

    private void roundsRunByRun(int loop, Object user, long base, Object packed, long origin, long n, boolean out) {
        long tile = Math.max(1, TILE / length[loop]);
        for (long done = 0; done < n; done += tile) {
            long rounds = Math.min(tile, n - done);
            long at = base + done * stride[loop];
            long packedAt = origin + done * length[loop];
            for (int i = body[loop]; i < bodyEnd[loop]; i++) {
                rounds(i, loop, user, at + offset[i], packed, packedAt + start[i], rounds, out);
            }
        }
    }

    /** One run of a loop's body in several rounds: by rounds or by blocks, whichever copies more at once. */
    private void rounds(int run, int loop, Object user, long base, Object packed, long origin, long n, boolean out) {
        if (count[run] >= LONG_RUN && count[run] >= n) {
            for (long k = 0; k < n; k++) {
                blocks(user, base + k * stride[loop], stride[run], packed, origin + k * length[loop], length[run],
                    length[run], count[run], out);
            }
        } else {
            for (long j = 0; j < count[run]; j++) {
                blocks(user, base + j * stride[run], stride[loop], packed, origin + j * length[run], length[loop],
                    length[run], n, out);
            }
        }
    }

    private static void blocks(Object user, long at, long step, Object packed, long packedAt, long packedStep,
                               long bytes, long n, boolean out) {
        if (out) {
            StridedCopy.copy(user, at, step, packed, packedAt, packedStep, bytes, n);
        } else {
            StridedCopy.copy(packed, packedAt, packedStep, user, at, step, bytes, n);
        }
    }
}
