package org.hawser.pgas.memory;

import org.hawser.fabric.FabricException;
import org.hawser.pgas.PgasException;

/**
 * What the model says when the fabric refuses something: a lost peer stays what it is, all else is the program's doing.
 *
 * <p><b>Threads:</b> any.
 */
public final class Refusal {
    private Refusal() {
    }

    /** The exception to throw for an access to {@code what}. */
    public static RuntimeException of(FabricException cause, Object what) {
        return cause.severity() != FabricException.Severity.REFUSED ? cause
            : new PgasException("access to " + what + " is refused; if it was there, it was freed: "
                + cause.getMessage(), cause);
    }
}
