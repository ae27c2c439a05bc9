package org.hawser.fabric.shm;

import org.hawser.testkit.MessagesContract;
import org.hawser.testkit.Medium;
import org.junit.jupiter.api.Nested;

class ShmMessagesTest {
    @Nested
    class Threads extends MessagesContract {
        @Override
        protected Medium medium() {
            return ShmMedia.THREADS;
        }
    }

    @Nested
    class Files extends MessagesContract {
        @Override
        protected Medium medium() {
            return ShmMedia.FILES;
        }
    }

    @Nested
    class Contested extends MessagesContract {
        @Override
        protected Medium medium() {
            return ShmMedia.CONTESTED;
        }
    }

    @Nested
    class Tight extends MessagesContract {
        @Override
        protected Medium medium() {
            return ShmMedia.TIGHT;
        }
    }

    @Nested
    class CoreOnly extends MessagesContract {
        @Override
        protected Medium medium() {
            return ShmMedia.CORE_ONLY;
        }
    }

    @Nested
    class TwoNodes extends MessagesContract {
        @Override
        protected Medium medium() {
            return ShmMedia.TWO_NODES;
        }
    }

    @Nested
    class InTurn extends MessagesContract {
        @Override
        protected Medium medium() {
            return ShmMedia.IN_TURN;
        }
    }
}
