package org.hawser.mpi.p2p;

import java.util.Arrays;

/**
 * The operations of a rank, by number, and those that are free.
 *
 * <p><b>Threads:</b> whoever holds the rank. <b>Allocates:</b> when more are under way than ever before.
 */
final class Operations {
    private final Engine engine;
    private Operation[] table = new Operation[64];
    private int made;
    private Operation free;
    private int inUse;

    Operations(Engine engine) {
        this.engine = engine;
    }

    Operation take() {
        Operation taken = free;
        if (taken == null) {
            return grow();
        }
        free = taken.next;
        taken.next = null;
        inUse++;
        return taken;
    }

    private Operation grow() {
        if (made == table.length) {
            table = Arrays.copyOf(table, 2 * made);
        }
        Operation fresh = new Operation(engine, made);
        table[made++] = fresh;
        inUse++;
        return fresh;
    }

    void giveBack(Operation operation) {
        operation.state = Operation.State.FREE;
        operation.next = free;
        free = operation;
        inUse--;
    }

    /** The operation with this number in this state and for this peer; null when there is none. */
    Operation find(long number, int peer, Operation.State state) {
        if (number < 0 || number >= made) {
            return null;
        }
        Operation found = table[(int) number];
        return found.state == state && found.peer == peer ? found : null;
    }

    /** An operation of this peer's with this number, in one of two states; null when there is none. */
    Operation find(long number, int peer, Operation.State state, Operation.State other) {
        Operation found = find(number, peer, state);
        return found != null ? found : find(number, peer, other);
    }

    /** Operations in use that somebody still asks for. */
    int wanted() {
        int wanted = 0;
        for (int i = 0; i < made && inUse > 0; i++) {
            wanted += table[i].state != Operation.State.FREE && !table[i].released ? 1 : 0;
        }
        return wanted;
    }

    /** True while a send is under way. */
    boolean isSending() {
        for (int i = 0; i < made && inUse > 0; i++) {
            Operation.State state = table[i].state;
            if (state == Operation.State.QUEUED || state == Operation.State.OFFERED
                    || state == Operation.State.STREAMING) {
                return true;
            }
        }
        return false;
    }
}
