package org.hawser.runtime;

import java.lang.ref.WeakReference;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.function.Function;
import org.hawser.fabric.MappedRegion;
import org.hawser.fabric.RegionKey;
import org.hawser.fabric.RemoteRegion;

/**
 * The peers' regions that were used last, so that fetching from them again does not open them again.
 *
 * <p>Mapped memory is held weakly: where ranks are threads it is the owner's own, and what the owner has closed is free
 * only when nobody holds it any more.
 *
 * <p><b>Threads:</b> polling thread.
 */
final class RegionCache {
    private static final int MOST = 64;

    private final Function<RegionKey, RemoteRegion> attach;
    private final Map<RegionKey, Held> regions = new LinkedHashMap<>(16, 0.75f, true);

    RegionCache(Function<RegionKey, RemoteRegion> attach) {
        this.attach = attach;
    }

    RemoteRegion get(RegionKey key) {
        Held held = regions.get(key);
        RemoteRegion known = held == null ? null : held.get();
        if (known == null) {
            known = attach.apply(key);
            regions.values().removeIf(Held::isOver);
            regions.put(key, new Held(known));
            if (regions.size() > MOST) {
                regions.remove(regions.keySet().iterator().next()).close();
            }
        }
        return known;
    }

    private static final class Held extends WeakReference<RemoteRegion> {
        /** What must be closed, not only forgotten. */
        @SuppressWarnings("unused")
        private final RemoteRegion kept;

        Held(RemoteRegion region) {
            super(region);
            kept = region instanceof MappedRegion ? null : region;
        }

        /** Whether nobody can use it any more. */
        boolean isOver() {
            RemoteRegion region = get();
            return region == null || region instanceof MappedRegion mapped && !mapped.isOpen();
        }

        void close() {
            RemoteRegion region = get();
            if (region != null) {
                region.close();
            }
        }
    }
}
