package org.hawser.mpi.p2p;

/** Which bin a source and a key fall into, and when a wildcard matches. */
final class MatchHash {
    private MatchHash() {
    }

    static int bin(int source, long key, int bins) {
        long mixed = (key + source * 0x9e37_79b9L) * 0x9e37_79b9_7f4a_7c15L;
        return (int) (mixed >>> 40) & bins - 1;
    }

    /** True when a receive from {@code source} with {@code key}, both maybe wild, takes a message. */
    static boolean matches(int source, long key, int messageSource, long messageKey) {
        return (source < 0 || source == messageSource) && Wire.context(key) == Wire.context(messageKey)
            && (Wire.tag(key) < 0 || key == messageKey);
    }
}
