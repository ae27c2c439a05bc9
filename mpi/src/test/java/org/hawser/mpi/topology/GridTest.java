package org.hawser.mpi.topology;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.HashSet;
import java.util.Set;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Combinators;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import net.jqwik.api.constraints.IntRange;
import org.hawser.mpi.ErrorClass;
import org.hawser.mpi.MpiFailure;
import org.junit.jupiter.api.Test;

class GridTest {
    @Provide
    Arbitrary<Grid> grids() {
        return Arbitraries.integers().between(0, 4).flatMap(dimensions -> Combinators.combine(
            Arbitraries.integers().between(1, 5).array(int[].class).ofSize(dimensions),
            Arbitraries.of(true, false).array(boolean[].class).ofSize(dimensions)).as(Grid::of));
    }

    @Property
    void everyRankHasItsPlace(@ForAll("grids") Grid grid) {
        int[] last = null;
        for (int rank = 0; rank < grid.size(); rank++) {
            int[] at = grid.coordinates(rank);
            assertEquals(rank, grid.rankAt(at));
            assertTrue(last == null || java.util.Arrays.compare(last, at) < 0, "the last dimension counts fastest");
            last = at;
        }
        assertEquals(ErrorClass.RANK, assertThrows(MpiFailure.class,
            () -> grid.coordinates(grid.size())).errorClass());
    }

    @Property
    void aShiftAndItsReturnLeadBack(@ForAll("grids") Grid grid, @ForAll @IntRange(min = -7, max = 7) int steps) {
        for (int rank = 0; rank < grid.size(); rank++) {
            for (int i = 0; i < grid.dimensions(); i++) {
                int there = grid.shifted(rank, i, steps);
                if (there == Neighbors.NOBODY) {
                    int at = grid.coordinates(rank)[i] + steps;
                    assertTrue(!grid.periods()[i] && (at < 0 || at >= grid.dims()[i]));
                } else {
                    assertEquals(rank, grid.shifted(there, i, -steps));
                }
            }
        }
    }

    @Property
    void neighboursAreNeighboursOfEachOtherByTheSameLane(@ForAll("grids") Grid grid) {
        for (int rank = 0; rank < grid.size(); rank++) {
            Neighbors mine = grid.neighbors(rank);
            assertEquals(2 * grid.dimensions(), mine.sources().length);
            for (int i = 0; i < mine.destinations().length; i++) {
                int other = mine.destinations()[i];
                if (other != Neighbors.NOBODY) {
                    Neighbors theirs = grid.neighbors(other);
                    int lane = mine.destinationLane(i);
                    assertEquals(rank, theirs.sources()[lane]);
                    assertEquals(lane, theirs.sourceLane(lane));
                    assertTrue(lane < mine.lanes());
                }
            }
        }
    }

    @Property
    void partsCoverTheGridOnce(@ForAll("grids") Grid grid, @ForAll @IntRange(min = 0, max = 15) int bits) {
        boolean[] remain = new boolean[grid.dimensions()];
        for (int i = 0; i < remain.length; i++) {
            remain[i] = (bits >> i & 1) == 1;
        }
        Grid part = grid.sub(remain);
        Set<Integer> parts = new HashSet<>();
        int[] inPart = new int[grid.size()];
        for (int rank = 0; rank < grid.size(); rank++) {
            int number = grid.subNumber(rank, remain);
            parts.add(number);
            // Those of one part come in its own order.
            int[] at = grid.coordinates(rank);
            int[] there = part.coordinates(inPart[number]++);
            int next = 0;
            for (int i = 0; i < remain.length; i++) {
                assertTrue(!remain[i] || at[i] == there[next++]);
            }
        }
        assertEquals(grid.size(), parts.size() * part.size());
    }

    @Test
    void ringsComeRoundAndLinesEnd() {
        Grid grid = Grid.of(new int[] {3, 2}, new boolean[] {true, false});
        assertEquals(5, grid.rankAt(new int[] {-1, 1}));
        assertEquals(5, grid.rankAt(new int[] {5, 1, 99}));
        assertEquals(ErrorClass.ARG, assertThrows(MpiFailure.class,
            () -> grid.rankAt(new int[] {0, 2})).errorClass());
        assertArrayEquals(new int[] {4, 2, Neighbors.NOBODY, 1}, grid.neighbors(0).sources());
        assertEquals(ErrorClass.DIMS, assertThrows(MpiFailure.class, () -> grid.shifted(0, 2, 1)).errorClass());
        assertEquals(0, grid.shifted(0, 0, Integer.MAX_VALUE - 1));
    }

    @Test
    void impossibleGridsAreRefused() {
        assertEquals(ErrorClass.DIMS, assertThrows(MpiFailure.class,
            () -> Grid.of(new int[] {0}, new boolean[1])).errorClass());
        assertEquals(ErrorClass.DIMS, assertThrows(MpiFailure.class,
            () -> Grid.of(new int[] {1 << 20, 1 << 20}, new boolean[2])).errorClass());
        assertEquals(ErrorClass.ARG, assertThrows(MpiFailure.class,
            () -> Grid.of(null, new boolean[2])).errorClass());
    }

    @Test
    void periodsBeyondTheLengthsAreIgnored() {
        assertArrayEquals(new boolean[] {false, true},
            Grid.of(new int[] {2, 2}, new boolean[] {false, true, true}).periods());
        assertEquals(ErrorClass.DIMS, assertThrows(MpiFailure.class,
            () -> Grid.of(new int[] {2, 2}, new boolean[1])).errorClass());
    }
}
