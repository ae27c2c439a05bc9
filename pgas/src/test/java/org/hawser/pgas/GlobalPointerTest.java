package org.hawser.pgas;

import static org.hawser.pgas.MemoryTest.refused;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import net.jqwik.api.constraints.LongRange;
import org.junit.jupiter.api.Test;

/** Arithmetic of pointers, against one that walks element by element. */
class GlobalPointerTest {
    /** A place found by counting. */
    private record Place(int thread, long offset, long phase) {
        static Place of(long index, int threads, long block, int bytes) {
            long blocks = Math.floorDiv(index, block);
            long phase = Math.floorMod(index, block);
            return new Place((int) Math.floorMod(blocks, (long) threads),
                (Math.floorDiv(blocks, (long) threads) * block + phase) * bytes, phase);
        }
    }

    @Property(tries = 30)
    void plusIsManySteps(@ForAll @IntRange(min = 1, max = 4) int threads,
                         @ForAll @LongRange(min = 1, max = 9) long block,
                         @ForAll @IntRange(min = 1, max = 16) int bytes,
                         @ForAll @LongRange(min = -200, max = 200) long from,
                         @ForAll @LongRange(min = -200, max = 200) long step) {
        PgasJob.run(threads, pgas -> {
            GlobalPointer zero = pgas.allAlloc(threads, 64).as(bytes, block);
            GlobalPointer start = zero.plus(from);
            GlobalPointer end = start.plus(step);
            Place place = Place.of(from + step, threads, block, bytes);
            assertEquals(place, new Place(end.thread(), end.offset(), end.phase()));
            assertEquals(step, end.minus(start));
            assertEquals(-step, start.minus(end));
            assertEquals(Long.signum(step), end.compareTo(start));
            assertEquals(end, zero.plus(from + step));
            assertEquals(end.hashCode(), zero.plus(from + step).hashCode());
            assertEquals(step == 0, end.equals(start));
            assertEquals(start, end.plus(-step));
            GlobalPointer walked = start;
            for (long i = 0; i < Math.abs(step); i++) {
                walked = walked.plus(step > 0 ? 1 : -1);
            }
            assertEquals(end, walked);
            pgas.barrier();
        });
    }

    @Test
    void pointersOfDifferentKindsHaveNoDistance() {
        PgasJob.run(2, pgas -> {
            GlobalPointer one = pgas.allAlloc(4, 64);
            GlobalPointer other = pgas.allAlloc(4, 64);
            assertNotEquals(one, other);
            refused(() -> one.minus(other), "no distance");
            refused(() -> one.minus(one.as(8, 8)), "no distance");
            refused(() -> one.as(8, 0).minus(one.plus(1).as(8, 0)), "no distance");
            refused(() -> one.as(8, 0).minus(one.plus(64).as(8, 0)), "no distance");
            refused(() -> one.as(0, 1), "no such elements");
            refused(() -> one.as(1, -1), "no such elements");
            refused(() -> one.plus(Long.MAX_VALUE).plus(Long.MAX_VALUE).plus(Long.MAX_VALUE), "no such place");
            assertEquals(one, one.as(8, 2));
            GlobalPointer mine = pgas.localAlloc(64);
            assertEquals(3, mine.as(8, 0).plus(3).minus(mine.as(8, 0)));
            assertNotEquals(mine, pgas.localAlloc(64));
            assertTrue(mine.toString().contains("heap"), mine.toString());
            pgas.barrier();
        });
    }
}
