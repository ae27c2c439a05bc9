package org.hawser.mpi.coll.op;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.concurrent.atomic.AtomicReference;
import org.hawser.mpi.ErrorClass;
import org.hawser.mpi.MpiFailure;
import org.hawser.mpi.datatype.Layout;
import org.hawser.platform.memory.RawWords;

/**
 * The program's own operation, for items of one type. The function sees items as they lie in the program's memory,
 * an extent apart, in direct buffers of native order; it is called for as many items at a time as fit a block.
 *
 * <p>Programs describe records as so many bytes and have a function that combines two of them, whatever its count says.
 * So {@linkplain #together few bytes} stay together: what algorithms that share out the work would gain is little then.
 *
 * <p><b>Threads:</b> any, on memory of their own. <b>Allocates:</b> two blocks at the first use and when threads meet
 * here, small objects per block.
 */
public final class UserReduction implements Reduction {
    private static final long BLOCK = 1 << 20;
    /** Up to so many bytes are combined in one call. */
    private static final long TOGETHER = 64 << 10;

    private final Function function;
    private final boolean commutative;
    private final Layout layout;
    /** How many items a block has. */
    private final long items;
    /** Two blocks of equal length, for whoever comes next; null while somebody uses them. */
    private final AtomicReference<MemorySegment> spare = new AtomicReference<>();

    /** The function of an operation and a type with this layout. */
    public UserReduction(Function function, boolean commutative, Layout layout) {
        this.function = function;
        this.commutative = commutative;
        this.layout = layout;
        items = Math.max(1, BLOCK / Math.max(1, Math.max(layout.extent(), layout.trueExtent())));
    }

    /** Combines {@code count} items of {@code in} with those of {@code inOut}, into these. */
    @FunctionalInterface
    public interface Function {
        /** May throw anything. */
        void call(ByteBuffer in, ByteBuffer inOut, int count) throws Exception;
    }

    @Override
    public boolean isCommutative() {
        return commutative;
    }

    @Override
    public int item() {
        return Math.toIntExact(layout.size());
    }

    @Override
    public Reduction together(long bytes) {
        return bytes <= item() || bytes > TOGETHER ? this : new Together(this, (int) bytes);
    }

    /** Takes all items for one. */
    private record Together(UserReduction single, int item) implements Reduction {
        @Override
        public boolean isCommutative() {
            return single.commutative;
        }

        @Override
        public void combine(Object in, long inAt, Object inOut, long inOutAt, long bytes) {
            single.combine(in, inAt, inOut, inOutAt, bytes);
        }

        @Override
        public void combine(Object first, long firstAt, Object second, long secondAt, Object out, long outAt,
                            long bytes) {
            single.combine(first, firstAt, second, secondAt, out, outAt, bytes);
        }
    }

    @Override
    public void combine(Object in, long inAt, Object inOut, long inOutAt, long bytes) {
        combine(in, inAt, inOut, inOutAt, inOut, inOutAt, bytes);
    }

    @Override
    public void combine(Object first, long firstAt, Object second, long secondAt, Object out, long outAt, long bytes) {
        long step = items * layout.size();
        for (long done = 0; done < bytes; done += step) {
            long length = Math.min(step, bytes - done);
            block(first, firstAt + done, second, secondAt + done, out, outAt + done, length);
        }
    }

    private void block(Object first, long firstAt, Object second, long secondAt, Object out, long outAt, long bytes) {
        int count = (int) (bytes / layout.size());
        long before = -Math.min(0, layout.firstOf(count));
        long length = Math.max(layout.endOf(count), count * layout.extent());
        MemorySegment blocks = blocks(before + length);
        long in = RawWords.addressOf(blocks) + before;
        long half = blocks.byteSize() / 2;
        long inOut = in + half;
        layout.unpack(first, firstAt, null, in, 0, bytes);
        layout.unpack(second, secondAt, null, inOut, 0, bytes);
        try {
            function.call(buffer(blocks, before, length), buffer(blocks, half + before, length), count);
        } catch (Exception e) {
            throw new MpiFailure(ErrorClass.OTHER, "the operation's function has failed: count=" + count + " error="
                + e, e);
        }
        layout.pack(null, inOut, 0, bytes, out, outAt);
        spare.set(blocks);
    }

    private MemorySegment blocks(long length) {
        MemorySegment blocks = spare.getAndSet(null);
        long room = length + 15 & -16;
        return blocks == null || blocks.byteSize() < 2 * room ? Arena.ofAuto().allocate(2 * room, 16) : blocks;
    }

    private static ByteBuffer buffer(MemorySegment blocks, long from, long length) {
        return blocks.asSlice(from, length).asByteBuffer().order(ByteOrder.nativeOrder());
    }
}
