package org.hawser.mpi.datatype;

import java.util.ArrayList;
import java.util.List;

/**
 * The basic elements of a datatype's item, in the order of the packed form. Equal elements that follow each other, and
 * groups that are repeated, are kept once with their number, so that it is small for regular types.
 *
 * <p><b>Threads:</b> immutable. <b>Allocates:</b> at construction.
 */
public final class Signature {
    /** No elements. */
    public static final Signature EMPTY = new Signature(List.of());

    /** Told of elements, group by group. */
    @FunctionalInterface
    public interface Visitor {
        /** {@code count} elements of {@code bytes} each, packed from {@code position} on. */
        void elements(long position, int bytes, long count);
    }

    /**
     * So many elements, or groups.
     *
     * @param count how often
     * @param element the bytes of a basic element; 0 for a group
     * @param number the bytes of the numbers it is made of: half of a complex one's
     * @param group the group, or null
     */
    private record Part(long count, int element, int number, Signature group) {
        long unit() {
            return group == null ? element : group.size;
        }

        boolean sameUnit(Part other) {
            return element == other.element && number == other.number && group == other.group;
        }
    }

    private final Part[] parts;
    private final long size;
    private final long elements;

    private Signature(List<Part> parts) {
        this.parts = parts.toArray(Part[]::new);
        long bytes = 0;
        long basic = 0;
        for (Part part : this.parts) {
            bytes = Math.addExact(bytes, Math.multiplyExact(part.count, part.unit()));
            basic += part.count * (part.group == null ? 1 : part.group.elements);
        }
        size = bytes;
        elements = basic;
    }

    /** One element of {@code bytes}, made of numbers of {@code number} bytes. */
    public static Signature basic(int bytes, int number) {
        return new Signature(List.of(new Part(1, bytes, number, null)));
    }

    /** The elements of this, {@code count} times. */
    public Signature times(long count) {
        return new Builder().add(this, count).build();
    }

    /** How many elements there are. */
    public long elements() {
        return elements;
    }

    /** Their bytes. */
    public long size() {
        return size;
    }

    /** The bytes of each number, when all have the same; else 0. Complex elements are two numbers. */
    public int uniform() {
        int found = 0;
        for (Part part : parts) {
            int number = part.group == null ? part.number : part.group.uniform();
            if (number == 0 || found != 0 && found != number) {
                return 0;
            }
            found = number;
        }
        return found;
    }

    /** How many whole elements the first {@code bytes} of items' packed form have; -1 when they end inside one. */
    public long elementsIn(long bytes) {
        if (size == 0) {
            return bytes == 0 ? 0 : -1;
        }
        long items = bytes / size;
        long rest = bytes - items * size;
        return rest == 0 ? items * elements : plus(items * elements, within(rest));
    }

    private long within(long bytes) {
        long found = 0;
        long left = bytes;
        for (int i = 0; left > 0; i++) {
            Part part = parts[i];
            long whole = Math.min(part.count, left / part.unit());
            found += whole * (part.group == null ? 1 : part.group.elements);
            left -= whole * part.unit();
            if (whole < part.count && left > 0) {
                return part.group == null ? -1 : plus(found, part.group.within(left));
            }
        }
        return found;
    }

    private static long plus(long found, long more) {
        return more < 0 ? -1 : found + more;
    }

    /** How many bytes the first {@code count} elements of items have; the largest long when that is too many. */
    public long bytesOf(long count) {
        if (elements == 0) {
            return 0;
        }
        long items = count / elements;
        if (Math.multiplyHigh(items, size) != 0 || items * size < 0) {
            return Long.MAX_VALUE;
        }
        return items * size + bytesWithin(count - items * elements);
    }

    private long bytesWithin(long count) {
        long bytes = 0;
        long left = count;
        for (int i = 0; left > 0; i++) {
            Part part = parts[i];
            long each = part.group == null ? 1 : part.group.elements;
            long whole = Math.min(part.count, left / each);
            bytes += whole * part.unit();
            left -= whole * each;
            if (whole < part.count && left > 0) {
                return bytes + part.group.bytesWithin(left);
            }
        }
        return bytes;
    }

    /** Tells the numbers of {@code items} items in the order of the packed form; complex elements are two each. */
    public void forEach(long items, Visitor visitor) {
        if (parts.length == 1 && parts[0].group == null) {
            Part part = parts[0];
            visitor.elements(0, part.number, items * part.count * (part.element / part.number));
            return;
        }
        for (long i = 0; i < items; i++) {
            visit(i * size, visitor);
        }
    }

    private void visit(long from, Visitor visitor) {
        long position = from;
        for (Part part : parts) {
            if (part.group == null) {
                visitor.elements(position, part.number, part.count * (part.element / part.number));
            } else {
                for (long i = 0; i < part.count; i++) {
                    part.group.visit(position + i * part.group.size, visitor);
                }
            }
            position += part.count * part.unit();
        }
    }

    /** Puts signatures behind each other. */
    static final class Builder {
        private final List<Part> parts = new ArrayList<>();

        Builder add(Signature signature, long count) {
            if (count == 0 || signature.size == 0) {
                return this;
            }
            if (signature.parts.length == 1) {
                Part part = signature.parts[0];
                append(new Part(Math.multiplyExact(part.count, count), part.element, part.number, part.group));
            } else {
                append(new Part(count, 0, 0, signature));
            }
            return this;
        }

        private void append(Part part) {
            int last = parts.size() - 1;
            if (last >= 0 && parts.get(last).sameUnit(part)) {
                parts.set(last, new Part(Math.addExact(parts.get(last).count, part.count), part.element, part.number,
                    part.group));
            } else {
                parts.add(part);
            }
        }

        Signature build() {
            return parts.isEmpty() ? EMPTY : new Signature(parts);
        }
    }
}
