package org.hawser.system;

import mpi.Comm;
import mpi.MPIException;
import mpi.Request;

/**
 * One round of collectives on a communicator: how much, from which root, waiting at once or later. Buffers change their
 * kind from call to call.
 */
final class CollRound {
    /** Nothing, one, odd, a message of the middle, and large ones. */
    static final int[] COUNTS = {0, 1, 7, 1000, 20_001};

    /** A collective in one of its forms. */
    @FunctionalInterface
    interface Body {
        void run(CollRound round) throws MPIException;
    }

    final Comm comm;
    final int me;
    final int size;
    final int count;
    final int root;
    final boolean later;
    private int made;

    private CollRound(Comm comm, int count, int root, boolean later) throws MPIException {
        this.comm = comm;
        me = comm.getRank();
        size = comm.getSize();
        this.count = count;
        this.root = root;
        this.later = later;
        made = count + root + (later ? 1 : 0);
    }

    /** Runs the collectives with every count, several roots, both ways of waiting. */
    static void all(Comm comm, Body body) throws MPIException {
        int size = comm.getSize();
        for (int count : COUNTS) {
            body.run(new CollRound(comm, count, 0, false));
            body.run(new CollRound(comm, count, 0, true));
            for (int root = count % 3 + 1; root < size; root += 3) {
                body.run(new CollRound(comm, count, root, (root + count) % 2 == 0));
            }
        }
    }

    boolean isRoot() {
        return me == root;
    }

    /** A buffer of the next kind. */
    MpiInts buffer(int length) {
        return MpiInts.of(made++, length);
    }

    /** Value i of what {@code rank} gives; {@code to} tells apart what it gives to several. */
    static int value(int rank, int to, int i) {
        return (rank + 1) * 1_000_003 + to * 7919 + i * 31;
    }

    /** How many items a rank has where the numbers differ. */
    int share(int rank) {
        return count + rank % 3;
    }

    /** The shares of all. */
    int[] shares() {
        int[] shares = new int[size];
        for (int i = 0; i < size; i++) {
            shares[i] = share(i);
        }
        return shares;
    }

    /** Where the shares lie, the last first, with a gap of two after each. */
    int[] places() {
        int[] places = new int[size];
        int next = 0;
        for (int i = size - 1; i >= 0; i--) {
            places[i] = next;
            next += share(i) + 2;
        }
        return places;
    }

    /** The length of a buffer with all shares at their places. */
    int room() {
        int room = 0;
        for (int i = 0; i < size; i++) {
            room += share(i) + 2;
        }
        return room;
    }

    /** Looks at what was started, and waits for it. */
    void end(Request request) throws MPIException {
        if (!request.test()) {
            request.waitFor();
        }
    }

    @Override
    public String toString() {
        return "ranks=" + size + " rank=" + me + " root=" + root + " count=" + count + (later ? " later" : " at once");
    }
}
