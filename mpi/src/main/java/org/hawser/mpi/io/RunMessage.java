package org.hawser.mpi.io;

import java.util.BitSet;
import org.hawser.mpi.ErrorClass;
import org.hawser.mpi.MpiFailure;
import org.hawser.platform.memory.RawBytes;

/**
 * What a rank tells an aggregator: which runs of a window it reads or writes and, when it writes, their bytes.
 *
 * <pre>
 *  0: groups   8: bytes of data   16: group 0 (offset, length, stride, count: 32 bytes) …   data, packed
 * </pre>
 *
 * <p>Equal runs at equal distances are one group, so that a message about a column is no longer than one about a row.
 *
 * <p><b>Threads:</b> one.
 */
final class RunMessage {
    private static final int GROUPS = 0;
    private static final int DATA_BYTES = 8;
    private static final int HEAD = 16;
    private static final int GROUP = RunList.GROUP_LONGS * Long.BYTES;

    private final Slab memory;
    private final int groups;
    private final long bytes;

    private RunMessage(Slab memory, int groups, long bytes) {
        this.memory = memory;
        this.groups = groups;
        this.bytes = bytes;
    }

    /** A message about bytes {@code from … to} of a view's stream, with room for their data when there is any. */
    static RunMessage about(View view, long from, long to, boolean withData, Slab.Pool slabs) {
        RunList.Builder builder = new RunList.Builder();
        if (to > from) {
            View.Walk walk = view.walk(from);
            for (long left = to - from; left > 0;) {
                long length = Math.min(walk.length(), left);
                builder.add(walk.offset(), length);
                walk.skip(length);
                left -= length;
            }
        }
        RunList runs = builder.build();
        Slab memory = slabs.take(HEAD + (long) runs.groups() * GROUP + (withData ? to - from : 0));
        RawBytes.setLong(memory.address() + GROUPS, runs.groups());
        RawBytes.setLong(memory.address() + DATA_BYTES, to - from);
        long[] described = new long[RunList.GROUP_LONGS];
        for (int g = 0; g < runs.groups(); g++) {
            runs.describe(g, described, 0);
            for (int i = 0; i < described.length; i++) {
                RawBytes.setLong(memory.address() + HEAD + (long) g * GROUP + i * Long.BYTES, described[i]);
            }
        }
        return new RunMessage(memory, runs.groups(), to - from);
    }

    /** A message that has come; its runs must lie in the window. */
    static RunMessage read(Slab memory, long from, long to) {
        long groups = RawBytes.getLong(memory.address() + GROUPS);
        long bytes = RawBytes.getLong(memory.address() + DATA_BYTES);
        if (groups < 0 || groups > (memory.capacity() - HEAD) / GROUP) {
            throw contradicts();
        }
        RunMessage message = new RunMessage(memory, (int) groups, bytes);
        long sum = 0;
        for (int g = 0; g < groups; g++) {
            long first = message.field(g, 0);
            long last = first + (message.count(g) - 1) * message.stride(g);
            sum += message.count(g) * message.length(g);
            if (message.count(g) <= 0 || message.length(g) <= 0 || first < from || last < first
                    || last + message.length(g) > to) {
                throw contradicts();
            }
        }
        if (sum != bytes) {
            throw contradicts();
        }
        return message;
    }

    private static MpiFailure contradicts() {
        return new MpiFailure(ErrorClass.INTERN, "a message of a collective access to a file contradicts itself");
    }

    Slab memory() {
        return memory;
    }

    /** The bytes of all runs. */
    long bytes() {
        return bytes;
    }

    /** How long the message is without its data: where they begin. */
    long headBytes() {
        return HEAD + (long) groups * GROUP;
    }

    /** Marks the runs in {@code covered}, which stands for the window. */
    void mark(BitSet covered, long windowFrom) {
        for (int g = 0; g < groups; g++) {
            long offset = field(g, 0) - windowFrom;
            for (long i = 0; i < count(g); i++) {
                covered.set((int) offset, (int) (offset + length(g)));
                offset += stride(g);
            }
        }
    }

    /** Copies the data to their places in the window. */
    void scatter(long window, long windowFrom) {
        if (headBytes() + bytes > memory.capacity()) {
            throw contradicts();
        }
        long data = memory.address() + headBytes();
        for (int g = 0; g < groups; g++) {
            long offset = field(g, 0) - windowFrom;
            long length = length(g);
            long stride = stride(g);
            for (long i = count(g); i > 0; i--) {
                RawBytes.copy(data, window + offset, length);
                data += length;
                offset += stride;
            }
        }
    }

    /** Copies what the runs hold out of the window, up to byte {@code end} of the file; returns how many bytes. */
    long gather(long window, long windowFrom, long end, long target) {
        long data = target;
        for (int g = 0; g < groups; g++) {
            long offset = field(g, 0);
            long length = length(g);
            for (long i = count(g); i > 0; i--) {
                long there = Math.clamp(end - offset, 0, length);
                RawBytes.copy(window + offset - windowFrom, data, there);
                data += there;
                if (there < length) {
                    return data - target;
                }
                offset += stride(g);
            }
        }
        return data - target;
    }

    private long field(int group, int index) {
        return RawBytes.getLong(memory.address() + HEAD + (long) group * GROUP + index * Long.BYTES);
    }

    private long length(int group) {
        return field(group, 1);
    }

    private long stride(int group) {
        return field(group, 2);
    }

    private long count(int group) {
        return field(group, 3);
    }
}
