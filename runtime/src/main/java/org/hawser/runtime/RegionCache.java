package org.hawser.runtime;

import java.util.LinkedHashMap;
import java.util.Map;
import org.hawser.fabric.RegionKey;
import org.hawser.fabric.RemoteRegion;

/**
 * The peers' regions that were used last, so that fetching from them again does not open them again.
 *
 * <p><b>Threads:</b> polling thread.
 */
final class RegionCache {
    private static final int MOST = 64;

    private final Rank rank;
    private final Map<RegionKey, RemoteRegion> regions = new LinkedHashMap<>(16, 0.75f, true);

    RegionCache(Rank rank) {
        this.rank = rank;
    }

    RemoteRegion get(RegionKey key) {
        RemoteRegion known = regions.get(key);
        if (known == null) {
            known = rank.attach(key);
            regions.put(key, known);
            if (regions.size() > MOST) {
                RegionKey oldest = regions.keySet().iterator().next();
                regions.remove(oldest).close();
            }
        }
        return known;
    }
}
