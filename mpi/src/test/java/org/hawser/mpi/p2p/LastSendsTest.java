package org.hawser.mpi.p2p;

import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.stream.Stream;
import org.hawser.testkit.Medium;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Sends that wait for a receiver that finalizes instead: they end, and whoever waits for one is told why. */
class LastSendsTest {
    private static Stream<Medium> media() {
        return Stream.of(P2pJob.THREADS, P2pJob.FILES.with("hawser.mpi.protocol", "write"), P2pJob.TCP, P2pJob.MIXED,
            P2pJob.REMOTE);
    }

    @ParameterizedTest
    @MethodSource("media")
    void aSendThatNobodyWaitsForHoldsUpNobody(Medium medium) {
        P2pJob.run(medium, 2, (rank, p2p) -> {
            if (rank.number() == 0) {
                p2p.release(p2p.startSend(0, 1, 7, false, new byte[400_000], 0, 400_000, null));
                p2p.release(p2p.startSend(0, 1, 8, true, new byte[8], 0, 8, null));
                p2p.release(p2p.startSend(0, 1, 9, true, new byte[20_000], 0, 20_000, null));
            }
        });
    }

    @ParameterizedTest
    @MethodSource("media")
    void aSenderThatWaitsIsToldThatItsReceiverFinalizes(Medium medium) {
        P2pJob.run(medium, 2, (rank, p2p) -> {
            if (rank.number() == 0) {
                for (int bytes : new int[] {400_000, 8, 20_000}) {
                    Operation send = p2p.startSend(0, 1, 7, true, new byte[bytes], 0, bytes, null);
                    p2p.await(send);
                    assertTrue(send.failure().getMessage().contains("has called Finalize"));
                    p2p.recycle(send);
                }
            }
        });
    }
}
