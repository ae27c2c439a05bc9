package org.hawser.pgas;

import org.hawser.fabric.FabricException;
import org.hawser.pgas.team.World;
import org.hawser.runtime.Rank;
import org.hawser.runtime.SharedRank;

/**
 * The model's place on the rank that it shares with other models. Its parts are made when the model first begins here,
 * and stay with the rank: the model may end and begin again while another model keeps the rank in the job.
 *
 * <p><b>Threads:</b> any.
 */
final class Seat {
    /** Of this process, or of this rank when ranks are threads: each has this class for itself. Null before. */
    private static Services current;
    /** The model runs for all ranks. */
    private static boolean started;
    /** How many have a place; after the last its memory ends. */
    private static int taken;

    private final SharedRank place;
    private final Services services;
    private final boolean forAll;

    private Seat(SharedRank place, Services services, boolean forAll) {
        this.place = place;
        this.services = services;
        this.forAll = forAll;
    }

    /** Takes a place. */
    static synchronized Seat take(boolean forAll) {
        if (forAll && started) {
            throw new PgasException("PGAS is running already: rank=" + current.world.rank().number()
                + "; start it once, and use split() or over() for other teams");
        }
        SharedRank place;
        try {
            place = SharedRank.enter("PGAS");
        } catch (FabricException e) {
            throw new PgasException(e.getMessage(), e);
        }
        if (current == null) {
            current = begin(place.rank());
        }
        started |= forAll;
        taken++;
        return new Seat(place, current, forAll);
    }

    /** Makes the model's parts on a rank that has none. */
    static Services begin(Rank rank) {
        try {
            return new Services(new World(rank));
        } catch (IllegalStateException e) {
            throw new PgasException("PGAS is running already: rank=" + rank.number(), e);
        }
    }

    /** The parts of the model here. */
    Services services() {
        return services;
    }

    /** Gives the place back; the last model's end is the rank's. */
    void leave() {
        synchronized (Seat.class) {
            started &= !forAll;
            if (--taken == 0) {
                services.allocations.close();
            }
        }
        place.close();
    }
}
