package org.hawser.mpi.p2p;

/**
 * Receives that no message has matched: those from one source with one tag in hashed bins, those with a wildcard in
 * one list, each in the order they were posted. A message goes to whichever of the two candidates was posted first.
 *
 * <p><b>Threads:</b> whoever holds the rank. <b>Allocates:</b> bins, as they fill.
 */
final class PostedReceives {
    private Operation[] heads = new Operation[64];
    private Operation[] tails = new Operation[64];
    private Operation firstWild;
    private Operation lastWild;
    private long posted;
    private int inBins;

    void add(Operation receive) {
        receive.sequence = ++posted;
        receive.next = null;
        if (receive.isWildcard()) {
            receive.previous = lastWild;
            if (lastWild == null) {
                firstWild = receive;
            } else {
                lastWild.next = receive;
            }
            lastWild = receive;
        } else {
            if (++inBins > 4 * heads.length) {
                grow();
            }
            addToBin(receive);
        }
    }

    /** Takes the receive that a message matches out of the queue; null when there is none. */
    Operation take(int source, long key) {
        Operation exact = heads[MatchHash.bin(source, key, heads.length)];
        while (exact != null && (exact.key != key || exact.peer != source)) {
            exact = exact.next;
        }
        Operation found = firstWild == null ? exact : earlier(exact, source, key);
        if (found != null) {
            remove(found);
        }
        return found;
    }

    private Operation earlier(Operation exact, int source, long key) {
        Operation wild = firstWildFor(source, key);
        return wild == null || exact != null && exact.sequence < wild.sequence ? exact : wild;
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
            if (receive.previous == null) {
                firstWild = receive.next;
            } else {
                receive.previous.next = receive.next;
            }
            if (receive.next == null) {
                lastWild = receive.previous;
            } else {
                receive.next.previous = receive.previous;
            }
        } else {
            removeFromBin(receive);
        }
        receive.next = null;
        receive.previous = null;
    }

    private void removeFromBin(Operation receive) {
        inBins--;
        int bin = MatchHash.bin(receive.peer, receive.key, heads.length);
        if (receive.previous == null) {
            heads[bin] = receive.next;
        } else {
            receive.previous.next = receive.next;
        }
        if (receive.next == null) {
            tails[bin] = receive.previous;
        } else {
            receive.next.previous = receive.previous;
        }
    }

    private void addToBin(Operation receive) {
        int bin = MatchHash.bin(receive.peer, receive.key, heads.length);
        receive.previous = tails[bin];
        receive.next = null;
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
                addToBin(receive);
                receive = following;
            }
        }
    }
}
