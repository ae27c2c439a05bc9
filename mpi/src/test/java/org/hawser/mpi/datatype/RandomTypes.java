package org.hawser.mpi.datatype;

import java.util.ArrayList;
import java.util.List;
import java.util.Random;

/** Random nested types, each as a layout and as the standard defines it. */
public final class RandomTypes {
    private static final int MOST_ELEMENTS = 3_000;

    /** The same type twice. */
    public record Both(Layout layout, TypeModel model, String made) {
    }

    private final Random random;

    /** Types that the seed decides. */
    public RandomTypes(long seed) {
        random = new Random(seed);
    }

    /** Any type. */
    public Both next() {
        return next(random.nextInt(5));
    }

    /** A type with many elements and no two in the same place. */
    public Layout large() {
        Layout number = Layout.basic(1 << random.nextInt(4));
        int count = 1 + random.nextInt(200);
        int length = 1 + random.nextInt(random.nextBoolean() ? 4 : 300);
        Layout rows = number.vector(count, length, length + random.nextInt(20));
        return random.nextBoolean() ? rows
            : rows.indexed(new int[] {1, 2, 1}, new int[] {3, 0, 4}, rows.extent() + random.nextInt(100));
    }

    /** A type whose elements all have {@code bytes} bytes, and places that are a multiple of that. */
    public Both of(int bytes) {
        return grow(basic(bytes), random.nextInt(4), bytes);
    }

    private Both next(int depth) {
        return grow(basic(1 << random.nextInt(4)), depth, 1);
    }

    private Both grow(Both from, int depth, int unit) {
        Both type = from;
        for (int i = 0; i < depth; i++) {
            Both larger = derive(type, unit);
            if (larger.model.elements().size() <= MOST_ELEMENTS) {
                type = larger;
            }
        }
        return type;
    }

    private static Both basic(int bytes) {
        return new Both(Layout.basic(bytes), TypeModel.basic(bytes), "b" + bytes);
    }

    private Both derive(Both old, int unit) {
        return switch (random.nextInt(unit == 1 ? 7 : 6)) {
            case 0 -> contiguous(old);
            case 1 -> vector(old);
            case 2 -> hvector(old, unit);
            case 3 -> indexed(old, old.model.extent());
            case 4 -> indexed(old, unit);
            case 5 -> resized(old, unit);
            default -> struct(old);
        };
    }

    private Both contiguous(Both old) {
        int count = random.nextInt(6);
        return new Both(old.layout.repeat(count), TypeModel.of(List.of(all(old, 0, count))),
            "contiguous(" + count + ", " + old.made + ")");
    }

    private static TypeModel.Part all(Both old, long offset, long count) {
        return new TypeModel.Part(old.model, offset, count, old.model.extent());
    }

    private Both vector(Both old) {
        int count = random.nextInt(20);
        int length = random.nextInt(4);
        int stride = random.nextInt(13) - 4;
        return new Both(old.layout.vector(count, length, stride),
            blocks(old, count, length, stride * old.model.extent()),
            "vector(" + count + ", " + length + ", " + stride + ", " + old.made + ")");
    }

    private Both hvector(Both old, int unit) {
        int count = random.nextInt(20);
        int length = random.nextInt(4);
        int stride = (random.nextInt(101) - 30) * unit;
        return new Both(old.layout.hvector(count, length, stride), blocks(old, count, length, stride),
            "hvector(" + count + ", " + length + ", " + stride + ", " + old.made + ")");
    }

    private static TypeModel blocks(Both old, int count, int length, long stride) {
        TypeModel block = TypeModel.of(List.of(all(old, 0, length)));
        return TypeModel.of(List.of(new TypeModel.Part(block, 0, count, stride)));
    }

    private Both indexed(Both old, long unit) {
        int blocks = random.nextInt(12);
        int[] lengths = new int[blocks];
        int[] places = new int[blocks];
        boolean regular = random.nextBoolean();
        List<TypeModel.Part> parts = new ArrayList<>();
        for (int i = 0; i < blocks; i++) {
            lengths[i] = regular ? 1 + i / 6 : random.nextInt(4);
            places[i] = regular ? 3 * i - 4 : random.nextInt(40) - 10;
            parts.add(all(old, places[i] * unit, lengths[i]));
        }
        return new Both(old.layout.indexed(lengths, places, unit), TypeModel.of(parts),
            "indexed(" + java.util.Arrays.toString(lengths) + java.util.Arrays.toString(places) + "*" + unit + ", "
                + old.made + ")");
    }

    private Both resized(Both old, int unit) {
        int lb = (random.nextInt(21) - 10) * unit;
        int extent = (random.nextInt(61) - 10) * unit;
        return new Both(old.layout.resized(lb, extent), old.model.resized(lb, extent),
            "resized(" + lb + ", " + extent + ", " + old.made + ")");
    }

    private Both struct(Both old) {
        LayoutBuilder builder = new LayoutBuilder();
        List<TypeModel.Part> parts = new ArrayList<>();
        StringBuilder made = new StringBuilder("struct(");
        int fields = random.nextInt(7);
        for (int i = 0; i < fields; i++) {
            Both field = random.nextBoolean() ? old : next(random.nextInt(3));
            int offset = random.nextInt(200) - 40;
            int count = random.nextInt(4);
            builder.add(field.layout, offset, count, field.layout.extent());
            parts.add(all(field, offset, count));
            made.append(count).append('@').append(offset).append(' ').append(field.made).append(", ");
        }
        return new Both(builder.build(), TypeModel.of(parts), made.append(')').toString());
    }
}
