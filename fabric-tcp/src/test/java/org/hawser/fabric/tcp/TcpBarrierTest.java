package org.hawser.fabric.tcp;

import org.hawser.testkit.BarrierContract;
import org.hawser.testkit.Medium;
import org.junit.jupiter.api.Nested;

class TcpBarrierTest {
    @Nested
    class Threads extends BarrierContract {
        @Override
        protected Medium medium() {
            return TcpMedia.THREADS;
        }
    }

    @Nested
    class Files extends BarrierContract {
        @Override
        protected Medium medium() {
            return TcpMedia.FILES;
        }
    }
}
