package org.hawser.testkit;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import org.hawser.fabric.Capability;
import org.hawser.fabric.FabricException;
import org.hawser.fabric.Pieces;
import org.hawser.fabric.Region;
import org.hawser.fabric.RegionKey;
import org.hawser.fabric.RemoteRegion;
import org.hawser.runtime.Handle;
import org.hawser.runtime.Rank;
import org.hawser.runtime.Symmetric;
import org.junit.jupiter.api.Test;

/**
 * What guards a region: bounds, key, life. Each bad access is refused at the rank that makes it, moves nothing and
 * leaves both ranks as they were.
 *
 * <p><b>Threads:</b> one per rank.
 */
public abstract class RegionContract {
    /** For the provider's subclass. */
    protected RegionContract() {
    }

    /** Where the test's ranks meet. */
    protected abstract Medium medium();

    /** Rank 1 acts on the key of a region that rank 0 made, while rank 0 waits in a barrier and serves. */
    private void onRegion(RegionMaker maker, KeyHolder holder) {
        LocalRanks.on(medium()).start(2, rank -> {
            byte[] key = new byte[RegionKey.BYTES];
            Region mine = null;
            if (rank.number() == 0) {
                mine = maker.make(rank);
                mine.key().encode(MemorySegment.ofArray(key), 0);
            }
            key = rank.exchange().broadcast(0, key);
            if (rank.number() == 1) {
                holder.act(rank, RegionKey.decode(MemorySegment.ofArray(key), 0));
            }
            rank.barrier();
        });
    }

    /** Makes a region. */
    private interface RegionMaker {
        Region make(Rank rank);
    }

    /** Uses a key. */
    private interface KeyHolder {
        void act(Rank rank, RegionKey key);
    }

    private static void refused(Runnable access) {
        FabricException refusal = assertThrows(FabricException.class, access::run);
        assertEquals(FabricException.Severity.REFUSED, refusal.severity(), refusal.toString());
        assertTrue(refusal.getMessage().matches("(?s).*(region|offset|key).*"), refusal.toString());
    }

    @Test
    void anAccessOutsideIsRefusedAndMovesNothing() {
        onRegion(rank -> rank.allocate(64), (rank, key) -> {
            RemoteRegion region = rank.attach(key);
            MemorySegment local = MemorySegment.ofArray(new long[32]).fill((byte) 1);
            long[][] outside = {{-8, 8}, {64, 8}, {60, 8}, {0, 65}, {8, 64}, {Long.MAX_VALUE, 8}, {8, Long.MAX_VALUE},
                {0, -1}, {Long.MIN_VALUE, Long.MIN_VALUE}};
            for (long[] place : outside) {
                refused(() -> rank.put(region, place[0], local, 0, place[1]));
                refused(() -> rank.get(region, place[0], local, 0, place[1]));
                refused(() -> rank.put(region, place[0], local, 0, place[1], null));
            }
            for (long offset : new long[] {-8, 64, Long.MAX_VALUE - 7}) {
                refused(() -> rank.fetchAdd(region, offset, 1));
                refused(() -> rank.compareSwap(region, offset, 0, 1));
                refused(() -> rank.put(region, offset, 1));
                refused(() -> rank.get(region, offset));
            }
            for (long offset = 0; offset < 64; offset += 8) {
                assertEquals(0, rank.get(region, offset));
            }
        });
    }

    @Test
    void aRefusedOperationLeavesNothingToWaitFor() {
        onRegion(rank -> rank.allocate(64), (rank, key) -> {
            RemoteRegion region = rank.attach(key);
            MemorySegment local = MemorySegment.ofArray(new long[32]);
            Handle handle = new Handle();
            refused(() -> rank.put(region, 64, local, 0, 8, handle));
            refused(() -> rank.get(region, 64, local, 0, 8, handle));
            refused(() -> rank.put(region, 64, local, 0, 8, null));
            assertTrue(handle.isDone(), "a refused operation is not under way");
            rank.await(handle);
            rank.fence(0);
            rank.fence();
        });
    }

    @Test
    void anAtomicThatIsNotAlignedIsRefused() {
        onRegion(rank -> rank.allocate(64), (rank, key) -> {
            RemoteRegion region = rank.attach(key);
            for (long offset = 1; offset < 8; offset++) {
                long at = offset;
                refused(() -> rank.fetchAdd(region, at, 1));
                refused(() -> rank.compareSwap(region, at, 0, 1));
            }
            assertEquals(0, rank.fetchAdd(region, 8, 5));
            assertEquals(5, rank.get(region, 8));
        });
    }

