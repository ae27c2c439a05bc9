package org.hawser.examples.heat;

import static java.lang.foreign.ValueLayout.JAVA_DOUBLE;

import java.lang.foreign.MemorySegment;
import org.hawser.pgas.GlobalPointer;
import org.hawser.pgas.Pgas;
import org.hawser.pgas.Semaphore;

/**
 * Brings the edges of the neighbours' blocks here, with puts that signal: an edge and the word that it has come are one
 * operation, and its receiver waits for as many as it has neighbours.
 *
 * <pre>
 * inbox:  even steps: from north | from south | from west | from east     then the same for odd steps
 * </pre>
 *
 * <p>Two sets of edges, with a semaphore each, are enough, for the reason that {@link HaloExchange} gives: no neighbour
 * can be two steps ahead.
 *
 * <p><b>Threads:</b> one. <b>Allocates:</b> at construction.
 */
final class PgasHalo implements AutoCloseable {
    private static final int NORTH = 0;
    private static final int SOUTH = 1;
    private static final int WEST = 2;
    private static final int EAST = 3;
    private static final int SIDES = 4;

    private final Pgas pgas;
    private final Block block;
    private final int stride;
    private final int neighbours;
    private final long slotBytes;
    private final GlobalPointer inboxes;
    private final GlobalPointer[] targets = new GlobalPointer[2 * SIDES];
    private final MemorySegment mine;
    private final Semaphore[] come;
    private final double[] column;

    /** Collective. No edge at any thread is longer than {@code cells}. */
    PgasHalo(Pgas pgas, Block block, int cells) {
        this.pgas = pgas;
        this.block = block;
        stride = block.width() + 2;
        slotBytes = (long) cells * Double.BYTES;
        column = new double[block.height()];
        inboxes = pgas.allAlloc(pgas.threads(), 2 * SIDES * slotBytes);
        mine = inboxes.plus(pgas.myThread() * 2L * SIDES * slotBytes).local();
        come = new Semaphore[] {pgas.semaphore(), pgas.semaphore()};
        int[] around = {block.north(), block.south(), block.west(), block.east()};
        int count = 0;
        for (int side = 0; side < SIDES; side++) {
            if (around[side] != Block.NOBODY) {
                count++;
                // Our northern edge is from the south to the northern neighbour, and so on.
                long slot = (around[side] * 2L * SIDES + (side ^ 1)) * slotBytes;
                targets[side] = inboxes.plus(slot);
                targets[SIDES + side] = inboxes.plus(slot + SIDES * slotBytes);
            }
        }
        neighbours = count;
    }

    /** Puts the edges of {@code field} into the neighbours' inboxes. */
    void send(double[] field, int step) {
        sendRow(NORTH, field, 1, step);
        sendRow(SOUTH, field, block.height(), step);
        sendColumn(WEST, field, 1, step);
        sendColumn(EAST, field, block.width(), step);
    }

    private void sendRow(int side, double[] field, int row, int step) {
        put(side, field, row * stride + 1, block.width(), step);
    }

    private void sendColumn(int side, double[] field, int from, int step) {
        if (targets[side] != null) {
            for (int row = 0; row < column.length; row++) {
                column[row] = field[(row + 1) * stride + from];
            }
            put(side, column, 0, column.length, step);
        }
    }

    private void put(int side, double[] source, int from, int count, int step) {
        GlobalPointer target = targets[(step & 1) * SIDES + side];
        if (target != null) {
            pgas.memputSignal(target, MemorySegment.ofArray(source), 8L * from, 8L * count, come[step & 1], 1);
        }
    }

    /** Waits for the neighbours' edges of {@code step} and lays them around {@code field}. */
    void receive(double[] field, int step) {
        if (neighbours > 0) {
            come[step & 1].await(neighbours);
        }
        takeRow(NORTH, field, 0, step);
        takeRow(SOUTH, field, block.height() + 1, step);
        takeColumn(WEST, field, 0, step);
        takeColumn(EAST, field, block.width() + 1, step);
    }

    private void takeRow(int side, double[] field, int row, int step) {
        if (targets[side] != null) {
            MemorySegment.copy(mine, JAVA_DOUBLE, slot(step, side), field, row * stride + 1, block.width());
        }
    }

    private void takeColumn(int side, double[] field, int to, int step) {
        if (targets[side] != null) {
            MemorySegment.copy(mine, JAVA_DOUBLE, slot(step, side), column, 0, column.length);
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
        come[0].close();
        come[1].close();
        pgas.allFree(inboxes);
    }
}
