package org.hawser.testkit.rma;

import java.util.Arrays;
import java.util.Random;
import java.util.stream.IntStream;

/**
 * Where elements lie: {@code count} items of some elements each, at {@code places} counted in elements from where the
 * item begins, and items {@code extent} elements apart. No two elements lie in the same place; within an item they need
 * not be in order.
 *
 * <p><b>Threads:</b> immutable.
 *
 * @param element what the elements are
 * @param places where those of one item lie
 * @param count how many items there are
 * @param extent from one item to the next, in elements
 */
public record Placing(Element element, int[] places, int count, int extent) {

    /** Elements in a row. */
    static Placing row(Element element, int count) {
        return new Placing(element, new int[] {0}, count, 1);
    }

    /** So many elements, placed at random: in a row, as a vector, or anyhow, in one item or several. */
    static Placing random(Random random, Element element, int elements) {
        int shape = random.nextInt(5);
        if (elements < 2 || shape < 2) {
            return row(element, elements);
        }
        int items = elements % 3 == 0 && random.nextBoolean() ? 3 : 1;
        int each = elements / items;
        int[] places = shape < 4 ? vector(random, each) : scattered(random, each);
        int end = IntStream.of(places).max().orElse(0) + 1;
        return new Placing(element, places, items, end + random.nextInt(3));
    }

    private static int[] vector(Random random, int each) {
        int length = each % 4 == 0 ? 4 : each % 2 == 0 ? 2 : 1;
        int stride = length + 1 + random.nextInt(3);
        return IntStream.range(0, each).map(i -> i / length * stride + i % length).toArray();
    }

    private static int[] scattered(Random random, int each) {
        int[] places = new int[each];
        int next = random.nextInt(3);
        for (int i = 0; i < each; i++) {
            places[i] = next;
            next += 1 + (random.nextInt(4) == 0 ? random.nextInt(4) : 0);
        }
        for (int swaps = random.nextInt(3); swaps > 0; swaps--) {
            int a = random.nextInt(each);
            int b = random.nextInt(each);
            int kept = places[a];
            places[a] = places[b];
            places[b] = kept;
        }
        return places;
    }

    /** Whether they lie in a row from the beginning. */
    public boolean isRow() {
        return places.length == 1 && places[0] == 0 && extent == 1;
    }

    /** How many elements there are. */
    public int elements() {
        return count * places.length;
    }

    /** The place of an element in bytes from the beginning. */
    public int place(int index) {
        return (index / places.length * extent + places[index % places.length]) * element.bytes;
    }

    /** The bytes from the beginning to behind the last element. */
    public int span() {
        int end = 0;
        for (int i = 0; i < elements(); i++) {
            end = Math.max(end, place(i) + element.bytes);
        }
        return end;
    }

    @Override
    public String toString() {
        String many = count + "*" + element;
        return isRow() ? many : many + Arrays.toString(places) + "/" + extent;
    }
}
