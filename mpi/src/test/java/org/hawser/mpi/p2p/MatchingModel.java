package org.hawser.mpi.p2p;

import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;

/**
 * MPI's matching at one receiver, one event after the other: a message goes to the first posted receive that it fits, a
 * receive takes the first message that fits it.
 *
 * <p><b>Threads:</b> one.
 */
final class MatchingModel {

    /** A posted receive. */
    static final class Posted {
        final Pattern pattern;
        /** The message it got, or null. */
        Sent match;
        boolean cancelled;

        private Posted(Pattern pattern) {
            this.pattern = pattern;
        }
    }

    private final List<Posted> posted = new ArrayList<>();
    private final List<Sent> arrived = new ArrayList<>();

    /** Posts a receive, which may match at once. */
    Posted post(Pattern pattern) {
        Posted receive = new Posted(pattern);
        receive.match = take(pattern);
        if (receive.match == null) {
            posted.add(receive);
        }
        return receive;
    }

    /** A message arrives; returns the receive that it matches, or null. */
    Posted arrive(Sent message) {
        Iterator<Posted> each = posted.iterator();
        while (each.hasNext()) {
            Posted receive = each.next();
            if (receive.pattern.fits(message)) {
                each.remove();
                receive.match = message;
                return receive;
            }
        }
        arrived.add(message);
        return null;
    }

    /** Cancels a receive unless it has matched; true when it is cancelled. */
    boolean cancel(Posted receive) {
        receive.cancelled |= posted.remove(receive);
        return receive.cancelled;
    }

    /** The message that a receive would get now, or null. */
    Sent peek(Pattern pattern) {
        return arrived.stream().filter(pattern::fits).findFirst().orElse(null);
    }

    /** Takes the message that a receive would get now, or null. */
    Sent take(Pattern pattern) {
        Sent message = peek(pattern);
        arrived.remove(message);
        return message;
    }

    /** Receives that wait. */
    List<Posted> posted() {
        return List.copyOf(posted);
    }

    /** Messages that wait. */
    List<Sent> arrived() {
        return List.copyOf(arrived);
    }
}
