package org.hawser.testkit.rma;

import java.util.Arrays;

/**
 * One thing that one rank does in a random program.
 *
 * <p><b>Threads:</b> immutable.
 */
public sealed interface Step permits Access, Step.Call, Step.Check {

    /** Calls that open, close and order epochs. */
    enum Kind {
        /** Collective: ends an epoch and begins the next. */
        FENCE,
        /** Opens this rank's window to a group. */
        POST,
        /** Begins accesses to a group. */
        START,
        /** Ends what start began. */
        COMPLETE,
        /** Waits until a group's accesses are over. */
        WAIT,
        /** The same by asking again and again. */
        TEST,
        /** Locks one target. */
        LOCK,
        /** Unlocks it. */
        UNLOCK,
        /** Locks all, shared. */
        LOCK_ALL,
        /** Unlocks all. */
        UNLOCK_ALL,
        /** Ends what was started at one target. */
        FLUSH,
        /** Ends what was started at all. */
        FLUSH_ALL,
        /** Ends at this end what was started at one target. */
        FLUSH_LOCAL,
        /** Ends at this end what was started at all. */
        FLUSH_LOCAL_ALL,
        /** Orders loads and stores with what others do. */
        SYNC,
        /** All ranks meet, whatever the windows do. */
        BARRIER
    }

    /** Of what a program asserts of an epoch, as MPI has the bits: the other side has come already. */
    int NO_CHECK = 1;
    /** No operations before. */
    int NO_PRECEDE = 2;
    /** No remote updates until the next synchronisation. */
    int NO_PUT = 4;
    /** No local stores since the last synchronisation. */
    int NO_STORE = 8;
    /** No operations after. */
    int NO_SUCCEED = 16;

    /**
     * A call that synchronises.
     *
     * @param kind which
     * @param window on which window; −1 for none
     * @param target the rank it is about; −1 for none
     * @param exclusive whether a lock is exclusive
     * @param group the ranks of a group; null for none
     * @param assertion what the program asserts
     */
    record Call(Kind kind, int window, int target, boolean exclusive, int[] group, int assertion) implements Step {
        static Call of(Kind kind, int window) {
            return new Call(kind, window, -1, false, null, 0);
        }

        static Call of(Kind kind, int window, int target) {
            return new Call(kind, window, target, false, null, 0);
        }

        @Override
        public String toString() {
            return kind + "(w" + window + (target >= 0 ? " to " + target : "") + (exclusive ? " exclusive" : "")
                + (group != null ? " " + Arrays.toString(group) : "") + (assertion != 0 ? " asserts " + assertion : "")
                + ")";
        }
    }

    /**
     * This rank's memory must be as the model says.
     *
     * @param memory which memory
     * @param contents what it holds
     */
    record Check(int memory, byte[] contents) implements Step {
        @Override
        public String toString() {
            return "CHECK(m" + memory + ")";
        }
    }
}
