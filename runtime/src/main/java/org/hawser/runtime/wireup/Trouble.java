package org.hawser.runtime.wireup;

import org.hawser.fabric.FabricException;

/**
 * Says what went wrong between a rank and the launcher that started it: which rank, on which host, who was asked what,
 * what came back, and what to do.
 *
 * <p><b>Threads:</b> immutable.
 *
 * @param rank as far as it is known: the launcher's own words
 * @param with the launcher, and how it is reached
 */
record Trouble(String rank, String with) {
    private static final String NONE = StartedBy.SETTING + "=none";

    /** It answers something else than the dialogue has here. */
    FabricException nonsense(String asked, String answered) {
        return failure("the process manager's answer makes no sense", asked, "received=" + Quoted.of(answered),
            "the variables of the environment that led to it may be those of another launcher: start ranks with one "
            + "launcher only, or set " + NONE + " for a program that is to run by itself", null);
    }

    /** It refuses what is asked. */
    FabricException refused(String asked, String answered) {
        return failure("the process manager refuses", asked, "received=" + Quoted.of(answered),
            "its own messages may say why; a job that has ended, or another of the same name, may be in the way", null);
    }

    /** It has closed the connection, or it was never there. */
    FabricException gone(String asked, Throwable cause) {
        return failure("the process manager is gone", asked, cause.getMessage(),
            "look for its own message; where this program was started by something else than the launcher (a script "
            + "that closes descriptors, another program), start it with the launcher, or set " + NONE, cause);
    }

    /** It does not answer. */
    FabricException silent(String asked, Patience patience, Throwable cause) {
        return failure("the process manager does not answer", asked, "waited=" + patience + " " + cause.getMessage(),
            "a rank of the job that has not come this far may hold all others up, or the manager hangs", cause);
    }

    /** Something else. */
    FabricException failure(String what, String asked, String detail, String remedy, Throwable cause) {
        return new FabricException(FabricException.Severity.FATAL, what + ": rank=" + rank + " host=" + Host.name()
            + " manager=" + with + " asked=" + Quoted.of(asked) + " " + detail + "; " + remedy, cause);
    }
}
