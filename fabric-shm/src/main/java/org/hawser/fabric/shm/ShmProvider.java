package org.hawser.fabric.shm;

import org.hawser.fabric.Domain;
import org.hawser.fabric.FabricException;
import org.hawser.fabric.Place;
import org.hawser.fabric.Provider;
import org.hawser.platform.idle.Doorbell;

/**
 * Shared memory between the ranks of one node: processes that meet in a directory of a memory file system, or threads
 * of one process.
 *
 * <p><b>Threads:</b> any.
 */
public final class ShmProvider implements Provider {
    static final String NAME = "shm";

    /** For the service loader. */
    public ShmProvider() {
    }

    @Override
    public String name() {
        return NAME;
    }

    @Override
    public int preference() {
        return 100;
    }

    @Override
    public boolean reaches(Place place, int peer) {
        return place.isNear(peer) && (place.directory() != null || place.shared() != null);
    }

    @Override
    public Domain open(Place place, Doorbell doorbell) {
        if (doorbell != null) {
            throw FabricException.refused("peers in shared memory ring the doorbell that lies there: rank="
                + place.rank());
        }
        return new ShmDomain(place,
            place.shared() != null ? new JvmSpace(place.shared()) : new FileSpace(place.directory()));
    }
}
