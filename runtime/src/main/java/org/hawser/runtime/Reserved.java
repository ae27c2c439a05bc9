package org.hawser.runtime;

/** Handler numbers that the runtime keeps for itself: those from {@link #FIRST} on. */
final class Reserved {
    static final int FIRST = 0xff00;
    static final int BARRIER = 0xffff;
    static final int EXCHANGE = 0xffff;

    private Reserved() {
    }
}
