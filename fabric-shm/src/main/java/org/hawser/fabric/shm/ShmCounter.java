package org.hawser.fabric.shm;

/** What a rank's counters in shared memory mean. */
public enum ShmCounter {
    /** Messages sent through peers' mailboxes. High beside lane traffic: peers talk too little to be given lanes. */
    MAILBOX_SENDS,
    /** Posts refused because the peer's mailbox was full. Rising: the receiver is slow or swamped by many. */
    MAILBOX_BUSY,
    /** Posts refused because the lane was full. Rising: the receiver is slow. */
    LANE_BUSY,
    /** Lanes that peers opened to this rank. */
    LANES_OPENED,
    /** Lanes that this rank asked back because another peer wanted one. Rising: raise hawser.shm.lanes. */
    LANES_TAKEN_BACK
}
