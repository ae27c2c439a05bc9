package org.hawser.fabric.tcp;

import org.hawser.testkit.BarrierContract;
import org.hawser.testkit.DeliveryContract;
import org.hawser.testkit.ExchangeContract;
import org.hawser.testkit.FabricTrafficContract;
import org.hawser.testkit.LeavingContract;
import org.hawser.testkit.Medium;
import org.hawser.testkit.MessagesContract;
import org.hawser.testkit.OneSidedContract;
import org.hawser.testkit.RegionContract;
import org.junit.jupiter.api.Nested;

/**
 * The contracts in jobs of two nodes: shared memory inside each, connections between them. That of a domain is left
 * out, as it is about two ranks, which have one provider or the other.
 */
class MixedTest {
    @Nested
    class FabricTraffic extends FabricTrafficContract {
        @Override
        protected Medium medium() {
            return TcpMedia.MIXED;
        }
    }

    @Nested
    class Messages extends MessagesContract {
        @Override
        protected Medium medium() {
            return TcpMedia.MIXED;
        }
    }

    @Nested
    class MessagesInTurn extends MessagesContract {
        @Override
        protected Medium medium() {
            return TcpMedia.IN_TURN;
        }
    }

    @Nested
    class Deliveries extends DeliveryContract {
        @Override
        protected Medium medium() {
            return TcpMedia.MIXED;
        }
    }

    @Nested
    class Exchanges extends ExchangeContract {
        @Override
        protected Medium medium() {
            return TcpMedia.MIXED;
        }
    }

    @Nested
    class Barriers extends BarrierContract {
        @Override
        protected Medium medium() {
            return TcpMedia.MIXED;
        }
    }

    @Nested
    class BarriersInTurn extends BarrierContract {
        @Override
        protected Medium medium() {
            return TcpMedia.IN_TURN;
        }
    }

    @Nested
    class OneSided extends OneSidedContract {
        @Override
        protected Medium medium() {
            return TcpMedia.MIXED;
        }
    }

    @Nested
    class OneSidedInTurn extends OneSidedContract {
        @Override
        protected Medium medium() {
            return TcpMedia.IN_TURN;
        }
    }

    @Nested
    class Regions extends RegionContract {
        @Override
        protected Medium medium() {
            return TcpMedia.MIXED;
        }
    }

    @Nested
    class Leaving extends LeavingContract {
        @Override
        protected Medium medium() {
            return TcpMedia.MIXED;
        }
    }

    @Nested
    class LeavingInTurn extends LeavingContract {
        @Override
        protected Medium medium() {
            return TcpMedia.IN_TURN;
        }
    }
}
