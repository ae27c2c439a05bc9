package org.hawser.mpi.topology;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.Arrays;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import org.hawser.mpi.ErrorClass;
import org.hawser.mpi.MpiFailure;
import org.junit.jupiter.api.Test;

class GridDimsTest {
    @Property
    void lengthsFallAndMakeUpTheNodes(@ForAll @IntRange(min = 1, max = 5000) int nodes,
                                      @ForAll @IntRange(min = 1, max = 6) int count) {
        int[] dims = GridDims.complete(nodes, new int[count]);
        assertEquals(nodes, Arrays.stream(dims).reduce(1, (a, b) -> a * b));
        for (int i = 1; i < count; i++) {
            assertTrue(dims[i - 1] >= dims[i], Arrays.toString(dims));
        }
    }

    /** Against all ways to write the nodes as a product. */
    @Property
    void noOtherLengthsHaveASmallerLargest(@ForAll @IntRange(min = 1, max = 400) int nodes,
                                           @ForAll @IntRange(min = 1, max = 4) int count) {
        assertEquals(smallestLargest(nodes, count), GridDims.complete(nodes, new int[count])[0]);
    }

    private static int smallestLargest(int rest, int count) {
        if (count == 1) {
            return rest;
        }
        int best = rest;
        for (int factor = 1; factor <= rest; factor++) {
            if (rest % factor == 0) {
                best = Math.min(best, Math.max(factor, smallestLargest(rest / factor, count - 1)));
            }
        }
        return best;
    }

    @Test
    void lengthsThatAreGivenStay() {
        assertArrayEquals(new int[] {3, 2}, GridDims.complete(6, new int[2]));
        assertArrayEquals(new int[] {7, 1}, GridDims.complete(7, new int[2]));
        assertArrayEquals(new int[] {2, 3, 1}, GridDims.complete(6, new int[] {0, 3, 0}));
        assertArrayEquals(new int[] {4, 2, 2}, GridDims.complete(16, new int[3]));
        assertArrayEquals(new int[] {2, 3}, GridDims.complete(6, new int[] {2, 3}));
        assertArrayEquals(new int[0], GridDims.complete(1, new int[0]));
        assertArrayEquals(new int[] {Integer.MAX_VALUE, 1, 1}, GridDims.complete(Integer.MAX_VALUE, new int[3]));
    }

    @Test
    void impossibleLengthsAreRefused() {
        for (int[] dims : new int[][] {{4, 0}, {2, 2}, {-1, 0}, {}, {1 << 16, 1 << 16, 0}}) {
            assertEquals(ErrorClass.DIMS, assertThrows(MpiFailure.class,
                () -> GridDims.complete(6, dims)).errorClass(), Arrays.toString(dims));
        }
        assertEquals(ErrorClass.DIMS, assertThrows(MpiFailure.class, () -> GridDims.complete(0, new int[1]))
            .errorClass());
        assertEquals(ErrorClass.ARG, assertThrows(MpiFailure.class, () -> GridDims.complete(4, null)).errorClass());
    }
}
