package org.hawser.system;

import java.util.Arrays;
import java.util.Random;
import org.hawser.pgas.Distribution;
import org.hawser.pgas.Pgas;
import org.hawser.pgas.SharedIntArray;

/**
 * A shared array and what must be in it, for {@link PgasRandom}. In a phase each thread writes a slice that nobody else
 * does.
 */
final class PgasInts {
    private final Pgas pgas;
    private final SharedIntArray array;
    private final int[] expected;

    PgasInts(Pgas pgas, Random plan) {
        this.pgas = pgas;
        int length = pgas.threads() * (1 + plan.nextInt(200)) + plan.nextInt(pgas.threads());
        Distribution distribution = switch (plan.nextInt(4)) {
            case 0 -> Distribution.cyclic();
            case 1 -> Distribution.even();
            case 2 -> Distribution.indefinite();
            default -> Distribution.blocks(1 + plan.nextInt(20));
        };
        array = pgas.ints(length, distribution);
        expected = new int[length];
    }

    void free() {
        array.close();
    }

    /** The changes of thread {@code writer}. */
    void write(Random plan, int writer, int shift) {
        boolean mine = writer == pgas.myThread();
        int slice = expected.length / pgas.threads();
        int first = (writer + shift) % pgas.threads() * slice;
        for (int i = 0; i < 10; i++) {
            int index = first + plan.nextInt(slice);
            int count = 1 + plan.nextInt(first + slice - index);
            int value = plan.nextInt();
            int way = plan.nextInt(5);
            int[] values = new int[way == 2 ? count : 0];
            Arrays.setAll(values, each -> plan.nextInt());
            switch (way) {
                case 0, 1 -> expected[index] = value;
                case 2 -> System.arraycopy(values, 0, expected, index, count);
                case 3 -> Arrays.fill(expected, index, index + count, value);
                default -> { }
            }
            if (mine) {
                change(way, index, count, value, values);
            }
        }
    }

    private void change(int way, int index, int count, int value, int[] values) {
        switch (way) {
            case 0 -> array.put(index, value);
            case 1 -> array.putStrict(index, value);
            case 2 -> array.put(index, values, 0, count);
            case 3 -> array.fill(index, count, value);
            default -> {
                // What this thread put before it sees now, fence or not.
                int seen = (value & 1) == 0 ? array.get(index) : array.getStrict(index);
                check(seen == expected[index], "thread " + pgas.myThread() + " does not see its own put: index=" + index
                    + " seen=" + seen + " expected=" + expected[index]);
            }
        }
    }

    /** Threads change what is near them. */
    void forAll(int value) {
        array.forAll(i -> array.put(i, array.get(i) * 31 + (int) i + value));
        for (int i = 0; i < expected.length; i++) {
            expected[i] = expected[i] * 31 + i + value;
        }
    }

    /** Every element is as it must be. */
    void check(boolean singly) {
        int[] all = new int[expected.length];
        if (singly) {
            Arrays.setAll(all, array::get);
        } else {
            array.get(0, all, 0, all.length);
        }
        int wrong = Arrays.mismatch(all, expected);
        check(wrong < 0, "thread " + pgas.myThread() + " finds a wrong element: index=" + wrong + " of " + array);
    }

    private static void check(boolean holds, String otherwise) {
        Traffic.check(holds, otherwise);
    }
}
