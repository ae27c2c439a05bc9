package org.hawser.mpi.datatype;

/**
 * What a datatype is to those who hold items of it: its name, its memory, and how the API counts.
 *
 * <p><b>Threads:</b> immutable.
 *
 * @param name the type's name
 * @param arrays the Java arrays that may hold items: bits of {@link Memory}
 * @param unit the length of one Java element; the API counts sizes in these
 * @param layout where an item's elements lie
 */
public record TypeShape(String name, int arrays, int unit, Layout layout) {

    /** A type whose items are one Java element each. */
    public static TypeShape basic(String name, int arrays, int bytes) {
        return new TypeShape(name, arrays, bytes, Layout.basic(bytes));
    }

    /** A complex number: two Java elements. */
    public static TypeShape complex(String name, int arrays, int part) {
        return new TypeShape(name, arrays, part, Layout.complex(part));
    }

    /** A value and an {@code int} index, as C lays them out. */
    public static TypeShape pair(String name, int value, int arrays) {
        Layout layout = new LayoutBuilder().add(Layout.basic(value), 0, 1, value)
            .add(Layout.basic(Integer.BYTES), indexOffset(value), 1, Integer.BYTES).build();
        return new TypeShape(name, arrays, 1, layout);
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
