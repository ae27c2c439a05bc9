package org.hawser.mpi.io;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.List;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Combinators;
import net.jqwik.api.EdgeCasesMode;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import org.hawser.mpi.ErrorClass;
import org.hawser.mpi.MpiFailure;
import org.hawser.mpi.datatype.Layout;
import org.junit.jupiter.api.Test;

/** Views against a model that knows the place of every byte. */
class ViewTest {
    private static final int TILES = 4;

    /** A gap, then equal runs at equal distances. */
    record Part(int gap, int length, int between, int count) {
    }

    @Provide
    Arbitrary<List<Part>> tiles() {
        return Combinators.combine(Arbitraries.integers().between(0, 5), Arbitraries.integers().between(1, 6),
            Arbitraries.integers().between(0, 4), Arbitraries.integers().between(1, 6)).as(Part::new)
            .list().ofMinSize(1).ofMaxSize(6);
    }

    /** A view and the place of each byte of its first tiles. */
    private record Modelled(View view, List<Long> places) {
        static Modelled of(List<Part> parts, int displacement, int after) {
            RunList.Builder builder = new RunList.Builder();
            List<Long> tile = new ArrayList<>();
            long at = 0;
            for (Part part : parts) {
                at += part.gap;
                builder.add(at, part.length, part.length + part.between, part.count);
                for (int i = 0; i < part.count; i++) {
                    for (int j = 0; j < part.length; j++) {
                        tile.add(at + j);
                    }
                    at += part.length + part.between;
                }
            }
            long extent = tile.getLast() + 1 + after;
            List<Long> places = new ArrayList<>();
            for (int i = 0; i < TILES; i++) {
                for (long each : tile) {
                    places.add(displacement + i * extent + each);
                }
            }
            return new Modelled(new View(displacement, 1, builder.build(), extent, false), places);
        }
    }

    @Property(tries = 300, edgeCases = EdgeCasesMode.NONE)
    void everyByteOfTheStreamIsWhereTheModelSays(@ForAll("tiles") List<Part> parts, @ForAll boolean displaced,
                                                 @ForAll boolean padded) {
        Modelled both = Modelled.of(parts, displaced ? 7 : 0, padded ? 3 : 0);
        View view = both.view;
        view.check(true, true);
        assertTrue(view.isMonotonic());
        for (int position = 0; position < both.places.size(); position++) {
            long place = both.places.get(position);
            assertEquals(place, view.offsetOf(position));
            assertEquals(place + 1, view.endOf(position + 1));
            assertEquals(position, view.positionOf(place));
            assertEquals(position + 1, view.positionOf(place + 1));
        }
    }

    @Property(tries = 300, edgeCases = EdgeCasesMode.NONE)
    void aWalkPassesEveryRunFromAnyPlaceOn(@ForAll("tiles") List<Part> parts, @ForAll int start, @ForAll int step) {
        Modelled both = Modelled.of(parts, 5, 2);
        int position = Math.floorMod(start, both.places.size());
        int most = 1 + Math.floorMod(step, 5);
        View.Walk walk = both.view.walk(position);
        while (position < both.places.size()) {
            long length = Math.min(walk.length(), Math.min(most, both.places.size() - position));
            for (int i = 0; i < length; i++) {
                assertEquals(both.places.get(position + i), walk.offset() + i);
            }
            walk.skip(length);
            position += (int) length;
        }
    }

    @Property(tries = 200, edgeCases = EdgeCasesMode.NONE)
    void bytesBelowAnOffsetAreCounted(@ForAll("tiles") List<Part> parts, @ForAll int offset) {
        Modelled both = Modelled.of(parts, 3, 1);
        long end = both.places.getLast();
        long below = Math.floorMod((long) offset, end);
        assertEquals(both.places.stream().filter(place -> place < below).count(), both.view.positionOf(below));
        assertEquals(both.view.positionOf(below), both.view.positionOfEnd(below));
    }

    @Test
    void equalRunsAtEqualDistancesAreOneGroup() {
        RunList.Builder builder = new RunList.Builder();
        builder.add(8, 4, 16, 1_000_000_000);
        RunList runs = builder.build();
        assertEquals(1, runs.groups());
        assertEquals(4_000_000_000L, runs.bytes());
        assertEquals(8 + 16L * 999_999_999 + 4, runs.end());
        RunList.Builder touching = new RunList.Builder();
        touching.add(0, 4, 4, 100);
        touching.add(400, 8);
        assertEquals(1, touching.build().groups());
    }

