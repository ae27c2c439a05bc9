package org.hawser.testkit;

import java.util.ArrayList;
import java.util.List;
import org.hawser.fabric.Domain;
import org.hawser.fabric.Endpoint;
import org.hawser.fabric.Place;
import org.hawser.runtime.Providers;
import org.hawser.runtime.wireup.WireUps;

/**
 * The domains of all ranks of a job on a medium, in the hands of one test.
 *
 * <p><b>Threads:</b> as a domain's.
 */
final class Domains implements AutoCloseable {
    private final Medium.Meeting meeting;
    private final List<Domain> domains = new ArrayList<>();

    Domains(Medium medium, int size) {
        meeting = medium.open();
        for (int rank = 0; rank < size; rank++) {
            domains.add(Providers.open(new Place(rank, medium.nodes(size), meeting.path(), meeting.shared(),
                WireUps.of(rank, meeting.path(), meeting.shared()))));
        }
    }

    Domain at(int rank) {
        return domains.get(rank);
    }

    Endpoint way(int from, int to) {
        return at(from).connect(to);
    }

    @Override
    public void close() {
        domains.forEach(Domain::close);
        meeting.close();
    }
}
