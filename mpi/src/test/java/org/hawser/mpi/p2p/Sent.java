package org.hawser.mpi.p2p;

/** A message of a program; {@code number} counts the messages of its source in the order of their sends. */
record Sent(int number, int source, int to, int context, int tag, long bytes) {
    /** What its contents are made from. */
    long seed() {
        return (long) source << 32 | number;
    }
}
