package org.hawser.runtime;

import java.util.LinkedHashMap;
import java.util.Map;
import java.util.function.Function;
import org.hawser.fabric.MappedRegion;
import org.hawser.fabric.RegionKey;
import org.hawser.fabric.RemoteRegion;

/**
 * The peers' regions that were used last, so that fetching from them again does not open them again.
 *
 * <p><b>Threads:</b> polling thread.
 */
final class RegionCache {
    private static final int MOST = 64;

    private final Function<RegionKey, RemoteRegion> attach;
    private final Map<RegionKey, RemoteRegion> regions = new LinkedHashMap<>(16, 0.75f, true);

    RegionCache(Function<RegionKey, RemoteRegion> attach) {
        this.attach = attach;
    }

    RemoteRegion get(RegionKey key) {
        RemoteRegion known = regions.get(key);
        if (known == null) {
            known = attach.apply(key);
            // What its owner has closed stays mapped as long as it is held here.
            regions.values().removeIf(region -> region instanceof MappedRegion mapped && !mapped.isOpen());
            regions.put(key, known);
            if (regions.size() > MOST) {
                RegionKey oldest = regions.keySet().iterator().next();
                regions.remove(oldest).close();
            }
        }
        return known;
    }
}
