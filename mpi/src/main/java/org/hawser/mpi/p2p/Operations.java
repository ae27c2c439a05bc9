package org.hawser.mpi.p2p;

import java.util.Arrays;
import java.util.function.Consumer;
import java.util.function.Predicate;

/**
 * The operations of a rank, by name, and those that are free.
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

    /** An operation that is never under way. */
    Operation apart() {
        return new Operation(engine, -1);
    }

    void giveBack(Operation operation) {
        operation.free();
        operation.next = free;
        free = operation;
        inUse--;
    }

    /** The operation with this name in this state and for this peer; null when there is none. */
    Operation find(long name, int peer, Operation.State state) {
        int number = (int) name;
        if (number < 0 || number >= made) {
            return null;
        }
        Operation found = table[number];
        return found.name() == name && found.state == state && found.peer == peer ? found : null;
    }

    /** The operation with this name in one of two states and for this peer; null when there is none. */
    Operation find(long name, int peer, Operation.State state, Operation.State other) {
        Operation found = find(name, peer, state);
        return found != null ? found : find(name, peer, other);
    }

    /**
     * True when no other receive under way is for this byte; false also when that takes more than {@code few} looks.
     * Operations that are in use at a time mostly have numbers next to each other.
     */
    boolean isOnlyOneFor(Operation receive, long address, int few) {
        int number = (int) receive.name();
        int others = inUse - 1;
        for (int look = 1; others > 0 && look < made && look <= few; look++) {
            int distance = (look & 1) == 0 ? look / 2 : made - 1 - look / 2;
            Operation other = table[(number + distance) % made];
            if (other.isReceive() && other.covers(address)) {
                return false;
            }
            others -= other.state == Operation.State.FREE ? 0 : 1;
        }
        return others == 0;
    }

    /** Operations in use that somebody still asks for. */
    int wanted() {
        int wanted = 0;
        for (int i = 0; i < made && inUse > 0; i++) {
            wanted += table[i].state != Operation.State.FREE && !table[i].isReleased() ? 1 : 0;
        }
        return wanted;
    }

    /**
     * The program's operations under way that somebody still asks for and that need not end by themselves: all but
     * sends to others.
     */
    int unsettled() {
        engine.lastBytes.settleAll();
        int unsettled = 0;
        for (int i = 0; i < made && inUse > 0; i++) {
            Operation operation = table[i];
            boolean over = operation.state == Operation.State.FREE || operation.state == Operation.State.DONE;
            boolean ends = isOfCollective(operation) || isSendToAnother(operation);
            unsettled += over || ends || operation.isReleased() ? 0 : 1;
        }
        return unsettled;
    }

    /**
     * True while a send to another rank is under way, or a collective that does not wait: its operations stay until it
     * goes on. A send to this rank itself ends when the program receives it, or never.
     */
    boolean isBusy() {
        for (int i = 0; i < made && inUse > 0; i++) {
            if (isSendToAnother(table[i]) || table[i].state != Operation.State.FREE && isOfCollective(table[i])) {
                return true;
            }
        }
        return false;
    }

    /** A send to another rank that is under way; null when there is none. */
    Operation anySend() {
        for (int i = 0; i < made && inUse > 0; i++) {
            if (isSendToAnother(table[i]) && !isOfCollective(table[i])) {
                return table[i];
            }
        }
        return null;
    }

    private boolean isSendToAnother(Operation operation) {
        return isSend(operation) && operation.peer != engine.rank.number();
    }

    private static boolean isOfCollective(Operation operation) {
        return (Wire.context(operation.key) & 1) != 0;
    }

    private static boolean isSend(Operation operation) {
        Operation.State state = operation.state;
        return state == Operation.State.QUEUED || state == Operation.State.OFFERED
            || state == Operation.State.STREAMING;
    }

    /** Does something with each operation that is under way; it may end. */
    void forEachUnderWay(Consumer<Operation> act) {
        for (int i = 0; i < made && inUse > 0; i++) {
            if (isUnderWay(table[i])) {
                act.accept(table[i]);
            }
        }
    }

    /**
     * Asks operations that are under way, from one of them on and all round, until one says no.
     *
     * @return which operation is the next to ask
     */
    int walk(int first, Predicate<Operation> asked) {
        for (int i = 0; i < made && inUse > 0; i++) {
            int number = (first + i) % made;
            if (isUnderWay(table[number]) && !asked.test(table[number])) {
                return number + 1;
            }
        }
        return first;
    }

    private static boolean isUnderWay(Operation operation) {
        return operation.state != Operation.State.FREE && operation.state != Operation.State.DONE;
    }

    /** True while an operation of this pair of contexts is under way. */
    boolean isBusyIn(int pair) {
        engine.lastBytes.settleAll();
        for (int i = 0; i < made && inUse > 0; i++) {
            if (isUnderWay(table[i]) && Wire.context(table[i].key) >> 1 == pair) {
                return true;
            }
        }
        return false;
    }
}
