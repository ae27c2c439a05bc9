package org.hawser.fabric.tcp;

import org.hawser.testkit.Medium;
import org.hawser.testkit.OneSidedContract;
import org.junit.jupiter.api.Nested;

class TcpOneSidedTest {
    @Nested
    class Threads extends OneSidedContract {
        @Override
        protected Medium medium() {
            return TcpMedia.THREADS;
        }
    }

    @Nested
    class Tight extends OneSidedContract {
        @Override
        protected Medium medium() {
            return TcpMedia.TIGHT;
        }
    }

    @Nested
    class Cut extends OneSidedContract {
        @Override
        protected Medium medium() {
            return TcpMedia.CUT;
        }
    }
}
