package org.hawser.examples.heat;

import static java.lang.foreign.ValueLayout.JAVA_DOUBLE;
import static java.lang.foreign.ValueLayout.JAVA_LONG_UNALIGNED;

import java.lang.foreign.MemorySegment;
import java.util.concurrent.atomic.AtomicIntegerArray;
import org.hawser.runtime.Awaitable;
import org.hawser.runtime.Rank;
import org.hawser.runtime.Symmetric;

/**
 * Brings the edges of the neighbours' blocks here, one step after the other.
 *
 * <p>Every rank has an inbox in symmetric memory, and its neighbours put their edges into it. Each put is followed by a
 * short active message (the two are a long message), so the receiver knows what has come and can sleep until then.
 *
 * <pre>
 * inbox:  even steps: from north | from south | from west | from east     then the same for odd steps
 * </pre>
 *
 * <p>Two sets of edges are enough. A neighbour sends those of step k + 2 after it has received ours of step k + 1, and
 * we send these after we have taken its edges of step k out of the inbox.
 *
 * <p><b>Threads:</b> one. <b>Allocates:</b> at construction.
 */
final class HaloExchange implements AutoCloseable {
    private static final int HANDLER = 1;
    private static final int NORTH = 0;
    private static final int SOUTH = 1;
    private static final int WEST = 2;
    private static final int EAST = 3;
    private static final int SIDES = 4;

    private final Rank rank;
    private final Block block;
    private final int stride;
    private final int neighbours;
    private final long slotBytes;
    private final Symmetric inbox;
    private final double[] column;
    private final AtomicIntegerArray arrived = new AtomicIntegerArray(2);
    private final Awaitable[] complete;

    /** Collective. No edge on any rank is longer than {@code cells}. */
    HaloExchange(Rank rank, Block block, int cells) {
        this.rank = rank;
        this.block = block;
        stride = block.width() + 2;
        slotBytes = (long) cells * Double.BYTES;
        column = new double[block.height()];
        neighbours = count(block.north()) + count(block.south()) + count(block.west()) + count(block.east());
        complete = new Awaitable[] {() -> arrived.get(0) == neighbours, () -> arrived.get(1) == neighbours};
        // Before the symmetric memory, which all ranks make together: who sends afterwards finds the handler here.
        rank.messages().register(HANDLER, (source, memory, offset, length) ->
            arrived.incrementAndGet((int) memory.get(JAVA_LONG_UNALIGNED, offset)));
        inbox = rank.symmetric(2 * SIDES * slotBytes);
    }

    private static int count(int neighbour) {
        return neighbour == Block.NOBODY ? 0 : 1;
    }

    /** Puts the edges of {@code field} into the neighbours' inboxes: our northern edge is from the south to them. */
    void send(double[] field, int step) {
        sendRow(block.north(), SOUTH, field, 1, step);
        sendRow(block.south(), NORTH, field, block.height(), step);
        sendColumn(block.west(), EAST, field, 1, step);
        sendColumn(block.east(), WEST, field, block.width(), step);
    }

    private void sendRow(int to, int side, double[] field, int row, int step) {
        if (to != Block.NOBODY) {
            put(to, side, field, row * stride + 1, block.width(), step);
        }
    }

    private void sendColumn(int to, int side, double[] field, int from, int step) {
        if (to != Block.NOBODY) {
            for (int row = 0; row < column.length; row++) {
                column[row] = field[(row + 1) * stride + from];
            }
            put(to, side, column, 0, column.length, step);
        }
    }

    private void put(int to, int side, double[] source, int from, int count, int step) {
        rank.messages().sendLong(inbox.at(to), slot(step, side), MemorySegment.ofArray(source),
            (long) from * Double.BYTES, (long) count * Double.BYTES, HANDLER, step & 1);
    }

    /** Waits for the neighbours' edges of {@code step} and lays them around {@code field}. */
    void receive(double[] field, int step) {
        rank.await(complete[step & 1]);
        arrived.set(step & 1, 0);
        takeRow(block.north(), NORTH, field, 0, step);
        takeRow(block.south(), SOUTH, field, block.height() + 1, step);
        takeColumn(block.west(), WEST, field, 0, step);
        takeColumn(block.east(), EAST, field, block.width() + 1, step);
    }

    private void takeRow(int from, int side, double[] field, int row, int step) {
        if (from != Block.NOBODY) {
            MemorySegment.copy(inbox.memory(), JAVA_DOUBLE, slot(step, side), field, row * stride + 1, block.width());
        }
    }

    private void takeColumn(int from, int side, double[] field, int to, int step) {
        if (from != Block.NOBODY) {
            MemorySegment.copy(inbox.memory(), JAVA_DOUBLE, slot(step, side), column, 0, column.length);
            for (int row = 0; row < column.length; row++) {
                field[(row + 1) * stride + to] = column[row];
            }
        }
    }

    private long slot(int step, int side) {
        return ((step & 1) * SIDES + side) * slotBytes;
    }

    /** Collective: nobody puts any more. */
    @Override
    public void close() {
        rank.barrier();
        inbox.close();
    }
}
