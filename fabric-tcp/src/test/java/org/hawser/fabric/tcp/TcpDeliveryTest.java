package org.hawser.fabric.tcp;

import org.hawser.testkit.DeliveryContract;
import org.hawser.testkit.Medium;
import org.junit.jupiter.api.Nested;

class TcpDeliveryTest {
    @Nested
    class Threads extends DeliveryContract {
        @Override
        protected Medium medium() {
            return TcpMedia.THREADS;
        }
    }

    @Nested
    class Tight extends DeliveryContract {
        @Override
        protected Medium medium() {
            return TcpMedia.TIGHT;
        }
    }

    @Nested
    class Cut extends DeliveryContract {
        @Override
        protected Medium medium() {
            return TcpMedia.CUT;
        }
    }
}
