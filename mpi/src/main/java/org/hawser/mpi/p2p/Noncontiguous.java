package org.hawser.mpi.p2p;

import org.hawser.platform.settings.Settings;

/** How items with gaps travel when the memory of a side can be mapped by the other. */
public enum Noncontiguous {
    /** By size and by the length of blocks. */
    AUTO,
    /** Packed by the sender, through the ring or staging memory, and unpacked by the receiver. */
    PACK,
    /** One write of the sender's for each block, straight into the receiver's blocks. */
    MULTI_W,
    /** From the sender's blocks to the receiver's in one pass, by whichever side reaches the other's memory. */
    SGRS;

    static Noncontiguous fromSettings() {
        return of(Settings.word("hawser.mpi.noncontiguous", "auto", "auto", "pack", "multi-w", "sgrs"));
    }

    /** The way that settings call so. */
    public static Noncontiguous of(String word) {
        return switch (word) {
            case "pack" -> PACK;
            case "multi-w" -> MULTI_W;
            case "sgrs" -> SGRS;
            default -> AUTO;
        };
    }
}
