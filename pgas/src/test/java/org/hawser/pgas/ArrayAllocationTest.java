package org.hawser.pgas;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.function.LongConsumer;
import org.hawser.testkit.AllocatedBytes;
import org.hawser.testkit.Medium;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Elements cost no memory where threads share it, whoever they are near. */
@Tag("once")
class ArrayAllocationTest {
    private static final int LENGTH = 10_000;
    private static final int TRIES = 20;

    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void elementsAllocateNothing(boolean inMemory) {
        PgasJob.run(inMemory ? Medium.inMemory("shm") : Medium.inFiles("shm"), 2, pgas -> {
            SharedIntArray ints = pgas.ints(LENGTH, Distribution.blocks(7));
            SharedDoubleArray doubles = pgas.doubles(LENGTH, Distribution.cyclic());
            SharedBooleanArray booleans = pgas.booleans(LENGTH, Distribution.even());
            SharedLongArray longs = pgas.longs(LENGTH, Distribution.even());
            assertEquals(0, least(i -> ints.put(i, ints.get(i) + 1)));
            assertEquals(0, least(i -> doubles.put(i, doubles.get(i) + 1)));
            assertEquals(0, least(i -> booleans.put(i, !booleans.get(i))));
            assertEquals(0, least(i -> longs.put(i, longs.get(i) + 1)));
            assertEquals(0, least(i -> longs.putStrict(i, longs.getStrict(i) + 1)));
            assertEquals(0, least(i -> doubles.putLocal(i >>> 1, doubles.getLocal(i >>> 1) + 1)));
            pgas.barrier();
        });
    }

    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void aLoopAllocatesNothingPerElement(boolean inMemory) {
        PgasJob.run(inMemory ? Medium.inMemory("shm") : Medium.inFiles("shm"), 2, pgas -> {
            SharedDoubleArray array = pgas.doubles(LENGTH, Distribution.blocks(5));
            LongConsumer body = i -> array.put(i, i);
            long bytes = leastOf(() -> array.forAll(body));
            assertTrue(bytes < 200, "bytes=" + bytes);
            ElementBody near = (index, place) -> array.putLocal(place, index);
            bytes = leastOf(() -> array.forAllPlaces(near));
            assertTrue(bytes < 200, "bytes=" + bytes);
            bytes = leastOf(() -> array.fill(0, LENGTH, 1));
            assertTrue(bytes < 200, "bytes=" + bytes);
            pgas.barrier();
        });
    }

    private static long least(LongConsumer access) {
        return leastOf(() -> {
            for (long i = 0; i < LENGTH; i++) {
                access.accept(i);
            }
        });
    }

    /** The compiler's own doings may fall into some tries. */
    private static long leastOf(Runnable loop) {
        long least = Long.MAX_VALUE;
        for (int i = 0; i < TRIES; i++) {
            long before = AllocatedBytes.ofThisThread();
            loop.run();
            least = Math.min(least, AllocatedBytes.ofThisThread() - before);
        }
        return least;
    }
}
