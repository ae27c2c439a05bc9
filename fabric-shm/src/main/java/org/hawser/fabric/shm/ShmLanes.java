package org.hawser.fabric.shm;

import static org.hawser.platform.memory.Words.getOpaque;
import static org.hawser.platform.memory.Words.setOpaque;
import static org.hawser.platform.memory.Words.setRelease;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import org.hawser.fabric.FabricException;
import org.hawser.fabric.Receiver;
import org.hawser.platform.counter.Counters;

/**
 * The lanes that peers write to this rank.
 *
 * <p>How a lane comes and goes, with order kept (A sends to B):
 * <ol>
 * <li>A has sent {@code hawser.shm.hot} messages through B's mailbox. It takes a free slot of B's by compare-and-swap,
 *     makes (or clears) the slot's ring, sends {@code SWITCH} through the mailbox and writes only to the lane from
 *     then on. B reads the lane only after it has read {@code SWITCH}, so what A mailed before comes first.</li>
 * <li>When C finds no free slot it sets B's {@code wanted} word. B asks the lane with the least recent traffic back by
 *     the lane's signal word, which A sees at its next send or poll.</li>
 * <li>A writes {@code CLOSE} as the lane's last record and goes back to the mailbox. When B reads a mail of A while A's
 *     lane is open, it first drains the lane up to {@code CLOSE}, which was published before that mail.</li>
 * <li>B frees the slot.</li>
 * </ol>
 *
 * <p>What reads lanes returns how many messages it handed up; the record that ends a lane is none.
 *
 * <p><b>Threads:</b> polling thread. <b>Allocates:</b> when a lane opens.
 */
final class ShmLanes {
    /** A lane that is found closed ended in that look, with one record that is no message. */
    private static final int END_RECORDS = 1;

    private final ShmSpace space;
    private final int rank;
    private final MemorySegment control;
    private final Counters counters;
    private final MemorySegment[] memory;
    private final ShmLane[] lanes;
    private int count;

    ShmLanes(ShmSpace space, int rank, MemorySegment control, int slots, Counters counters) {
        this.space = space;
        this.rank = rank;
        this.control = control;
        this.counters = counters;
        memory = new MemorySegment[slots];
        lanes = new ShmLane[slots];
    }

    int poll(Receiver receiver, int limit) {
        int work = 0;
        for (int i = 0; i < count; i++) {
            ShmLane lane = lanes[i];
            int came = lane.poll(receiver, limit);
            work += came;
            if (came > 0 && lane.isClosed()) {
                work -= END_RECORDS;
                free(i--);
            }
        }
        return work;
    }

    boolean hasRecords() {
        for (int i = 0; i < count; i++) {
            ShmLane lane = lanes[i];
            if (lane != null && lane.hasRecords()) {
                return true;
            }
        }
        return false;
    }

    /** Opens a lane, and takes what is in it: a peer that has sent a message finds it taken by one poll. */
    int open(int source, long stamp, int slot, Receiver receiver, int limit) {
        if (slot < 0 || slot >= memory.length || getOpaque(control, ShmLayout.owner(slot)) != stamp + 1) {
            throw new FabricException(FabricException.Severity.FATAL, "a lane that is not the sender's: source="
                + source + " slot=" + slot);
        }
        if (memory[slot] == null) {
            memory[slot] = space.open(ShmLayout.laneFile(rank, slot), Arena.global());
        }
        ShmLane lane = new ShmLane(memory[slot], rank, source, slot);
        lanes[count++] = lane;
        counters.increment(ShmCounter.LANES_OPENED.ordinal());
        int came = lane.poll(receiver, limit);
        if (!lane.isClosed()) {
            return came;
        }
        free(count - 1);
        return came - END_RECORDS;
    }

    /** A mail of {@code source} has come: its lane, if it has one, has ended and is read to its end first. */
    int drain(int source, Receiver receiver) {
        for (int i = 0; i < count; i++) {
            if (lanes[i].source == source) {
                int work = lanes[i].poll(receiver, Integer.MAX_VALUE);
                if (!lanes[i].isClosed()) {
                    throw new FabricException(FabricException.Severity.FATAL, "mail from a peer whose lane is open: "
                        + "source=" + source);
                }
                free(i);
                return work - END_RECORDS;
            }
        }
        return 0;
    }

    /** Closes the lane of a peer that sends nothing any more. */
    void forget(int source) {
        for (int i = 0; i < count; i++) {
            if (lanes[i].source == source) {
                free(i);
                return;
            }
        }
    }

    /** Asks the quietest lane back when a peer wants one and none is free. */
    void maintain() {
        if (getOpaque(control, ShmLayout.WANTED) == 0) {
            return;
        }
        setOpaque(control, ShmLayout.WANTED, 0);
        if (count < lanes.length) {
            return;
        }
        ShmLane quietest = null;
        long least = Long.MAX_VALUE;
        for (ShmLane lane : lanes) {
            long recent = lane.recentBytes();
            if (!lane.isAskedBack() && recent < least) {
                least = recent;
                quietest = lane;
            }
        }
        if (quietest != null) {
            quietest.askBack();
            counters.increment(ShmCounter.LANES_TAKEN_BACK.ordinal());
        }
    }

    private void free(int index) {
        ShmLane lane = lanes[index];
        lanes[index] = lanes[--count];
        lanes[count] = null;
        // Release: our reads of the ring first, then the slot is anyone's. Pairs with the compare-and-swap of the next
        // owner, who clears the ring.
        setRelease(control, ShmLayout.owner(lane.slot), 0);
    }
}
