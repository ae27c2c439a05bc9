package org.hawser.mpi.datatype;

/**
 * What an item of a datatype looks like in memory, in bytes. Items lie one after the other, {@code extent} apart, and
 * are moved with what lies between their elements.
 *
 * <p><b>Threads:</b> immutable.
 *
 * @param name the type's name
 * @param arrays the Java arrays that may hold items: bits of {@link Memory}
 * @param unit the length of one Java element; the API counts sizes in these
 * @param size the bytes of an item's elements
 * @param extent from one item to the next
 * @param trueExtent from an item's first element to the end of its last
 * @param alignment what the items' places must be a multiple of
 * @param elements the basic elements of an item
 */
public record TypeShape(String name, int arrays, int unit, int size, int extent, int trueExtent, int alignment,
                        int elements) {

    /** A type whose items are one Java element each. */
    public static TypeShape basic(String name, int arrays, int bytes) {
        return new TypeShape(name, arrays, bytes, bytes, bytes, bytes, bytes, 1);
    }

    /** A complex number: two Java elements. */
    public static TypeShape complex(String name, int arrays, int part) {
        return new TypeShape(name, arrays, part, 2 * part, 2 * part, 2 * part, part, 1);
    }

    /** A value and an {@code int} index, as C lays them out. */
    public static TypeShape pair(String name, int value, int arrays) {
        int alignment = Math.max(value, Integer.BYTES);
        int index = indexOffset(value);
        int end = index + Integer.BYTES;
        return new TypeShape(name, arrays, 1, value + Integer.BYTES, roundUp(end, alignment), end, alignment, 2);
    }

    /** Where the index of a pair lies. */
    public static int indexOffset(int value) {
        return roundUp(value, Integer.BYTES);
    }

    /** {@code value} or the next multiple of {@code step}. */
    public static int roundUp(int value, int step) {
        return (value + step - 1) / step * step;
    }
}
