package org.hawser.fabric.shm;

import org.hawser.testkit.ForeignRanksContract;
import org.hawser.testkit.Medium;
import org.junit.jupiter.api.Nested;

class ShmForeignRanksTest {
    @Nested
    class Threads extends ForeignRanksContract {
        @Override
        protected Medium medium() {
            return ShmMedia.THREADS.with("hawser.joint", 1);
        }
    }

    @Nested
    class Files extends ForeignRanksContract {
        @Override
        protected Medium medium() {
            return ShmMedia.FILES.with("hawser.joint", 1);
        }
    }

    @Nested
    class Tight extends ForeignRanksContract {
        @Override
        protected Medium medium() {
            return ShmMedia.TIGHT;
        }
    }
}
