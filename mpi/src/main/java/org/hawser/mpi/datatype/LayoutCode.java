package org.hawser.mpi.datatype;

/**
 * Layouts as words, for peers that write or read items where they lie. What comes from a peer is checked: a layout that
 * is read back touches nothing outside the bounds it says.
 *
 * <pre>
 * 0 instructions   1 top   2 extent   3 … five words for each instruction, the last of which stands for the items
 *
 * instruction:  offset   count   stride   length   body | bodyEnd &lt;&lt; 32, or -1
 * </pre>
 *
 * <p><b>Threads:</b> any. <b>Allocates:</b> the words, and the layout.
 */
public final class LayoutCode {
    private static final int HEAD = 3;
    private static final int EACH = 5;

    private LayoutCode() {
    }

    /** The number of words that a layout takes. */
    public static int words(Layout layout) {
        return HEAD + EACH * layout.program().topEnd;
    }

    /** The words of a layout. */
    public static long[] write(Layout layout) {
        Program program = layout.program();
        long[] words = new long[words(layout)];
        words[0] = program.topEnd;
        words[1] = program.top;
        words[2] = layout.extent();
        for (int i = 0; i < program.topEnd; i++) {
            int at = HEAD + EACH * i;
            words[at] = program.offset[i];
            words[at + 1] = program.count[i];
            words[at + 2] = program.stride[i];
            words[at + 3] = program.length[i];
            words[at + 4] = program.isRun(i) ? -1 : program.body[i] | (long) program.bodyEnd[i] << 32;
        }
        return words;
    }

    /**
     * The layout of words.
     *
     * @throws IllegalArgumentException when they are none
     */
    public static Layout read(long[] words) {
        try {
            return new Reading(words).layout();
        } catch (ArithmeticException | IndexOutOfBoundsException | NegativeArraySizeException e) {
            throw new IllegalArgumentException("words that are no layout: words=" + words.length, e);
        }
    }

    /** One layout as it is read. */
    private static final class Reading {
        private final long[] words;
        private final Layout[] levels;

        Reading(long[] words) {
            this.words = words;
            if (words.length < HEAD || words[0] < 0 || words.length != HEAD + EACH * words[0]) {
                throw new IllegalArgumentException("words that are no layout: words=" + words.length);
            }
            levels = new Layout[(int) words[0] + 1];
        }

        Layout layout() {
            int instructions = (int) words[0];
            Layout whole = level(Math.toIntExact(words[1]), instructions);
            return whole.resized(0, words[2]);
        }

        /** The instructions of one level as a layout of bytes. */
        private Layout level(int first, int end) {
            if (first < 0 || first > end || end > levels.length - 1) {
                throw new IllegalArgumentException("a level outside the layout: first=" + first + " end=" + end);
            }
            LayoutBuilder builder = new LayoutBuilder();
            for (int i = first; i < end; i++) {
                int at = HEAD + EACH * i;
                boolean sound = words[at + 1] > 0 && words[at + 3] > 0;
                Layout unit = sound ? unit(i, words[at + 3], words[at + 4]) : null;
                if (!sound || unit.size() != words[at + 3]) {
                    throw new IllegalArgumentException("an instruction that is none: index=" + i);
                }
                builder.add(unit, words[at], words[at + 1], words[at + 2]);
            }
            return builder.build();
        }

        private Layout unit(int index, long length, long body) {
            if (body < 0) {
                return Layout.contiguous(length);
            }
            int first = (int) body;
            int end = (int) (body >>> 32);
            // Bodies lie before their loops, so there is no way round in a circle.
            if (end > index) {
                throw new IllegalArgumentException("a loop before its body: index=" + index);
            }
            if (levels[end] == null) {
                levels[end] = level(first, end);
            }
            return levels[end];
        }
    }
}
