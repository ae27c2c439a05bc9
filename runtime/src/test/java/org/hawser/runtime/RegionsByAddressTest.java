package org.hawser.runtime;

import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertSame;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.hawser.fabric.Region;
import org.hawser.fabric.RegionKey;
import org.junit.jupiter.api.Test;

class RegionsByAddressTest {
    private static final int PAGE = 4096;
    private static final int PAGES = 101;

    private final MemorySegment memory = Arena.ofAuto().allocate((long) PAGES * PAGE, PAGE);
    private final RegionsByAddress regions = new RegionsByAddress();

    @Test
    void findsNothingInNothing() {
        assertNull(regions.find(0, 0));
        assertNull(regions.find(4096, 8));
    }

    @Test
    void findsTheRegionThatHoldsAllOfTheBytes() {
        Region region = added(4096, 128);
        assertSame(region, find(4096, 128));
        assertSame(region, find(4100, 3));
        assertSame(region, find(4223, 1));
        assertSame(region, find(4224, 0));
        assertNull(find(4095, 1));
        assertNull(find(4096, 129));
        assertNull(find(4224, 1));
        assertNull(find(4100, Long.MAX_VALUE));
        assertNull(regions.find(Long.MAX_VALUE, Long.MAX_VALUE));
    }

    @Test
    void neighboursStayApart() {
        Region low = added(4096, 4096);
        Region high = added(8192, 4096);
        assertSame(low, find(8191, 1));
        assertSame(high, find(8192, 1));
        assertNull(find(8191, 2));
    }

    @Test
    void anEmptyRegionHidesNobody() {
        added(4096, 0);
        Region real = added(4096, 64);
        Region empty = added(4096, 0);
        regions.remove(empty);
        assertSame(real, find(4096, 8));
    }

    @Test
    void agreesWithASearchThroughAllOfThem() {
        Random random = new Random(7);
        List<Region> all = new ArrayList<>();
        for (int i = 0; i < 2_000; i++) {
            if (all.size() < 40 && random.nextBoolean()) {
                long place = (long) PAGE * (1 + random.nextInt(PAGES - 1));
                if (all.stream().noneMatch(region -> region.memory().address() == memory.address() + place)) {
                    all.add(added(place, 1 + random.nextInt(PAGE)));
                }
            } else if (!all.isEmpty()) {
                regions.remove(all.remove(random.nextInt(all.size())));
            }
            long address = memory.address() + random.nextInt(PAGES * PAGE);
            long bytes = random.nextInt(1 << random.nextInt(13));
            assertSame(holder(all, address, bytes), regions.find(address, bytes),
                "address=" + address + " bytes=" + bytes);
        }
        regions.clear();
        all.forEach(region -> assertNull(regions.find(region.memory().address(), 1)));
    }

    private static Region holder(List<Region> all, long address, long bytes) {
        return all.stream().filter(region -> region.memory().address() <= address
            && address + bytes <= region.memory().address() + region.memory().byteSize()).findFirst().orElse(null);
    }

    private Region find(long place, long bytes) {
        return regions.find(memory.address() + place, bytes);
    }

    private Region added(long place, long length) {
        Region region = new PlacedRegion(memory.asSlice(place, length));
        regions.add(region);
        return region;
    }

    /** A part of the memory as a region. */
    private record PlacedRegion(MemorySegment memory) implements Region {
        @Override
        public RegionKey key() {
            throw new UnsupportedOperationException();
        }

        @Override
        public void close() {
        }

        @Override
        public void withdraw() {
        }
    }
}
