package org.hawser.mpi.p2p;

/**
 * Receives that no message has matched: those from one source with one tag in hashed bins, those with a wildcard in
 * one list, each in the order they were posted. A message goes to whichever of the two candidates was posted first.
 *
 * <p>Most programs post several receives of one source and tag in a row, or one again and again. So one source and key
 * have a queue of their own, the <em>favourite</em>: all receives of that key are there and none in a bin, so that
 * neither posting nor taking one asks more than whether it is that key's. Another becomes the favourite when that
 * queue is empty, or has held back the others for long.
 *
 * <p>Links go one way: nearly every receive is taken from the front of its queue. Taken or removed, its {@code next} is
 * null again.
 *
 * <p><b>Threads:</b> whoever holds the rank. <b>Allocates:</b> bins, as they fill.
 */
final class PostedReceives {
    /** After so many receives of other keys a favourite with one receive gives way. */
    private static final int PATIENCE = 64;
    /** No rank, and no wildcard. */
    private static final int NOBODY = Integer.MIN_VALUE;

    private int favouritePeer = NOBODY;
    private long favouriteKey;
    private Operation first;
    private Operation last;
    /** Receives of other keys that went to bins while the favourite had one receive. */
    private int others;
    private Operation[] heads = new Operation[64];
    private Operation[] tails = new Operation[64];
    private Operation firstWild;
    private Operation lastWild;
    private long posted;
    private int inBins;

    void add(Operation receive) {
        receive.sequence = ++posted;
        if (isFavourite(receive.peer, receive.key)) {
            append(receive);
        } else {
            addOther(receive);
        }
    }

    private boolean isFavourite(int source, long key) {
        return key == favouriteKey && source == favouritePeer;
    }

    private void append(Operation receive) {
        if (first == null) {
            first = receive;
        } else {
            last.next = receive;
        }
        last = receive;
    }

    private void addOther(Operation receive) {
        if (receive.isWildcard()) {
            if (lastWild == null) {
                firstWild = receive;
            } else {
                lastWild.next = receive;
            }
            lastWild = receive;
        } else if (mayBeFavourite(receive)) {
            favouritePeer = receive.peer;
            favouriteKey = receive.key;
            append(receive);
        } else {
            addToBins(receive);
        }
    }

    /** True when the favourite has no receives left and none of this one's key is in a bin. */
    private boolean mayBeFavourite(Operation receive) {
        if (first != null && first == last && ++others > PATIENCE) {
            dethrone();
        }
        if (first != null || heads[MatchHash.bin(receive.peer, receive.key, heads.length)] != null) {
            return false;
        }
        others = 0;
        return true;
    }

    /** The favourite's only receive goes to the bins. So must all of its key, until there is a favourite again. */
    private void dethrone() {
        Operation waiting = takeFirst();
        favouritePeer = NOBODY;
        addToBins(waiting);
    }

    private void addToBins(Operation receive) {
        if (++inBins > 4 * heads.length) {
            grow();
        }
        addToBin(receive);
    }

    /** Takes the receive that a message matches out of the queue; null when there is none. */
    Operation take(int source, long key) {
        return isFavourite(source, key) && firstWild == null ? takeFirst() : takeOther(source, key);
    }

    private Operation takeFirst() {
        Operation taken = first;
        if (taken != null) {
            first = taken.next;
            taken.next = null;
        }
        return taken;
    }

    private Operation takeOther(int source, long key) {
        if (firstWild != null) {
            return takeEarliest(source, key);
        }
        int bin = MatchHash.bin(source, key, heads.length);
        Operation before = null;
        Operation exact = heads[bin];
        while (exact != null && (exact.key != key || exact.peer != source)) {
            before = exact;
            exact = exact.next;
        }
        if (exact != null) {
            unlink(bin, before, exact);
        }
        return exact;
    }

    private Operation takeEarliest(int source, long key) {
        Operation exact = firstOf(source, key);
        Operation wild = firstWildFor(source, key);
        Operation earliest = wild != null && (exact == null || wild.sequence < exact.sequence) ? wild : exact;
        if (earliest != null) {
            remove(earliest);
        }
        return earliest;
    }

    private Operation firstWildFor(int source, long key) {
        Operation wild = firstWild;
        while (wild != null && !MatchHash.matches(wild.peer, wild.key, source, key)) {
            wild = wild.next;
        }
        return wild;
    }

    /** True when some receive with a wildcard might take a message from this source with this key. */
    boolean hasWildFor(int source, long key) {
        return firstWild != null && firstWildFor(source, key) != null;
    }

    /** How many receives of this source and key are posted. */
    int countOf(int source, long key) {
        int count = 0;
        for (Operation receive = firstOf(source, key); receive != null; receive = nextOf(receive)) {
            count++;
        }
        return count;
    }

    /** The first receive of exactly this source and key; null when there is none. */
    Operation firstOf(int source, long key) {
        if (isFavourite(source, key)) {
            return first;
        }
        Operation receive = heads[MatchHash.bin(source, key, heads.length)];
        return receive == null || receive.key == key && receive.peer == source ? receive : next(receive, source, key);
    }

    /** The next receive of the same source and key. */
    Operation nextOf(Operation receive) {
        return next(receive, receive.peer, receive.key);
    }

    private static Operation next(Operation after, int source, long key) {
        Operation receive = after.next;
        while (receive != null && (receive.key != key || receive.peer != source)) {
            receive = receive.next;
        }
        return receive;
    }

    void remove(Operation receive) {
        if (receive.isWildcard()) {
            removeWild(receive);
            return;
        }
        if (isFavourite(receive.peer, receive.key)) {
            removeFavourite(receive);
            return;
        }
        int bin = MatchHash.bin(receive.peer, receive.key, heads.length);
        Operation before = null;
        for (Operation each = heads[bin]; each != receive; each = each.next) {
            before = each;
        }
        unlink(bin, before, receive);
    }

    private void removeFavourite(Operation receive) {
        if (receive == first) {
            takeFirst();
            return;
        }
        Operation before = first;
        while (before.next != receive) {
            before = before.next;
        }
        before.next = receive.next;
        if (receive == last) {
            last = before;
        }
        receive.next = null;
    }

    private void removeWild(Operation receive) {
        Operation before = null;
        for (Operation each = firstWild; each != receive; each = each.next) {
            before = each;
        }
        if (before == null) {
            firstWild = receive.next;
        } else {
            before.next = receive.next;
        }
        if (receive == lastWild) {
            lastWild = before;
        }
        receive.next = null;
    }

    private void unlink(int bin, Operation before, Operation receive) {
        inBins--;
        if (before == null) {
            heads[bin] = receive.next;
        } else {
            before.next = receive.next;
        }
        if (receive.next == null) {
            tails[bin] = before;
        } else {
            receive.next = null;
        }
    }

    private void addToBin(Operation receive) {
        int bin = MatchHash.bin(receive.peer, receive.key, heads.length);
        if (tails[bin] == null) {
            heads[bin] = receive;
        } else {
            tails[bin].next = receive;
        }
        tails[bin] = receive;
    }

    /** Bins are walked one by one: receives of one key stay in order, as they were and will be in one bin. */
    private void grow() {
        Operation[] old = heads;
        heads = new Operation[4 * old.length];
        tails = new Operation[heads.length];
        for (Operation head : old) {
            Operation receive = head;
            while (receive != null) {
                Operation following = receive.next;
                receive.next = null;
                addToBin(receive);
                receive = following;
            }
        }
    }
}
