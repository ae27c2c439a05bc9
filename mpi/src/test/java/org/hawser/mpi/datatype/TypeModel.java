package org.hawser.mpi.datatype;

import java.util.ArrayList;
import java.util.List;

/**
 * A datatype as the standard defines it: the list of its elements with their places, and nothing clever.
 *
 * @param elements the elements in order
 * @param lb the lower bound
 * @param ub the upper bound
 * @param alignment of the most demanding element
 * @param set the bounds were set by resizing
 */
public record TypeModel(List<Element> elements, long lb, long ub, int alignment, boolean set) {
    /** One basic element. */
    public record Element(long offset, int bytes) {
        Element moved(long by) {
            return new Element(offset + by, bytes);
        }
    }

    /** Items of a type somewhere in another. */
    public record Part(TypeModel type, long offset, long count, long stride) {
    }

    static TypeModel basic(int bytes) {
        return new TypeModel(List.of(new Element(0, bytes)), 0, bytes, bytes, false);
    }

    static TypeModel of(List<Part> parts) {
        List<Element> all = new ArrayList<>();
        List<TypeModel> placed = new ArrayList<>();
        for (Part part : parts) {
            boolean isThere = part.type.set || !part.type.elements.isEmpty();
            for (long i = 0; isThere && i < part.count; i++) {
                long at = part.offset + i * part.stride;
                part.type.elements.forEach(element -> all.add(element.moved(at)));
                placed.add(new TypeModel(List.of(), part.type.lb + at, part.type.ub + at, part.type.alignment,
                    part.type.set));
            }
        }
        if (placed.isEmpty()) {
            return new TypeModel(List.of(), 0, 0, 1, false);
        }
        boolean set = placed.stream().anyMatch(TypeModel::set);
        long lb = placed.stream().filter(one -> one.set == set).mapToLong(TypeModel::lb).min().orElseThrow();
        long ub = placed.stream().filter(one -> one.set == set).mapToLong(TypeModel::ub).max().orElseThrow();
        int alignment = placed.stream().mapToInt(TypeModel::alignment).max().orElseThrow();
        while (!set && Math.floorMod(ub - lb, alignment) != 0) {
            ub++;
        }
        return new TypeModel(all, lb, ub, alignment, set);
    }

    TypeModel resized(long newLb, long extent) {
        return new TypeModel(elements, newLb, newLb + extent, alignment, true);
    }

    long extent() {
        return ub - lb;
    }

    long size() {
        return elements.stream().mapToLong(Element::bytes).sum();
    }

    long trueLb() {
        return elements.stream().mapToLong(Element::offset).min().orElse(0);
    }

    long trueUb() {
        return elements.stream().mapToLong(element -> element.offset + element.bytes).max().orElse(0);
    }

    /** Where each packed byte of {@code count} items lies, from the first item's place. */
    long[] places(int count) {
        long[] places = new long[(int) size() * count];
        int next = 0;
        for (int item = 0; item < count; item++) {
            for (Element element : elements) {
                for (int b = 0; b < element.bytes; b++) {
                    places[next++] = item * extent() + element.offset + b;
                }
            }
        }
        return places;
    }
}
