package org.hawser.fabric.shm;

import org.hawser.testkit.FabricTrafficContract;
import org.hawser.testkit.Medium;
import org.junit.jupiter.api.Nested;

class ShmFabricTrafficTest {
    @Nested
    class Threads extends FabricTrafficContract {
        @Override
        protected Medium medium() {
            return ShmMedia.THREADS;
        }
    }

    @Nested
    class Files extends FabricTrafficContract {
        @Override
        protected Medium medium() {
            return ShmMedia.FILES;
        }
    }

    @Nested
    class Contested extends FabricTrafficContract {
        @Override
        protected Medium medium() {
            return ShmMedia.CONTESTED;
        }
    }

    @Nested
    class Tight extends FabricTrafficContract {
        @Override
        protected Medium medium() {
            return ShmMedia.TIGHT;
        }
    }
}
