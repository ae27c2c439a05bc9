package org.hawser.runtime;

/** Handler numbers that the runtime keeps for itself: those from {@link #FIRST} on. */
final class Reserved {
    static final int FIRST = 0xff00;
    /** That of the first barrier; the others' follow. */
    static final int BARRIER = 0x10000 - Rank.BARRIERS;
    static final int EXCHANGE = 0xffff;

    private Reserved() {
    }

    /** The length of a table with room for a handler of the program's, and none for the runtime's own. */
    static int tableFor(int handler) {
        return Math.min(Integer.highestOneBit(handler) * 2, FIRST);
    }
}
