package org.hawser.fabric.shm;

import org.hawser.testkit.OneSidedContract;
import org.hawser.testkit.Medium;
import org.junit.jupiter.api.Nested;

class ShmOneSidedTest {
    @Nested
    class Threads extends OneSidedContract {
        @Override
        protected Medium medium() {
            return ShmMedia.THREADS;
        }
    }

    @Nested
    class Files extends OneSidedContract {
        @Override
        protected Medium medium() {
            return ShmMedia.FILES;
        }
    }

    @Nested
    class Joint extends OneSidedContract {
        @Override
        protected Medium medium() {
            return ShmMedia.FILES.with("hawser.joint", 1);
        }
    }

    @Nested
    class CoreOnly extends OneSidedContract {
        @Override
        protected Medium medium() {
            return ShmMedia.CORE_ONLY;
        }
    }

    @Nested
    class TwoNodes extends OneSidedContract {
        @Override
        protected Medium medium() {
            return ShmMedia.TWO_NODES;
        }
    }

    @Nested
    class InTurn extends OneSidedContract {
        @Override
        protected Medium medium() {
            return ShmMedia.IN_TURN;
        }
    }
}
