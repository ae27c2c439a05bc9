package org.hawser.testkit;

import java.util.Arrays;
import java.util.Comparator;
import java.util.ServiceLoader;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;
import org.hawser.fabric.Domain;
import org.hawser.fabric.NodeMap;
import org.hawser.fabric.Place;
import org.hawser.fabric.Provider;
import org.hawser.platform.idle.Doorbell;
import org.hawser.platform.settings.Settings;

/**
 * A provider between nodes that are parts of one JVM: it carries messages and nothing else, so that ranks of different
 * nodes reach each other's memory only as the emulation lets them; or, when {@link #REMOTE_ACCESS} is set, also writes,
 * reads and atomics that end some time after they were started, as a network's do. It serves only who asks for it by
 * name.
 *
 * <p><b>Threads:</b> any.
 */
public final class FarProvider implements Provider {
    /** The name in {@code hawser.fabric} that chooses it. */
    public static final String NAME = "far";

    /** The system property that gives it remote access. */
    static final String REMOTE_ACCESS = "hawser.test.far.remote";

    private record MediumKey() {
    }

    /** For the service loader. */
    public FarProvider() {
    }

    @Override
    public String name() {
        return NAME;
    }

    @Override
    public int preference() {
        return Integer.MIN_VALUE;
    }

    @Override
    public boolean reaches(Place place, int peer) {
        return place.shared() != null && !place.isNear(peer)
            && Arrays.asList(Settings.text("hawser.fabric", "").split(",")).contains(NAME);
    }

    @Override
    public Domain open(Place place, Doorbell doorbell) {
        // A map of its own, in which all ranks are on one node: what is in the job's map is not found here.
        @SuppressWarnings("unchecked")
        ConcurrentMap<Object, Object> medium = (ConcurrentMap<Object, Object>) place.shared()
            .computeIfAbsent(new MediumKey(), key -> new ConcurrentHashMap<>());
        Place together = new Place(place.rank(), NodeMap.single(place.size()), null, medium, place.wireUp());
        Provider best = ServiceLoader.load(Provider.class).stream().map(ServiceLoader.Provider::get)
            .filter(provider -> provider.preference() > 0 && provider.reaches(together, place.rank()))
            .max(Comparator.comparingInt(Provider::preference)).orElseThrow();
        return new FarDomain(best.open(together, null), place.rank(), medium, doorbell,
            Boolean.getBoolean(REMOTE_ACCESS));
    }
}
