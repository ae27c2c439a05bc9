package org.hawser.fabric.tcp;

import org.hawser.testkit.Medium;
import org.hawser.testkit.RegionContract;
import org.junit.jupiter.api.Nested;

class TcpRegionTest {
    @Nested
    class Threads extends RegionContract {
        @Override
        protected Medium medium() {
            return TcpMedia.THREADS;
        }
    }

    @Nested
    class Tight extends RegionContract {
        @Override
        protected Medium medium() {
            return TcpMedia.TIGHT;
        }
    }
}
