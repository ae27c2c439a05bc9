package org.hawser.fabric.shm;

import org.hawser.testkit.LeavingContract;
import org.hawser.testkit.Medium;
import org.junit.jupiter.api.Nested;

class ShmLeavingTest {
    @Nested
    class Threads extends LeavingContract {
        @Override
        protected Medium medium() {
            return ShmMedia.THREADS;
        }
    }

    @Nested
    class Files extends LeavingContract {
        @Override
        protected Medium medium() {
            return ShmMedia.FILES;
        }
    }

    @Nested
    class CoreOnly extends LeavingContract {
        @Override
        protected Medium medium() {
            return ShmMedia.CORE_ONLY;
        }
    }

    @Nested
    class TwoNodes extends LeavingContract {
        @Override
        protected Medium medium() {
            return ShmMedia.TWO_NODES;
        }
    }

    @Nested
    class InTurn extends LeavingContract {
        @Override
        protected Medium medium() {
            return ShmMedia.IN_TURN;
        }
    }
}
