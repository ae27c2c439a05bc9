package org.hawser.platform.libc;

import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/**
 * One clear line, once, where a slower path is taken because something is missing.
 *
 * <p><b>Threads:</b> any.
 */
public final class Notices {
    private static final Set<String> GIVEN = ConcurrentHashMap.newKeySet();

    private Notices() {
    }

    /** Says {@code line} on standard error unless it has been said in this process. */
    public static void once(String line) {
        if (GIVEN.add(line)) {
            System.err.println("hawser: " + line);
        }
    }
}
