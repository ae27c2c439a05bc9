package org.hawser.fabric.tcp;

import java.lang.foreign.Arena;
import org.hawser.fabric.Domain;
import org.hawser.fabric.Place;
import org.hawser.fabric.Provider;
import org.hawser.platform.idle.Doorbell;

/**
 * TCP between the ranks of a job, wherever they are: one connection for each two that talk, made when they first do.
 *
 * <p><b>Threads:</b> any.
 */
public final class TcpProvider implements Provider {
    static final String NAME = "tcp";

    /** For the service loader. */
    public TcpProvider() {
    }

    @Override
    public String name() {
        return NAME;
    }

    @Override
    public int preference() {
        return 50;
    }

    @Override
    public boolean reaches(Place place, int peer) {
        return place.wireUp() != null;
    }

    @Override
    public Domain open(Place place, Doorbell doorbell) {
        return new TcpDomain(place, doorbell != null ? doorbell : ownDoorbell(place));
    }

    /** In private memory: only this process's agent rings it. */
    private static Doorbell ownDoorbell(Place place) {
        var word = Arena.ofAuto().allocate(Long.BYTES, Long.BYTES);
        return place.shared() != null ? Doorbell.ofThread(word, 0) : Doorbell.ofProcess(word, 0);
    }
}
