package org.hawser.fabric.tcp;

import org.hawser.testkit.FabricContract;
import org.hawser.testkit.FabricTrafficContract;
import org.hawser.testkit.LeavingContract;
import org.hawser.testkit.Medium;
import org.hawser.testkit.OneSidedContract;
import org.hawser.testkit.RegionContract;
import org.junit.jupiter.api.Nested;

/** The contracts on connections that are encrypted. */
class TcpTlsTest {
    private static final Medium TLS = TcpMedia.THREADS.with("hawser.tcp.tls", "on");

    @Nested
    class Fabric extends FabricContract {
        @Override
        protected Medium medium() {
            return TLS;
        }
    }

    @Nested
    class FabricTraffic extends FabricTrafficContract {
        @Override
        protected Medium medium() {
            return TLS;
        }
    }

    @Nested
    class OneSided extends OneSidedContract {
        @Override
        protected Medium medium() {
            return TLS;
        }
    }

    @Nested
    class Regions extends RegionContract {
        @Override
        protected Medium medium() {
            return TLS;
        }
    }

    @Nested
    class Leaving extends LeavingContract {
        @Override
        protected Medium medium() {
            return TLS;
        }
    }
}
