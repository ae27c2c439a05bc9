package org.hawser.fabric.shm;

import org.hawser.fabric.Capability;
import org.hawser.testkit.CoreOnlyProvider;
import org.hawser.testkit.Medium;

/** The media that the contracts run on here, and what each cannot do. */
final class ShmMedia {
    static final Medium THREADS = Medium.inMemory("shm")
        .cannot(Capability.ZERO_COPY_SEND, "a message is written into the receiver's ring, which is a copy");

    static final Medium FILES = Medium.inFiles("shm")
        .cannot(Capability.ZERO_COPY_SEND, "a message is written into the receiver's ring, which is a copy");

    /** One lane for everybody, wanted after every message: it changes hands all the time. */
    static final Medium CONTESTED = THREADS.with("hawser.shm.hot", 1).with("hawser.shm.lanes", 1);

    /** Small rings: everything is full all the time, and wraps often. */
    static final Medium TIGHT = FILES.with("hawser.shm.mailbox", "16K").with("hawser.shm.lane", "32K")
        .with("hawser.shm.hot", 2).with("hawser.shm.lanes", 2);

    static final Medium CORE_ONLY = coreOnly();

    /** Shared memory inside two nodes, with nothing but messages between them. */
    static final Medium TWO_NODES = Medium.twoNodes();

    /** Three nodes that ranks are dealt out to in turn. */
    static final Medium IN_TURN = TWO_NODES.onNodesInTurn(3);

    private ShmMedia() {
    }

    private static Medium coreOnly() {
        Medium medium = Medium.inMemory(CoreOnlyProvider.NAME);
        for (Capability capability : Capability.values()) {
            medium = medium.cannot(capability, "hidden, so that the emulation does it");
        }
        return medium;
    }
}
