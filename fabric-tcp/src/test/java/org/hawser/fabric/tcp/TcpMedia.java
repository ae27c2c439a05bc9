package org.hawser.fabric.tcp;

import org.hawser.fabric.Capability;
import org.hawser.testkit.Medium;

/** The media that the contracts run on here, and what each cannot do. */
final class TcpMedia {

    static final Medium THREADS = gaps(Medium.inMemory("tcp"));

    static final Medium FILES = gaps(Medium.inFiles("tcp"));

    /** The smallest window: senders wait for room all the time. */
    static final Medium TIGHT = THREADS.with("hawser.tcp.window", "64K");

    /** Connections break all the time. */
    static final Medium CUT = THREADS.with("hawser.tcp.cut", 60);

    /** Two nodes: shared memory inside each, connections between them. */
    static final Medium MIXED = Medium.mixed();

    /** The same with ranks that are dealt out to the nodes in turn, and meet in files. */
    static final Medium IN_TURN = Medium.inFiles("shm,tcp").onNodesInTurn(2);

    private TcpMedia() {
    }

    private static Medium gaps(Medium medium) {
        return medium.cannot(Capability.DIRECT_MAPPING, "a peer's memory is on another host");
    }
}
