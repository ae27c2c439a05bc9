package org.hawser.mpi.p2p;

import java.util.function.Consumer;
import java.util.function.Predicate;

/**
 * Messages that came before their receive: in hashed bins by source, context and tag, and in one list in the order
 * they came, which only wildcards walk. Their objects are used again.
 *
 * <p><b>Threads:</b> whoever holds the rank. <b>Allocates:</b> bins, as they fill, and objects, when there are more
 * messages than ever before.
 */
final class ArrivedMessages {
    private static final int MOST_SPARES = 2_048;

    private Arrived[] heads = new Arrived[64];
    private Arrived[] tails = new Arrived[64];
    private Arrived first;
    private Arrived last;
    private int count;
    /** Objects of messages that have been received, by {@code nextInBin}. */
    private Arrived spare;
    private int spares;

    void add(Arrived message) {
        if (++count > 4 * heads.length) {
            grow();
        }
        addToBin(message);
        message.previousInOrder = last;
        message.nextInOrder = null;
        if (last == null) {
            first = message;
        } else {
            last.nextInOrder = message;
        }
        last = message;
    }

    boolean isEmpty() {
        return count == 0;
    }

    /** The earliest message that such a receive would match; null when there is none. */
    Arrived find(int source, long key) {
        if (count == 0) {
            return null;
        }
        if (source < 0 || Wire.tag(key) < 0) {
            return findAny(source, key);
        }
        Arrived message = heads[MatchHash.bin(source, key, heads.length)];
        while (message != null && (message.key != key || message.source != source)) {
            message = message.nextInBin;
        }
        return message;
    }

    private Arrived findAny(int source, long key) {
        Arrived message = first;
        while (message != null && !MatchHash.matches(source, key, message.source, message.key)) {
            message = message.nextInOrder;
        }
        return message;
    }

    /** Removes messages of a kind, and does something with each. */
    void removeIf(Predicate<Arrived> kind, Consumer<Arrived> act) {
        Arrived following;
        for (Arrived message = first; message != null; message = following) {
            following = message.nextInOrder;
            if (kind.test(message)) {
                remove(message);
                act.accept(message);
            }
        }
    }

    void remove(Arrived message) {
        count--;
        int bin = MatchHash.bin(message.source, message.key, heads.length);
        if (message.previousInBin == null) {
            heads[bin] = message.nextInBin;
        } else {
            message.previousInBin.nextInBin = message.nextInBin;
        }
        if (message.nextInBin == null) {
            tails[bin] = message.previousInBin;
        } else {
            message.nextInBin.previousInBin = message.previousInBin;
        }
        if (message.previousInOrder == null) {
            first = message.nextInOrder;
        } else {
            message.previousInOrder.nextInOrder = message.nextInOrder;
        }
        if (message.nextInOrder == null) {
            last = message.previousInOrder;
        } else {
            message.nextInOrder.previousInOrder = message.previousInOrder;
        }
    }

    /** An object for a message, which may have been another's. */
    Arrived blank() {
        Arrived message = spare;
        if (message == null) {
            return new Arrived();
        }
        spare = message.nextInBin;
        spares--;
        return message;
    }

    /** Keeps a message's object, with its payload's array, for another one. */
    void spare(Arrived message) {
        if (spares < MOST_SPARES) {
            spares++;
            message.isLong = false;
            message.place = null;
            message.layout = null;
            message.nextInBin = spare;
            spare = message;
        }
    }

    private void addToBin(Arrived message) {
        int bin = MatchHash.bin(message.source, message.key, heads.length);
        message.previousInBin = tails[bin];
        message.nextInBin = null;
        if (tails[bin] == null) {
            heads[bin] = message;
        } else {
            tails[bin].nextInBin = message;
        }
        tails[bin] = message;
    }

    private void grow() {
        heads = new Arrived[4 * heads.length];
        tails = new Arrived[heads.length];
        for (Arrived message = first; message != null; message = message.nextInOrder) {
            addToBin(message);
        }
    }
}
