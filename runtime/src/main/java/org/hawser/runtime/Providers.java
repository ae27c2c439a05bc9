package org.hawser.runtime;

import java.util.List;
import java.util.ServiceLoader;
import java.util.Set;
import java.util.stream.Collectors;
import org.hawser.fabric.Domain;
import org.hawser.fabric.FabricException;
import org.hawser.fabric.NodeMap;
import org.hawser.fabric.Place;
import org.hawser.fabric.Provider;
import org.hawser.platform.settings.Settings;

/**
 * The providers that there are, and which of them carry a rank to its peers.
 *
 * <p><b>Threads:</b> any.
 */
public final class Providers {
    private Providers() {
    }

    /**
     * Opens the domain of a rank: of one provider where one is the best to all ranks, else of the best to the own node
     * and the best to the others.
     *
     * @param place where the rank is
     * @return both as one
     */
    public static Domain open(Place place) {
        Provider near = choose(place, place.rank());
        Provider far = near;
        int stranger = place.size();
        for (int peer = 0; peer < place.size(); peer++) {
            if (!place.isNear(peer)) {
                far = choose(place, peer);
                stranger = peer;
                break;
            }
        }
        if (stranger == place.size() && Place.meetsHosts()) {
            far = choose(withStranger(place), stranger);
        }
        Domain domain = near.open(place, null);
        if (far == near) {
            return domain;
        }
        try {
            return new RoutedDomain(place, domain, far.open(place, domain.doorbell()));
        } catch (RuntimeException e) {
            domain.close();
            throw e;
        }
    }

    /** The same with one rank more, on a node of its own: who reaches that one reaches ranks of other jobs there. */
    private static Place withStranger(Place place) {
        return new Place(place.rank(), NodeMap.parse("0*" + place.size() + ",1"), place.directory(), place.shared(),
            place.wireUp());
    }

    private static Provider choose(Place place, int peer) {
        String wanted = Settings.text("hawser.fabric", null);
        Set<String> allowed = wanted == null ? Set.of() : Set.of(wanted.split(","));
        return Known.PROVIDERS.stream()
            .filter(provider -> wanted == null || allowed.contains(provider.name()))
            .filter(provider -> provider.reaches(place, peer))
            .max((one, other) -> Integer.compare(one.preference(), other.preference()))
            .orElseThrow(() -> FabricException.refused("no provider reaches the ranks of this job: hawser.fabric="
                + (wanted == null ? "any" : wanted) + " known=" + Known.names() + " rank=" + place.rank()
                + " peer=" + peer + " nodes=" + place.nodes()));
    }

    /** Looked for once in a JVM, however many ranks it has. */
    private static final class Known {
        static final List<Provider> PROVIDERS = ServiceLoader.load(Provider.class, Provider.class.getClassLoader())
            .stream().map(ServiceLoader.Provider::get).toList();

        static String names() {
            return PROVIDERS.stream().map(Provider::name).collect(Collectors.joining(","));
        }
    }
}
