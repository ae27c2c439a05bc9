package org.hawser.runtime;

import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.hawser.fabric.FabricException;
import org.hawser.runtime.launch.JobDescription;
import org.hawser.runtime.wireup.Host;

/**
 * The one rank that the programming models of a program stand on together: the first that comes joins the job, the last
 * that goes leaves it. One rank is one set of connections and buffers and one progress engine, so that a program which
 * waits in one model serves the others.
 *
 * <pre>{@code
 * SharedRank place = SharedRank.enter("PGAS");
 * place.rank().barrier();
 * place.close();
 * }</pre>
 *
 * <p><b>Threads:</b> any.
 */
public final class SharedRank implements AutoCloseable {
    /** Of this process: one, or one for each rank that is a thread. Each guards its own counts. */
    private static final Map<String, Seat> SEATS = new ConcurrentHashMap<>();

    private final Seat seat;
    private final Rank rank;
    private final String model;
    private boolean left;

    private SharedRank(Seat seat, String model) {
        this.seat = seat;
        rank = seat.rank;
        this.model = model;
    }

    /**
     * The rank that the launcher started this process (or thread) for, joined by now.
     *
     * @param model who asks, for the text of a refusal
     * @throws FabricException when it has left the job already, which is for good
     */
    public static SharedRank enter(String model) {
        JobDescription job = JobDescription.current();
        Seat seat = SEATS.computeIfAbsent(job.jobId() + '/' + job.rank(), name -> new Seat());
        // One lock per rank: joining waits for peers, which may be threads of this process.
        synchronized (seat) {
            if (seat.vacated != null) {
                throw FabricException.refused(model + " cannot start: this rank has left its job, with the end of "
                    + seat.vacated + ": rank=" + job.rank() + " host=" + Host.name()
                    + "; start all models before the last one ends");
            }
            if (seat.rank == null) {
                seat.rank = Rank.joinOpenly();
            }
            seat.users++;
            return new SharedRank(seat, model);
        }
    }

    /** The rank. */
    public Rank rank() {
        return rank;
    }

    /** This model needs the rank no more; the last one's end is the rank's. */
    @Override
    public void close() {
        synchronized (seat) {
            if (left) {
                return;
            }
            left = true;
            if (--seat.users > 0) {
                return;
            }
            seat.vacated = model;
            // A JVM that runs many jobs, one after the other, must not keep their ranks.
            seat.rank = null;
        }
        // Outside: leaving waits for peers, which may be threads of this process.
        rank.close();
    }

    private static final class Seat {
        private Rank rank;
        private int users;
        /** Whose end was the rank's; null while it is joined. */
        private String vacated;
    }
}
