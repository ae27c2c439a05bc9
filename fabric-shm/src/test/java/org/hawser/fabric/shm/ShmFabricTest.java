package org.hawser.fabric.shm;

import org.hawser.testkit.FabricContract;
import org.hawser.testkit.Medium;
import org.junit.jupiter.api.Nested;

class ShmFabricTest {
    @Nested
    class Threads extends FabricContract {
        @Override
        protected Medium medium() {
            return ShmMedia.THREADS;
        }
    }

    @Nested
    class Files extends FabricContract {
        @Override
        protected Medium medium() {
            return ShmMedia.FILES;
        }
    }

    @Nested
    class Contested extends FabricContract {
        @Override
        protected Medium medium() {
            return ShmMedia.CONTESTED;
        }
    }

    @Nested
    class Tight extends FabricContract {
        @Override
        protected Medium medium() {
            return ShmMedia.TIGHT;
        }
    }
}
