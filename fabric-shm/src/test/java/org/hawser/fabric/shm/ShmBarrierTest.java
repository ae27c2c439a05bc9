package org.hawser.fabric.shm;

import org.hawser.testkit.BarrierContract;
import org.hawser.testkit.Medium;
import org.junit.jupiter.api.Nested;

class ShmBarrierTest {
    @Nested
    class Threads extends BarrierContract {
        @Override
        protected Medium medium() {
            return ShmMedia.THREADS;
        }
    }

    @Nested
    class Files extends BarrierContract {
        @Override
        protected Medium medium() {
            return ShmMedia.FILES;
        }
    }

    @Nested
    class CoreOnly extends BarrierContract {
        @Override
        protected Medium medium() {
            return ShmMedia.CORE_ONLY;
        }
    }

    @Nested
    class Dissemination extends BarrierContract {
        @Override
        protected Medium medium() {
            return ShmMedia.THREADS.with("hawser.barrier", "dissemination");
        }
    }

    @Nested
    class TwoNodes extends BarrierContract {
        @Override
        protected Medium medium() {
            return ShmMedia.TWO_NODES;
        }
    }

    @Nested
    class InTurn extends BarrierContract {
        @Override
        protected Medium medium() {
            return ShmMedia.IN_TURN;
        }
    }
}
