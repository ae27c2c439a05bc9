package org.hawser.fabric.tcp;

import org.hawser.testkit.ExchangeContract;
import org.hawser.testkit.Medium;
import org.junit.jupiter.api.Nested;

class TcpExchangeTest {
    @Nested
    class Threads extends ExchangeContract {
        @Override
        protected Medium medium() {
            return TcpMedia.THREADS;
        }
    }

    @Nested
    class Files extends ExchangeContract {
        @Override
        protected Medium medium() {
            return TcpMedia.FILES;
        }
    }
}
