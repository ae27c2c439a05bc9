package org.hawser.mpi.p2p;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.lang.ref.Reference;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Lengths are longs. */
@Tag("slow")
class HugeMessageTest {
    private static final long BYTES = (1L << 31) + 12_345;

    /** Memory that the machine can give, or 0 where it does not say. */
    private static long available() throws Exception {
        Path information = Path.of("/proc/meminfo");
        return !Files.isReadable(information) ? 0 : Files.readAllLines(information).stream()
            .filter(line -> line.startsWith("MemAvailable:"))
            .mapToLong(line -> Long.parseLong(line.replaceAll("\\D", "")) << 10).findFirst().orElse(0);
    }

    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void aMessageOfMoreThanTwoGibibytesArrives(boolean postedFirst) throws Exception {
        long available = available();
        assumeTrue(available > 3 * BYTES, "not enough memory: available=" + available + " wanted=" + 3 * BYTES);
        P2pJob.run(P2pJob.FILES, 2, (rank, p2p) -> {
            Spot place = new Spot.Maker(rank).make(Spot.Kind.NATIVE, BYTES, 0);
            if (rank.number() == 0) {
                Contents.fill(place.memory(), 1);
                rank.barrier();
                p2p.send(0, 1, 1, false, null, place.offset, BYTES);
            } else {
                Operation receive = postedFirst ? post(p2p, place) : null;
                rank.barrier();
                if (receive == null) {
                    new Messages(p2p).until("it is seen", () -> p2p.peek(0, 0, 1, new Envelope()));
                    receive = post(p2p, place);
                }
                p2p.await(receive);
                assertEquals(BYTES, receive.bytes());
                Contents.check(place.memory(), 1, "huge message");
                p2p.recycle(receive);
            }
            Reference.reachabilityFence(place);
        });
    }

    private static Operation post(PointToPoint p2p, Spot place) {
        return p2p.startReceive(0, 0, 1, null, place.offset, BYTES, place.whole);
    }
}
