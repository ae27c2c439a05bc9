package org.hawser.mpi.rma;

import org.hawser.mpi.ErrorClass;
import org.hawser.mpi.MpiFailure;

/**
 * What a program asserts of a synchronisation, as the bits of MPI's modes. An assertion may be left out, and must be
 * true when it is given.
 *
 * <p><b>Threads:</b> constants.
 */
final class Assertion {
    /** The other side has come already: there is nothing to wait for. */
    static final int NO_CHECK = 1;
    /** No operation was started before, by anybody. */
    static final int NO_PRECEDE = 2;
    /** Nobody will write into this member's window before the next synchronisation. */
    static final int NO_PUT = 4;
    /** This member has stored nothing in its window since the last synchronisation. */
    static final int NO_STORE = 8;
    /** No operation will follow, by anybody, before the next fence. */
    static final int NO_SUCCEED = 16;

    private static final int OF_FENCE = NO_PRECEDE | NO_PUT | NO_STORE | NO_SUCCEED;
    private static final int OF_POST = NO_CHECK | NO_PUT | NO_STORE;
    private static final int OF_START = NO_CHECK;

    private Assertion() {
    }

    static void checkFence(int given) {
        check(given, OF_FENCE, "a fence");
    }

    static void checkPost(int given) {
        check(given, OF_POST, "post");
    }

    static void checkStart(int given) {
        check(given, OF_START, "start");
    }

    private static void check(int given, int known, String call) {
        if ((given & ~known) != 0) {
            throw new MpiFailure(ErrorClass.ASSERT, "an assertion that is not for " + call + ": assertion=" + given
                + " known=" + known);
        }
    }
}
