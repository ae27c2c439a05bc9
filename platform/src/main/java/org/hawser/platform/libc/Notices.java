package org.hawser.platform.libc;

import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;

/**
 * One clear line where something is wrong that the program can go on with: once, as when a slower path is taken because
 * something is missing, or now and then, as when others do something wrong that they may repeat as often as they like.
 *
 * <p><b>Threads:</b> any.
 */
public final class Notices {
    private static final long RARELY_NANOS = TimeUnit.SECONDS.toNanos(10);

    private static final Set<String> GIVEN = ConcurrentHashMap.newKeySet();
    private static final Map<String, Occasion> OCCASIONS = new ConcurrentHashMap<>();

    /** When a kind of line was given last, and how many were held back since. */
    private static final class Occasion {
        private boolean given;
        private long last;
        private long heldBack;

        synchronized String admit(String line, long now) {
            if (given && now - last < RARELY_NANOS) {
                heldBack++;
                return null;
            }
            String text = heldBack == 0 ? line : line + " (and " + heldBack + " more like it before)";
            given = true;
            last = now;
            heldBack = 0;
            return text;
        }
    }

    private Notices() {
    }

    /** Says {@code line} on standard error unless it has been said in this process. */
    public static void once(String line) {
        if (GIVEN.add(line)) {
            say(line);
        }
    }

    /**
     * Says {@code line} on standard error unless another of its kind has been said in the last ten seconds; the next
     * one says how many were held back.
     *
     * @param kind one of few, and never made from what a stranger sent: each is remembered
     */
    public static void rarely(String kind, String line) {
        String text = OCCASIONS.computeIfAbsent(kind, name -> new Occasion()).admit(line, System.nanoTime());
        if (text != null) {
            say(text);
        }
    }

    private static void say(String line) {
        System.err.println("hawser: " + line);
    }
}
