package org.hawser.mpi.p2p;

/**
 * One call of a random program. {@code peer} and {@code tag} may be wildcards where the act receives; {@code choice}
 * decides what remains to be decided.
 */
record Step(int rank, Act act, int peer, int context, int tag, int bytes, boolean synchronous, Fit fit,
            Spot.Kind memory, int shift, int choice) {

    /** What is called. */
    enum Act { SEND, START_SEND, POST, PEEK, TAKE, CANCEL, COMPLETE;
        boolean sends() {
            return this == SEND || this == START_SEND;
        }
    }

    /** How the room of a receive compares with the message that it may get. */
    enum Fit { AMPLE, EXACT, SMALL }

    Pattern pattern() {
        return new Pattern(context, peer, tag);
    }
}
