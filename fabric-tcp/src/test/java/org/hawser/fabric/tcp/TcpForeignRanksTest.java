package org.hawser.fabric.tcp;

import org.hawser.testkit.ForeignRanksContract;
import org.hawser.testkit.Medium;
import org.junit.jupiter.api.Nested;

class TcpForeignRanksTest {
    @Nested
    class Threads extends ForeignRanksContract {
        @Override
        protected Medium medium() {
            return TcpMedia.THREADS;
        }
    }

    @Nested
    class Files extends ForeignRanksContract {
        @Override
        protected Medium medium() {
            return TcpMedia.FILES;
        }
    }

    @Nested
    class Encrypted extends ForeignRanksContract {
        @Override
        protected Medium medium() {
            return TcpMedia.THREADS.with("hawser.tcp.tls", "on");
        }
    }

    @Nested
    class Cut extends ForeignRanksContract {
        @Override
        protected Medium medium() {
            return TcpMedia.CUT;
        }
    }
}
