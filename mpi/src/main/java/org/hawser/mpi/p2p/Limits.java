package org.hawser.mpi.p2p;

import org.hawser.platform.settings.Settings;

/**
 * The settings of the protocols; every rank of a job must have the same.
 *
 * @param integrated four protocols by size and arrival; false: eager and the traditional rendezvous
 * @param readFirst  a rendezvous that the sender began is a read where its memory can be mapped; false: a write
 * @param eager      the longest eager message
 * @param announce   receives of more than this are announced, and messages of more go where they were
 * @param hybrid     the longest hybrid message
 * @param chunk      bytes of a chunk, when neither side's memory can be mapped
 * @param staging    bytes of staging memory, allocated when the first message needs it
 * @param noncontiguous how items with gaps travel
 * @param layoutCache   a layout is told to a peer once; false: with each message that needs it
 * @param block      items whose blocks are shorter on average are packed
 */
record Limits(boolean integrated, boolean readFirst, int eager, int announce, int hybrid, int chunk,
              long staging, Noncontiguous noncontiguous, boolean layoutCache, int block) {
    /** The longest eager message to another node: up to here a copy costs less than a rendezvous over a network. */
    private static final int EAGER_AFAR = 64 << 10;
    /** Items whose blocks are at least this long on average are read where they lie rather than staged. */
    private static final int LONG_BLOCK = 256;

    int longBlock() {
        return Math.max(LONG_BLOCK, block);
    }

    /** The longest eager message to a peer whose memory is not mapped, of messages of {@code longest} at most. */
    int eagerAfar(int longest) {
        int wanted = (int) Settings.number("hawser.mpi.eager", EAGER_AFAR, 0, 1 << 20);
        return Math.max(0, Math.min(wanted, longest - 2 * Wire.WORD));
    }

    /** Bytes of hybrid messages under way to a peer whose memory is not mapped. */
    long afloat() {
        return staging / 4;
    }

    /** True when a message to this peer goes by HYBRID, if no receive has been announced for it. */
    boolean isHybrid(Partner peer, long bytes) {
        return integrated && bytes > peer.eager && bytes <= hybrid;
    }

    /**
     * True when it pays to announce such a receive. A message of middle size from another node leaves at once, and
     * what an announcement saves of copies costs less than itself, the lending of memory and the answer to a write.
     */
    boolean mayAnnounce(Partner peer, long room) {
        return peer.maps || room > hybrid;
    }

    /** Receives of more than this from a peer are announced though the peer cannot write them. */
    int placeless(Partner peer) {
        return peer.maps ? hybrid : peer.eager;
    }

    static Limits fromSettings(int longestMessage) {
        String protocol = Settings.word("hawser.mpi.protocol", "integrated", "integrated", "read", "write");
        int longestEager = longestMessage - 2 * Wire.WORD;
        int eager = Math.min((int) Settings.number("hawser.mpi.eager", longestEager, 0, 1 << 20), longestEager);
        int announce = (int) Settings.number("hawser.mpi.announce", 2 << 10, 0, 1 << 30);
        int hybrid = (int) Settings.number("hawser.mpi.hybrid", 64 << 10, 0, 1 << 30);
        int chunk = (int) Settings.number("hawser.mpi.chunk", 16 << 10, 64, 1 << 20);
        long staging = Settings.number("hawser.mpi.staging", 4 << 20, 0, 1L << 32);
        Noncontiguous path = Noncontiguous.fromSettings();
        boolean cache = Settings.isOn("hawser.mpi.layout-cache", true);
        int block = (int) Settings.number("hawser.mpi.block", 64, 1, 1 << 30);
        return new Limits(protocol.equals("integrated"), !protocol.equals("write"), eager,
            Math.min(announce, eager), hybrid, chunk, staging, path, cache, block);
    }
}
