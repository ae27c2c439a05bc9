package org.hawser.mpi.rma;

import org.hawser.mpi.ErrorClass;
import org.hawser.mpi.MpiFailure;

/**
 * In which order the operations of an epoch leave for a target, and how many of them in a message, where they are not
 * done at once. Between puts and gets of one epoch MPI promises no order; accumulates and fetches keep theirs among
 * each other. So there are two queues, and the schedule says which of them is next:
 *
 * <ul>
 * <li>{@code gets-first}: gets go before puts, so that their answers come while puts leave, and the end of the epoch
 *     has less to wait for.
 * <li>{@code interleave}: gets and puts take turns, so that both directions are used at the same time.
 * <li>{@code aggregate}: small operations share a message, among each other and with what begins and ends the epoch.
 * </ul>
 *
 * <p>With none of them everything goes in the order of the program, one message each.
 *
 * <p><b>Threads:</b> immutable.
 */
final class Schedule {
    private final boolean interleaves;
    private final boolean getsFirst;
    private final boolean aggregates;

    Schedule(boolean interleaves, boolean getsFirst, boolean aggregates) {
        this.interleaves = interleaves;
        this.getsFirst = getsFirst;
        this.aggregates = aggregates;
    }

    /** What the hint or setting says: on, off, or a list of interleave, gets-first and aggregate. */
    static Schedule of(String choice) {
        boolean interleaves = false;
        boolean getsFirst = false;
        boolean aggregates = false;
        for (String part : choice.split(",")) {
            switch (part.strip()) {
                case "on" -> {
                    interleaves = true;
                    getsFirst = true;
                    aggregates = true;
                }
                case "interleave" -> interleaves = true;
                case "gets-first" -> getsFirst = true;
                case "aggregate" -> aggregates = true;
                case "off" -> { }
                default -> throw new MpiFailure(ErrorClass.INFO_VALUE, "schedule is on, off, or a list of interleave, "
                    + "gets-first and aggregate: schedule=" + choice);
            }
        }
        return new Schedule(interleaves, getsFirst, aggregates);
    }

    /** True when operations share messages. */
    boolean aggregates() {
        return aggregates;
    }

    /** True when puts may pass a get that has to wait until fewer answers are under way. */
    boolean passesWaitingGets() {
        return interleaves;
    }

    /**
     * Which of two operations is next.
     *
     * @param get the first get that has not left, or null
     * @param other the first of the rest, or null
     * @param last what left before them: a get, another, or nothing yet
     */
    Queued next(Queued get, Queued other, Last last) {
        if (get == null || other == null) {
            return get == null ? other : get;
        }
        if (interleaves && last != Last.NOTHING) {
            return last == Last.GET ? other : get;
        }
        return getsFirst || get.number < other.number ? get : other;
    }

    /** What left last. */
    enum Last { NOTHING, GET, OTHER }
}
