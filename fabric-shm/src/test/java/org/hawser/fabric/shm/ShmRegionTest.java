package org.hawser.fabric.shm;

import org.hawser.testkit.RegionContract;
import org.hawser.testkit.Medium;
import org.junit.jupiter.api.Nested;

class ShmRegionTest {
    @Nested
    class Threads extends RegionContract {
        @Override
        protected Medium medium() {
            return ShmMedia.THREADS;
        }
    }

    @Nested
    class Files extends RegionContract {
        @Override
        protected Medium medium() {
            return ShmMedia.FILES;
        }
    }

    @Nested
    class CoreOnly extends RegionContract {
        @Override
        protected Medium medium() {
            return ShmMedia.CORE_ONLY;
        }
    }
}
