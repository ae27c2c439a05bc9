package org.hawser.fabric.shm;

import org.hawser.testkit.DeliveryContract;
import org.hawser.testkit.Medium;
import org.junit.jupiter.api.Nested;

class ShmDeliveryTest {
    @Nested
    class Threads extends DeliveryContract {
        @Override
        protected Medium medium() {
            return ShmMedia.THREADS;
        }
    }

    @Nested
    class Files extends DeliveryContract {
        @Override
        protected Medium medium() {
            return ShmMedia.FILES;
        }
    }

    @Nested
    class Contested extends DeliveryContract {
        @Override
        protected Medium medium() {
            return ShmMedia.CONTESTED;
        }
    }

    @Nested
    class Tight extends DeliveryContract {
        @Override
        protected Medium medium() {
            return ShmMedia.TIGHT;
        }
    }

    @Nested
    class CoreOnly extends DeliveryContract {
        @Override
        protected Medium medium() {
            return ShmMedia.CORE_ONLY;
        }
    }

    @Nested
    class TwoNodes extends DeliveryContract {
        @Override
        protected Medium medium() {
            return ShmMedia.TWO_NODES;
        }
    }

    @Nested
    class InTurn extends DeliveryContract {
        @Override
        protected Medium medium() {
            return ShmMedia.IN_TURN;
        }
    }
}
