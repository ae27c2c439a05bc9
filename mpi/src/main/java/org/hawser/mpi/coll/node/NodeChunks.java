package org.hawser.mpi.coll.node;

import java.lang.foreign.MemorySegment;
import org.hawser.fabric.MappedRegion;
import org.hawser.fabric.Region;
import org.hawser.fabric.RegionKey;
import org.hawser.platform.memory.Handover;
import org.hawser.platform.memory.RawBytes;
import org.hawser.platform.memory.RawWords;
import org.hawser.runtime.Rank;

/**
 * The memory for long payloads of a communicator's collectives: a ring of cells for each member, in which it writes
 * chunks.
 *
 * <p>Chunks go in turns that are numbered throughout. A member's stage is 4 · turn + 0 when its chunk of that turn is
 * written, + 1 when its results are in it too, + 2 when it has read all it will read of that turn; a later turn's stage
 * says as much of all turns before it. Cells are written again when all have read the last turn that had them.
 *
 * <p><b>Threads:</b> one at a time, as collectives of a communicator are. <b>Allocates:</b> at construction and with
 * the first long payload.
 */
final class NodeChunks {
    static final int WRITTEN = 0;
    static final int COMBINED = 1;
    static final int READ = 2;

    private final NodeArea area;
    private final Rank rank;
    private final NodeLayout layout;
    private final int size;
    private final int me;
    private Region own;
    /** Held, so that it stays mapped. */
    private MappedRegion mapped;
    private long bulk;
    private boolean tried;
    private final Handover handover = new Handover();

    /** The turn that this member is in; the first is 1, as flags begin as 0. */
    private long turn;
    /** The cells of this turn's chunks, the same in all rings: the first, and how many. */
    private int cell;
    private int cellCount;
    /** The last turn that had any of these cells before; 0 when none had. */
    private long lastTurn;
    /** For each cell, the last turn that had it. */
    private final long[] lastTurns;
    /** All are known to be in this stage. */
    private long allStage = -1;

    NodeChunks(NodeArea area, Rank rank) {
        this.area = area;
        this.rank = rank;
        layout = area.layout;
        size = area.size;
        me = area.me;
        lastTurns = new long[layout.cells()];
    }

    /** Collective: true when there is memory. It is told in a slot: a member elsewhere is noticed. */
    boolean isThere() {
        if (!tried) {
            tried = true;
            if (me == 0) {
                area.enter(NodeCollectives.PREPARE, 0, 0);
                openOwn();
            } else {
                area.enterToRead(NodeCollectives.PREPARE, 0, 0);
                openOf(area.slotOf(0));
            }
        }
        return bulk != 0;
    }

    private void openOwn() {
        byte[] key = new byte[RegionKey.BYTES];
        own = NodeArea.allocate(rank, layout.bulkBytes());
        if (own != null) {
            own.key().encode(MemorySegment.ofArray(key), 0);
            bulk = RawWords.addressOf(own.memory());
        }
        RawBytes.copy(key, 0, area.slot(), key.length);
        area.publishSlot();
    }

    private void openOf(long slot) {
        byte[] words = new byte[RegionKey.BYTES];
        RawBytes.copy(slot, words, 0, words.length);
        RegionKey key = RegionKey.decode(MemorySegment.ofArray(words), 0);
        if (key.length() != 0) {
            mapped = NodeArea.attach(rank, key);
            bulk = RawWords.addressOf(mapped.map());
        }
    }

    /** Begins a turn with chunks of {@code bytes}. */
    void nextTurn(long bytes) {
        turn++;
        int count = (int) ((bytes + NodeLayout.CELL - 1) / NodeLayout.CELL);
        int from = cell + cellCount;
        cell = from + count > lastTurns.length ? 0 : from;
        cellCount = count;
        long last = 0;
        for (int i = cell; i < cell + count; i++) {
            last = Math.max(last, lastTurns[i]);
            lastTurns[i] = turn;
        }
        lastTurn = last;
    }

    /** The address of this member's chunk, once it may be written. */
    long mine() {
        long needed = lastTurn == 0 ? 0 : 4 * lastTurn + READ;
        if (allStage < needed) {
            for (int member = 0; member < size; member++) {
                if (member != me) {
                    area.await(bulk + layout.stage(member), needed, member);
                }
            }
            allStage = needed;
        }
        return bulk + layout.cell(me, cell);
    }

    /** Writes into this member's chunk what the others read, at an address within {@link #mine}. */
    void write(Object in, long inAt, long to, long length) {
        handover.copy(in, inAt, to, length);
    }

    /** The address of another member's chunk, once that member is so far. */
    long of(int member, int stage) {
        area.await(bulk + layout.stage(member), 4 * turn + stage, member);
        return bulk + layout.cell(member, cell);
    }

    /** Says how far this member is in this turn. */
    void publishStage(int stage) {
        area.publish(bulk + layout.stage(me), 4 * turn + stage);
    }

    /** Waits until all others are so far in this turn. */
    void awaitStageOfAll(int stage) {
        for (int i = 1; i < size; i++) {
            of((me + i) % size, stage);
        }
    }

    /** Says that this member has no result in this turn; before it says that it is so far. */
    void fail() {
        RawWords.setLong(bulk + layout.stage(me) + NodeLayout.FAILED, turn);
    }

    /** True when a member has no result in this turn; once it is so far. */
    boolean hasFailed(int member) {
        return RawWords.getLong(bulk + layout.stage(member) + NodeLayout.FAILED) == turn;
    }

    /** Gives the memory back if all have left; true when nothing is left to give back. */
    boolean close() {
        if (!area.close()) {
            return false;
        }
        if (own != null) {
            own.close();
        }
        return true;
    }
}
