package org.hawser.mpi.rma;

import java.util.List;
import java.util.Map;
import org.hawser.platform.settings.Settings;

/**
 * What the program says of a window when it makes it, and what the settings say of all windows. Hints of Hawser's own
 * begin with {@code hawser_}; the setting {@code hawser.mpi.rma.x} is the standard for the hint {@code hawser_x}.
 *
 * <p><b>Threads:</b> immutable. <b>Allocates:</b> when asked; ask once per window.
 */
public final class Hints {
    /** No hints. */
    public static final Hints NONE = new Hints(Map.of());

    private final Map<String, String> given;

    /** Hints by key. */
    public Hints(Map<String, String> given) {
        this.given = Map.copyOf(given);
    }

    /** The program's or, failing that, the setting's choice of a design. */
    String choice(String name, String standard) {
        String hint = given.get("hawser_" + name.replace('-', '_'));
        return hint != null ? hint : Settings.text("hawser.mpi.rma." + name, standard);
    }

    /** A hint of the MPI standard; null when it was not given. */
    String text(String key) {
        return given.get(key);
    }

    /** True when a hint of the MPI standard is given as true. */
    boolean isTrue(String key) {
        return "true".equals(given.get(key));
    }

    /** A number that is the same at all members where all have chosen the designs that they must have in common. */
    int designs() {
        return List.of(choice("path", "direct"), choice("locks", "history"), choice("fence", "auto"),
            choice("node", "0"), Boolean.toString(isTrue("alloc_shared_noncontig"))).hashCode();
    }
}