    @Test
    void runsOfLayoutsAreFound() {
        Layout type = Layout.basic(4).vector(3, 2, 4);
        View view = ViewMaking.view(100, Layout.basic(4), type, "native", true);
        assertEquals(100 + 16, view.offsetOf(8));
        assertEquals(100 + 40 + 4, view.offsetOf(24 + 4));
        assertTrue(view.isMonotonic());
        assertFalse(view.isConverted());
        assertTrue(ViewMaking.view(0, type, type, "EXTERNAL32", true).isConverted());
    }

    @Test
    void whatCannotBeAViewIsRefused() {
        Layout item = Layout.basic(4);
        assertRefused(ErrorClass.ARG, -1, item, item, "native", false);
        assertRefused(ErrorClass.UNSUPPORTED_DATAREP, 0, item, item, "morse", false);
        assertRefused(ErrorClass.UNSUPPORTED_DATAREP, 0, item, item, null, false);
        assertRefused(ErrorClass.ARG, 0, Layout.basic(8), item, "native", false);
        assertRefused(ErrorClass.ARG, 0, item, Layout.basic(2).vector(2, 1, 3), "native", false);
        assertRefused(ErrorClass.ARG, 0, item, item.indexed(new int[] {1, 1}, new int[] {2, 0}, 4), "native", false);
        assertRefused(ErrorClass.ARG, 0, item, item.indexed(new int[] {1}, new int[] {-1}, 4), "native", false);
        assertRefused(ErrorClass.ARG, 0, Layout.contiguous(0), item, "native", false);
        Layout twice = Layout.basic(4).indexed(new int[] {2, 1}, new int[] {0, 1}, 4);
        assertRefused(ErrorClass.ARG, 0, item, twice, "native", true);
        ViewMaking.view(0, item, twice, "native", false);
        // Where its copies lie on top of each other, or ever further down, a walk to the file's end would not end.
        assertRefused(ErrorClass.ARG, 0, item, item.resized(0, 0), "native", false);
        assertRefused(ErrorClass.ARG, 0, item, item.resized(0, -4), "native", false);
    }

    private static void assertRefused(int errorClass, long displacement, Layout etype, Layout filetype,
                                      String representation, boolean written) {
        assertEquals(errorClass, assertThrows(MpiFailure.class,
            () -> ViewMaking.view(displacement, etype, filetype, representation, written)).errorClass());
    }

    @Test
    void copiesOfATileMayReachIntoEachOtherInAFileThatIsWritten() {
        Layout column = Layout.basic(8).vector(4, 1, 4).resized(0, 8);
        View view = ViewMaking.view(8, Layout.basic(8), column, "native", true);
        assertFalse(view.isMonotonic());
        assertEquals(8 + 3 * 32, view.offsetOf(24));
        assertEquals(16, view.offsetOf(32));
    }

    @Test
    void theEndOfALargeFileIsFoundAtOnceWhereCopiesReachIntoEachOther() {
        Layout item = Layout.basic(8);
        View view = ViewMaking.view(8, item, item.vector(4, 1, 4).resized(0, 8), "native", true);
        // Of the first copy that is not all in the file three runs are.
        assertEquals(0, view.positionOfEnd(8));
        assertEquals(3 * 8, view.positionOfEnd(8 + 3 * 32));
        assertEquals(4 * 8 + 3 * 8, view.positionOfEnd(8 + 3 * 32 + 8));
        long copies = 1L << 40;
        assertEquals(copies * 32 + 24, view.positionOfEnd(8 + 3 * 32 + copies * 8));
        assertEquals(copies * 32 + 24, view.positionOfEnd(8 + 3 * 32 + copies * 8 + 7));
    }

    @Test
    void tilesThatOverlapCanBeReadInOrder() {
        Layout type = Layout.basic(4).indexed(new int[] {1, 1}, new int[] {0, 2}, 4).resized(0, 4);
        View view = ViewMaking.view(0, Layout.basic(4), type, "native", false);
        assertFalse(view.isMonotonic());
        assertEquals(8, view.offsetOf(4));
        assertEquals(4, view.offsetOf(8));
        assertEquals(12, view.offsetOf(12));
    }
}