    @Test
    void aWrongKeyOpensNothing() {
        onRegion(rank -> rank.allocate(64), (rank, key) -> {
            MemorySegment local = MemorySegment.ofArray(new long[8]);
            RegionKey[] wrong = {new RegionKey(0, key.id(), key.secret() + 1, 64),
                new RegionKey(0, key.id() + 77, key.secret(), 64), new RegionKey(0, key.id(), key.secret(), 128)};
            for (RegionKey bad : wrong) {
                // Refused when it is opened, or where nobody can tell yet, when it is used.
                refused(() -> rank.put(rank.attach(bad), bad.length() - 8, local, 0, 8));
                refused(() -> rank.get(rank.attach(bad), bad.length() - 8, local, 0, 8));
            }
            assertThrows(IllegalArgumentException.class, () -> rank.attach(new RegionKey(2, 1, 1, 8)));
            assertThrows(IllegalArgumentException.class, () -> rank.attach(new RegionKey(-1, 1, 1, 8)));
        });
    }

    @Test
    void aClosedRegionIsRefusedToThoseWhoHadItOpen() {
        LocalRanks.on(medium()).start(2, rank -> {
            Symmetric memory = rank.symmetric(64);
            RemoteRegion other = memory.at(1 - rank.number());
            rank.put(other, 0, 42);
            rank.barrier();
            if (rank.number() == 0) {
                memory.region().close();
                memory.region().close();
            }
            rank.barrier();
            if (rank.number() == 1) {
                refused(() -> rank.put(other, 0, MemorySegment.ofArray(new long[1]), 0, 8));
                refused(() -> rank.get(other, 0));
                refused(() -> rank.fetchAdd(other, 0, 1));
                refused(() -> rank.get(rank.attach(other.key()), 0));
                assertEquals(42, memory.memory().get(ValueLayout.JAVA_LONG, 0));
            }
            rank.barrier();
        });
    }

    @Test
    void nativeMemoryFromElsewhereIsReached() {
        try (Arena arena = Arena.ofShared()) {
            MemorySegment foreign = arena.allocate(100_000, 8);
            onRegion(rank -> rank.register(foreign), (rank, key) -> {
                RemoteRegion region = rank.attach(key);
                byte[] sent = Bodies.of(5, 99_000);
                rank.put(region, 1_000, MemorySegment.ofArray(sent), 0, sent.length);
                byte[] back = new byte[sent.length];
                rank.get(region, 1_000, MemorySegment.ofArray(back), 0, back.length);
                Bodies.check(MemorySegment.ofArray(back), 0, back.length, 5);
                Bodies.check(foreign, 1_000, back.length, 5);
                assertEquals(0, rank.fetchAdd(region, 0, 7));
                assertEquals(7, rank.compareSwap(region, 0, 7, 9));
                assertEquals(9, foreign.get(ValueLayout.JAVA_LONG, 0));
                refused(() -> rank.put(region, 99_999, MemorySegment.ofArray(sent), 0, 2));
            });
        }
    }

    @Test
    void piecesGoToPiecesInOneGoWhereTheMediumCan() {
        try (Arena arena = Arena.ofShared()) {
            MemorySegment foreign = arena.allocate(4096, 8);
            MemorySegment local = arena.allocate(4096, 8);
            for (long i = 0; i < local.byteSize(); i++) {
                local.set(ValueLayout.JAVA_BYTE, i, (byte) i);
            }
            onRegion(rank -> rank.register(foreign), (rank, key) -> {
                RemoteRegion region = rank.attach(key);
                if (!region.writePieces(new Pieces(), new Pieces())) {
                    return;
                }
                Pieces to = pieces(0, 8, 16, 4, 20, 4, 4095, 1);
                assertEquals(3, to.count(), "neighbours are one piece");
                assertTrue(region.writePieces(to, pieces(local.address() + 100, 17)));
                assertEquals(100, foreign.get(ValueLayout.JAVA_BYTE, 0));
                assertEquals(108, foreign.get(ValueLayout.JAVA_BYTE, 16));
                assertEquals(116, foreign.get(ValueLayout.JAVA_BYTE, 4095));
                assertEquals(0, foreign.get(ValueLayout.JAVA_BYTE, 8));
                assertTrue(region.readPieces(pieces(16, 8), pieces(local.address(), 3, local.address() + 50, 5)));
                assertEquals(108, local.get(ValueLayout.JAVA_BYTE, 0));
                assertEquals(115, local.get(ValueLayout.JAVA_BYTE, 54));
                refused(() -> region.writePieces(pieces(0, 8, 4095, 2), pieces(local.address(), 10)));
                refused(() -> region.readPieces(pieces(-1, 2), pieces(local.address(), 2)));
            });
        }
    }

