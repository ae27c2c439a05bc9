package org.hawser.fabric.tcp;

import org.hawser.testkit.Medium;
import org.hawser.testkit.MessagesContract;
import org.junit.jupiter.api.Nested;

class TcpMessagesTest {
    @Nested
    class Threads extends MessagesContract {
        @Override
        protected Medium medium() {
            return TcpMedia.THREADS;
        }
    }

    @Nested
    class Files extends MessagesContract {
        @Override
        protected Medium medium() {
            return TcpMedia.FILES;
        }
    }

    @Nested
    class Tight extends MessagesContract {
        @Override
        protected Medium medium() {
            return TcpMedia.TIGHT;
        }
    }

    @Nested
    class Cut extends MessagesContract {
        @Override
        protected Medium medium() {
            return TcpMedia.CUT;
        }
    }
}
