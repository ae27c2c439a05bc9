package org.hawser.runtime;

/** Handler numbers that the runtime keeps for itself; those above are the floors' and the programs'. */
final class Reserved {
    static final int BARRIER = 0xffff;
    static final int EXCHANGE = 0xffff;

    private Reserved() {
    }
}
