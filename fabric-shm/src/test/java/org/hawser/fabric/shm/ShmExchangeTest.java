package org.hawser.fabric.shm;

import org.hawser.testkit.ExchangeContract;
import org.hawser.testkit.Medium;
import org.junit.jupiter.api.Nested;

class ShmExchangeTest {
    @Nested
    class Threads extends ExchangeContract {
        @Override
        protected Medium medium() {
            return ShmMedia.THREADS;
        }
    }

    @Nested
    class Files extends ExchangeContract {
        @Override
        protected Medium medium() {
            return ShmMedia.FILES;
        }
    }

    @Nested
    class CoreOnly extends ExchangeContract {
        @Override
        protected Medium medium() {
            return ShmMedia.CORE_ONLY;
        }
    }

    @Nested
    class TwoNodes extends ExchangeContract {
        @Override
        protected Medium medium() {
            return ShmMedia.TWO_NODES;
        }
    }

    @Nested
    class InTurn extends ExchangeContract {
        @Override
        protected Medium medium() {
            return ShmMedia.IN_TURN;
        }
    }
}
