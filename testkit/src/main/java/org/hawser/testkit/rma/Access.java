package org.hawser.testkit.rma;

/**
 * One operation of one rank on one target.
 *
 * <p><b>Threads:</b> immutable.
 *
 * @param kind what it does
 * @param window on which window
 * @param target at which rank
 * @param displacement where, in the target's units
 * @param from where the elements lie at the origin, as given and as fetched
 * @param to where they lie at the target
 * @param combination how they are combined; null for none
 * @param given the elements that the origin gives, packed; null for none
 * @param compare what the element must be to be swapped; null for none
 * @param fetched the elements that come back, packed; null where the outcome is anybody's
 * @param origin the kind of memory at the origin
 * @param request whether it is started as a request, and waited for at once or at the end of the epoch
 */
public record Access(Kind kind, int window, int target, long displacement, Placing from, Placing to,
                     Combination combination, byte[] given, byte[] compare, byte[] fetched, Origin origin,
                     Request request) implements Step {

    /** What an access does. */
    public enum Kind {
        /** Writes. */
        PUT,
        /** Reads. */
        GET,
        /** Combines. */
        ACCUMULATE,
        /** Reads and combines. */
        GET_ACCUMULATE,
        /** Reads and combines one element. */
        FETCH_AND_OP,
        /** Replaces one element if it is as expected. */
        COMPARE_AND_SWAP,
        /** The rank itself writes its window. */
        STORE,
        /** The rank itself reads its window. */
        LOAD,
        /** Under an exclusive lock: reads a number, flushes, and writes it back with something added. */
        COUNT
    }

    /** Where the origin's elements are. */
    public enum Origin {
        /** Memory of the runtime. */
        RUNTIME,
        /** Native memory that is not the runtime's. */
        FOREIGN,
        /** An array. */
        ARRAY
    }

    /** Whether there is a request. */
    public enum Request {
        /** None. */
        NONE,
        /** It is waited for at once. */
        AT_ONCE,
        /** It is waited for before the epoch ends. */
        LATER
    }

    /** Whether it brings elements back. */
    public boolean fetches() {
        return switch (kind) {
            case GET, GET_ACCUMULATE, FETCH_AND_OP, COMPARE_AND_SWAP, LOAD -> true;
            default -> false;
        };
    }

    @Override
    public String toString() {
        return kind + "(w" + window + " to " + target + " at " + displacement + " " + from + " -> " + to
            + (combination == null ? "" : " " + combination) + " " + origin
            + (request == Request.NONE ? "" : " request " + request) + (fetched == null ? "" : " checked") + ")";
    }
}
