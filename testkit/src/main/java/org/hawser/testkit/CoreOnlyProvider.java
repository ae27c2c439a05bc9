package org.hawser.testkit;

import java.util.Comparator;
import java.util.ServiceLoader;
import org.hawser.fabric.Domain;
import org.hawser.fabric.Place;
import org.hawser.fabric.Provider;
import org.hawser.platform.idle.Doorbell;
import org.hawser.platform.settings.Settings;

/**
 * A provider that only carries messages: the best other one, with everything optional hidden. On it, the contract tests
 * test {@code org.hawser.fabric.emulation}. It serves only who asks for it by name.
 *
 * <p><b>Threads:</b> any.
 */
public final class CoreOnlyProvider implements Provider {
    /** The value of {@code hawser.fabric} that chooses it. */
    public static final String NAME = "core-only";

    /** For the service loader. */
    public CoreOnlyProvider() {
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
        return NAME.equals(Settings.text("hawser.fabric", null));
    }

    @Override
    public Domain open(Place place, Doorbell doorbell) {
        Provider best = ServiceLoader.load(Provider.class).stream().map(ServiceLoader.Provider::get)
            .filter(provider -> !(provider instanceof CoreOnlyProvider) && provider.reaches(place, place.rank()))
            .max(Comparator.comparingInt(Provider::preference)).orElseThrow();
        return new CoreOnlyDomain(best.open(place, doorbell));
    }
}
