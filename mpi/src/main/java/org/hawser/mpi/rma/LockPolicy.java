package org.hawser.mpi.rma;

import org.hawser.mpi.ErrorClass;
import org.hawser.mpi.MpiFailure;

/**
 * Where the lock of a member's window is kept: one class for each design.
 *
 * <p>Members on the target's node, the <em>near</em> ones, can use the processor's atomics on the target's memory; the
 * <em>far</em> ones use those of the network. The two do not see each other's: a network adapter does an atomic by
 * itself, past the caches. So there are two {@link LockWord lock words}, one that only processors operate (CPU mode)
 * and one that only the network operates, whoever asks (network mode). Here the network is the target's agent. Near
 * members reach a lock in network mode through the network; far members reach one in CPU mode through the target's
 * {@link LockKeeper}, which takes it for them.
 *
 * <p><b>Why nobody uses the old word after a migration.</b> At any moment at most one of the two words can be entered;
 * the other one is <em>away</em>, which refuses everybody. Only who has the lock alone moves it: it first has the word
 * that it holds say "away", and then has the other one say that it holds that. In between it has the lock and no word
 * can be entered, so moving looks to others as if the holder took long. Nobody else is inside when it moves, so each
 * gives the lock back in the word where it took it. Which mode somebody believes the lock to be in decides only where
 * it tries first: an attempt on the wrong word changes nothing, and finds out. So no version has to be compared, and a
 * belief, however old, does no harm. A member that wants to share the lock does not wait to have it alone in order to
 * move it: those who share it may be waiting for that member.
 *
 * <p><b>Threads:</b> immutable. <b>Allocates:</b> nothing when asked.
 */
sealed interface LockPolicy permits AlwaysCpu, AlwaysNetwork, MigrateOnRequest, MigrateByHistory {
    /** True when a new window's lock is in network mode. */
    boolean startsInNetwork();

    /** A far member asks for a lock in CPU mode: is it to be moved? */
    boolean movesOut(LockHistory history);

    /** A near member asks for a lock in network mode: is it to be moved? */
    boolean movesHome(LockHistory history);

    /** What the program or a setting chose. */
    static LockPolicy of(Hints hints) {
        String name = hints.choice("locks", "history");
        return switch (name) {
            case "history" -> new MigrateByHistory(turns(hints.choice("lock-turns", "8")));
            case "cpu" -> new AlwaysCpu();
            case "network" -> new AlwaysNetwork();
            case "migrate" -> new MigrateOnRequest();
            default -> throw new MpiFailure(ErrorClass.INFO_VALUE, "no such design of locks: locks=" + name
                + "; there are history, cpu, network, migrate");
        };
    }

    private static int turns(String text) {
        return LockNodes.number("lock-turns", text, 1);
    }
}
