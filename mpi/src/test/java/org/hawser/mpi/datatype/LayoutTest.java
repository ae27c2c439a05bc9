package org.hawser.mpi.datatype;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.Random;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Tag;
import org.junit.jupiter.api.Test;

@Tag("once")
class LayoutTest {
    @Property(tries = 2_000)
    void boundsSizesAndElementsAreThoseOfTheStandard(@ForAll long seed) {
        RandomTypes.Both type = new RandomTypes(seed).next();
        Layout layout = type.layout();
        TypeModel model = type.model();
        assertEquals(model.size(), layout.size(), type.made());
        assertEquals(model.lb(), layout.lb(), type.made());
        assertEquals(model.extent(), layout.extent(), type.made());
        assertEquals(model.trueLb(), layout.trueLb(), type.made());
        assertEquals(model.trueUb(), layout.trueLb() + layout.trueExtent(), type.made());
        assertEquals(model.elements().size(), layout.signature().elements(), type.made());
        checkElements(layout.signature(), model, type.made());
    }

    private static void checkElements(Signature signature, TypeModel model, String made) {
        long bytes = 0;
        long elements = 0;
        for (TypeModel.Element element : model.elements()) {
            bytes += element.bytes();
            elements++;
            assertEquals(elements, signature.elementsIn(bytes), made);
            assertEquals(bytes, signature.bytesOf(elements), made);
            if (element.bytes() > 1) {
                assertEquals(-1, signature.elementsIn(bytes - 1), made);
            }
        }
        long[] told = {0};
        signature.forEach(2, (position, each, count) -> {
            assertEquals(told[0], position, made);
            for (long i = 0; i < count; i++) {
                int index = (int) (signature.elementsIn(told[0]) % model.elements().size());
                assertEquals(model.elements().get(index).bytes(), each, made);
                told[0] += each;
            }
        });
        assertEquals(2 * bytes, told[0], made);
    }

    @Property(tries = 2_000)
    void packedBytesAreThoseOfTheElementsInOrder(@ForAll long seed) {
        RandomTypes.Both type = new RandomTypes(seed).next();
        Random random = new Random(seed);
        int count = random.nextInt(5);
        long[] places = type.model().places(count);
        byte[] memory = new byte[(int) (type.layout().endOf(count) - type.layout().firstOf(count))];
        random.nextBytes(memory);
        int at = (int) -type.layout().firstOf(count);
        byte[] expected = new byte[places.length];
        for (int i = 0; i < places.length; i++) {
            expected[i] = memory[(int) (at + places[i])];
        }
        byte[] packed = new byte[places.length];
        forPieces(random, places.length, (from, to) ->
            type.layout().pack(memory, at, from, to - from, packed, from));
        assertArrayEquals(expected, packed, () -> count + " of " + type.made());
    }

    @Property(tries = 2_000)
    void unpackingWritesTheElementsAndNothingElse(@ForAll long seed) {
        RandomTypes.Both type = new RandomTypes(seed).next();
        Random random = new Random(seed);
        int count = random.nextInt(5);
        long[] places = type.model().places(count);
        byte[] packed = new byte[places.length];
        random.nextBytes(packed);
        int at = (int) -type.layout().firstOf(count);
        byte[] expected = new byte[(int) type.layout().endOf(count) + at];
        byte[] memory = expected.clone();
        forPieces(random, places.length, (from, to) -> {
            for (int i = from; i < to; i++) {
                expected[(int) (at + places[i])] = packed[i];
            }
            type.layout().unpack(packed, from, memory, at, from, to - from);
            assertOverlapping(type, expected, memory, places);
        });
    }

    /** Where elements overlap the order of writes is open, so only other types are compared. */
    private static void assertOverlapping(RandomTypes.Both type, byte[] expected, byte[] memory, long[] places) {
        if (java.util.Arrays.stream(places).distinct().count() == places.length) {
            assertArrayEquals(expected, memory, type::made);
        }
    }

    private interface Piece {
        void move(int from, int to);
    }

    /** In random order, so that no piece may depend on the one before. */
    private static void forPieces(Random random, int bytes, Piece piece) {
        int[] cuts = random.ints(random.nextInt(4), 0, bytes + 1).sorted().toArray();
        int from = 0;
        for (int cut : cuts) {
            piece.move(from, cut);
            from = cut;
        }
        piece.move(from, bytes);
    }

    @Test
    void regularTypesAreOneRunAndDenseOnesOneBlock() {
        Layout number = Layout.basic(8);
        Layout column = number.vector(100, 1, 100);
        assertEquals(100, column.blocks());
        assertEquals(1, column.program().topEnd - column.program().top);
        assertFalse(column.isContiguous());
        assertTrue(number.vector(10, 5, 5).isContiguous());
        assertTrue(number.repeat(10).repeat(10).isContiguous());
        assertEquals(1, number.vector(10, 5, 5).repeat(7).blocks());
        Layout indexed = number.indexed(new int[] {1, 1, 1, 1}, new int[] {0, 3, 6, 9}, 8);
        assertEquals(1, indexed.program().topEnd);
        assertTrue(number.indexed(new int[] {2, 3}, new int[] {0, 2}, 8).isContiguous());
        assertFalse(number.resized(0, 16).isContiguous());
        assertTrue(number.resized(0, 16).resized(0, 8).isContiguous());
        assertTrue(number.resized(-8, 8).isContiguous());
        assertEquals(1, number.resized(0, 16).repeat(50).program().topEnd);
    }

    @Test
    void nestedTypesStaySmall() {
        Layout type = Layout.basic(4);
        for (int i = 0; i < 5; i++) {
            type = type.indexed(new int[] {1, 2, 1, 2, 1, 3}, new int[] {0, 2, 7, 9, 20, 40}, type.extent());
        }
        assertTrue(type.blocks() > 5_000, "blocks=" + type.blocks());
        assertTrue(type.program().topEnd < 40, "instructions=" + type.program().topEnd);
    }

    @Test
    void whatIsTooLargeForALongIsAnError() {
        Layout large = Layout.basic(8).repeat(1L << 40);
        assertThrows(ArithmeticException.class, () -> large.repeat(1L << 30));
        assertThrows(ArithmeticException.class, () -> large.hvector(1L << 30, 1, 1));
        assertThrows(ArithmeticException.class, () -> large.hvector(3, 1, Long.MAX_VALUE / 2));
        assertThrows(ArithmeticException.class, () -> large.resized(Long.MAX_VALUE, 10));
    }
}
