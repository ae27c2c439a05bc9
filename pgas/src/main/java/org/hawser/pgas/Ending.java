package org.hawser.pgas;

import java.util.ArrayList;
import java.util.List;
import org.hawser.pgas.team.Team;

/**
 * Whether a view of the model has ended, and what ends with it: the views made from it, and the model's place on the
 * rank.
 *
 * <p><b>Threads:</b> any.
 */
final class Ending {
    /** Null when others see to the rank. */
    private final Seat seat;
    /** What to do last. */
    private final Runnable last;
    private final List<Ending> dependants = new ArrayList<>();
    /** Plain: a thread that ends the model while another uses it has made a mistake, and is told a moment later. */
    private boolean come;

    private Ending(Seat seat, Runnable last) {
        this.seat = seat;
        this.last = last;
    }

    /** Of a view that gives up a place. */
    static Ending of(Seat seat) {
        return new Ending(seat, seat::leave);
    }

    /** Of a view on a rank that the caller has; the memory ends with it. */
    static Ending ofGuest(Services services) {
        return new Ending(null, services.allocations::close);
    }

    /** Of a view that ends with this one at the latest. */
    synchronized Ending dependant() {
        dependants.removeIf(Ending::hasCome);
        Ending made = new Ending(null, () -> { });
        dependants.add(made);
        return made;
    }

    boolean hasCome() {
        return come;
    }

    /** Ends, once; where the rank is left, after {@code gathering}. */
    void close(Runnable gathering) {
        if (come) {
            return;
        }
        try {
            if (seat != null) {
                gathering.run();
            }
        } finally {
            end();
            last.run();
        }
    }

    private synchronized void end() {
        come = true;
        dependants.forEach(Ending::end);
        dependants.clear();
    }

    PgasException refusal(Team team) {
        return new PgasException("PGAS has ended here: thread=" + team.me() + " threads=" + team.size()
            + "; close it when nothing more is to be done");
    }
}
