package org.hawser.pgas.team;

import java.lang.foreign.MemorySegment;
import org.hawser.runtime.TreeExchange;

/**
 * The exchange of a few bytes in a team: everybody's to everybody, and one thread's to all. All threads of the team
 * call the same exchanges in the same order.
 *
 * <pre>{@code
 * byte[] secret = team.exchange().broadcast(0, team.me() == 0 ? drawn : null);
 * }</pre>
 *
 * <p><b>Threads:</b> one thread of a rank at a time. <b>Allocates:</b> per call.
 */
public final class TeamExchange extends TreeExchange {
    private final Team team;
    private final Parcels parcels;

    /** For a team that has had so many exchanges. */
    TeamExchange(Team team, Parcels parcels, int sequence) {
        super(team.me(), team.size(), sequence);
        this.team = team;
        this.parcels = parcels;
    }

    /** A number for an exchange of another form, the same at all threads. */
    int next() {
        return nextNumber();
    }

    /** Sends a copy to a thread, for the exchange with this number; never waits. Several arrive in order. */
    void send(int thread, int number, MemorySegment bytes) {
        parcels.send(team.rankOf(thread), team.id(), number, bytes);
    }

    @Override
    protected void send(int thread, int number, byte[] bytes) {
        send(thread, number, MemorySegment.ofArray(bytes));
    }

    /** Waits for the next bytes of a thread for the exchange with this number. */
    @Override
    protected byte[] receive(int thread, int number) {
        return parcels.receive(team.rankOf(thread), team.id(), number);
    }
}
