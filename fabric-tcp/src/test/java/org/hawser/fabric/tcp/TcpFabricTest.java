package org.hawser.fabric.tcp;

import org.hawser.testkit.FabricContract;
import org.hawser.testkit.Medium;
import org.junit.jupiter.api.Nested;

class TcpFabricTest {
    @Nested
    class Threads extends FabricContract {
        @Override
        protected Medium medium() {
            return TcpMedia.THREADS;
        }
    }

    @Nested
    class Files extends FabricContract {
        @Override
        protected Medium medium() {
            return TcpMedia.FILES;
        }
    }

    @Nested
    class Tight extends FabricContract {
        @Override
        protected Medium medium() {
            return TcpMedia.TIGHT;
        }
    }

    @Nested
    class Cut extends FabricContract {
        @Override
        protected Medium medium() {
            return TcpMedia.CUT;
        }
    }
}
