package org.hawser.fabric.tcp;

import org.hawser.testkit.LeavingContract;
import org.hawser.testkit.Medium;
import org.junit.jupiter.api.Nested;

class TcpLeavingTest {
    @Nested
    class Threads extends LeavingContract {
        @Override
        protected Medium medium() {
            return TcpMedia.THREADS;
        }
    }

    @Nested
    class Files extends LeavingContract {
        @Override
        protected Medium medium() {
            return TcpMedia.FILES;
        }
    }
}
