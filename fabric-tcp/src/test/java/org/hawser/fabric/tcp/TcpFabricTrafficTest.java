package org.hawser.fabric.tcp;

import org.hawser.testkit.FabricTrafficContract;
import org.hawser.testkit.Medium;
import org.junit.jupiter.api.Nested;

class TcpFabricTrafficTest {
    @Nested
    class Threads extends FabricTrafficContract {
        @Override
        protected Medium medium() {
            return TcpMedia.THREADS;
        }
    }

    @Nested
    class Tight extends FabricTrafficContract {
        @Override
        protected Medium medium() {
            return TcpMedia.TIGHT;
        }
    }

    @Nested
    class Cut extends FabricTrafficContract {
        @Override
        protected Medium medium() {
            return TcpMedia.CUT;
        }
    }
}
