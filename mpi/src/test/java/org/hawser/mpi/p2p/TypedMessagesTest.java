package org.hawser.mpi.p2p;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import java.util.Random;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Combinators;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import net.jqwik.api.ShrinkingMode;
import org.hawser.mpi.datatype.Layout;
import org.hawser.testkit.Medium;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Items with gaps arrive on every path, whatever the two sides' types and memories are. */
class TypedMessagesTest {
    private static final int MESSAGES = 60;

    @Provide
    Arbitrary<Medium> media() {
        return Combinators.combine(Arbitraries.of(P2pJob.THREADS, P2pJob.FILES, P2pJob.TIGHT, P2pJob.CORE_ONLY,
                P2pJob.MIXED),
            Arbitraries.of("auto", "pack", "multi-w", "sgrs"), Arbitraries.of("integrated", "read", "write"),
            Arbitraries.of("on", "off"), Arbitraries.of(1, 64)).as((medium, path, protocol, cache, block) ->
            medium.with("hawser.mpi.noncontiguous", path).with("hawser.mpi.protocol", protocol)
                .with("hawser.mpi.layout-cache", cache).with("hawser.mpi.block", block));
    }

    @Property(tries = 60, shrinking = ShrinkingMode.OFF)
    void itemsArriveAsPackingAndUnpackingWouldGiveThem(@ForAll("media") Medium medium, @ForAll long seed) {
        P2pJob.run(medium, 2, (rank, p2p) -> {
            TypedMessages messages = new TypedMessages(rank, p2p);
            Random random = new Random(seed);
            for (int i = 0; i < MESSAGES; i++) {
                messages.exchange(random.nextLong());
            }
        });
    }

    /** Paths other than packing are for memory that both ranks map. */
    @ParameterizedTest
    @CsvSource({"pack, 1, 0, 0", "multi-w, 0, 1, 0", "sgrs, 0, 0, 1"})
    void eachPathCanBeChosen(String path, int packed, int multi, int one) {
        Medium medium = Medium.inMemory("shm").with("hawser.mpi.noncontiguous", path);
        for (boolean receiverFirst : List.of(true, false)) {
            P2pJob.run(medium, 2, (rank, p2p) -> {
                Layout rows = Layout.basic(4).vector(64, 256, 4096);
                Spot spot = new Spot.Maker(rank).make(Spot.Kind.RUNTIME, rows.endOf(1), 0);
                if (rank.number() == (receiverFirst ? 0 : 1)) {
                    rank.barrier();
                }
                Operation operation = rank.number() == 0
                    ? p2p.startSend(0, 1, 3, false, null, spot.offset, rows.size(), rows, spot.whole)
                    : p2p.startReceive(0, 0, 3, null, spot.offset, rows.size(), rows, spot.whole);
                if (rank.number() == (receiverFirst ? 1 : 0)) {
                    rank.barrier();
                }
                p2p.await(operation);
                p2p.recycle(operation);
                rank.barrier();
                ProtocolCounts counts = p2p.counts();
                long expected = rank.number() == 0 ? packed : 0;
                assertEquals(expected, counts.packed());
                assertEquals(rank.number() == 0 ? multi : 0, counts.multiWrite());
                boolean moves = receiverFirst == (rank.number() == 0);
                assertEquals(moves ? one : 0, counts.gatherScatter());
            });
        }
    }

    @ParameterizedTest
    @CsvSource({"on", "off"})
    void manyTypesShareTheSlotsOfAPeer(String cache) {
        Medium medium = Medium.inFiles("shm").with("hawser.mpi.noncontiguous", "sgrs")
            .with("hawser.mpi.layout-cache", cache);
        P2pJob.run(medium, 2, (rank, p2p) -> {
            Spot spot = new Spot.Maker(rank).make(Spot.Kind.RUNTIME, 200_000, 0);
            Layout[] types = new Layout[100];
            for (int i = 0; i < types.length; i++) {
                types[i] = Layout.basic(8).vector(1_000, 1, 2 + i % 20);
            }
            for (int i = 0; i < 1_000; i++) {
                Layout type = types[i * i % types.length];
                if (rank.number() == 0) {
                    p2p.send(0, 1, 3, false, null, spot.offset, type.size(), type);
                } else {
                    p2p.recycle(p2p.receive(0, 0, 3, null, spot.offset, type.size(), type));
                }
            }
            rank.barrier();
            assertTrue(rank.number() == 1 || p2p.counts().packed() == 0);
        });
    }
}