    private static Pieces pieces(long... placesAndLengths) {
        Pieces pieces = new Pieces();
        for (int i = 0; i < placesAndLengths.length; i += 2) {
            assertTrue(pieces.add(placesAndLengths[i], placesAndLengths[i + 1]));
        }
        return pieces;
    }

    @Test
    void anAtomicOnRegisteredMemoryThatIsNotAlignedIsRefusedWhereItIsAsked() {
        try (Arena arena = Arena.ofShared()) {
            MemorySegment odd = arena.allocate(64, 8).asSlice(1, 63);
            onRegion(rank -> rank.register(odd), (rank, key) -> {
                RemoteRegion region = rank.attach(key);
                assertThrows(RuntimeException.class, () -> rank.fetchAdd(region, 8, 1));
                assertThrows(RuntimeException.class, () -> rank.compareSwap(region, 8, 0, 1));
                byte[] byteByByte = {1, 2, 3};
                rank.put(region, 0, MemorySegment.ofArray(byteByByte), 0, 3);
                assertEquals(3, odd.get(ValueLayout.JAVA_BYTE, 2));
            });
        }
    }

    @Test
    void registeredMemoryIsOutOfReachOnceItsOwnerHasLeft() {
        try (Arena arena = Arena.ofShared()) {
            MemorySegment foreign = arena.allocate(64, 8);
            LocalRanks.on(medium()).start(2, rank -> {
                byte[] key = new byte[RegionKey.BYTES];
                if (rank.number() == 0) {
                    rank.register(foreign).key().encode(MemorySegment.ofArray(key), 0);
                }
                RegionKey known = RegionKey.decode(MemorySegment.ofArray(rank.exchange().broadcast(0, key)), 0);
                RemoteRegion region = rank.attach(known);
                rank.barrier();
                if (rank.number() == 0) {
                    rank.close();
                    foreign.set(ValueLayout.JAVA_LONG, 8, 1);
                } else {
                    rank.await(() -> foreign.get(ValueLayout.JAVA_LONG, 8) != 0);
                    assertThrows(FabricException.class,
                        () -> rank.put(region, 0, MemorySegment.ofArray(new long[] {1}), 0, 8));
                    assertEquals(0, foreign.get(ValueLayout.JAVA_LONG, 0));
                }
            });
        }
    }

    @Test
    void heapMemoryIsNotRegistered() {
        LocalRanks.on(medium()).start(1, rank ->
            assertThrows(FabricException.class, () -> rank.register(MemorySegment.ofArray(new byte[8]))));
    }

    @Test
    void moreMemoryThanThereIsIsRefusedWithBothNumbersAndTheSetting() {
        LocalRanks.on(medium()).start(1, rank -> {
            for (long bytes : new long[] {1L << 46, Long.MAX_VALUE - 100, Long.MAX_VALUE}) {
                FabricException refusal = assertThrows(FabricException.class, () -> rank.allocate(bytes));
                assertTrue(refusal.getMessage().matches("(?s).*asked=\\d+ available=\\d+.*; .*"), refusal.toString());
            }
            assertThrows(FabricException.class, () -> rank.allocate(-1));
            assertEquals(0, rank.allocate(0).memory().byteSize());
            assertEquals(4096, rank.allocate(4096).memory().byteSize());
        });
    }

    @Test
    void aRankKnowsWhichOfItsRegionsHoldsAnAddress() {
        boolean mapped = !medium().gaps().containsKey(Capability.DIRECT_MAPPING);
        LocalRanks.on(medium()).start(1, rank -> {
            Region first = rank.allocate(4096);
            Region second = rank.allocate(100);
            long address = second.memory().address();
            assertSame(mapped ? first : null, rank.regionOf(first.memory().address() + 4000, 96));
            assertSame(mapped ? second : null, rank.regionOf(address, 100));
            assertNull(rank.regionOf(address, 101));
            assertNull(rank.regionOf(address - 1, 2));
            assertThrows(IllegalArgumentException.class, () -> rank.regionOf(address, -1));
            second.close();
            assertNull(rank.regionOf(address, 1));
            try (Arena arena = Arena.ofShared()) {
                MemorySegment elsewhere = arena.allocate(64);
                try (Region registered = rank.register(elsewhere)) {
                    assertNull(rank.regionOf(elsewhere.address(), 64), "peers cannot map " + registered.key());
                }
            }
        });
    }
}
