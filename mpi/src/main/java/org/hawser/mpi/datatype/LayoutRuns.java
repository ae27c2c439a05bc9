package org.hawser.mpi.datatype;

/**
 * Tells where the bytes of one item of a layout lie, run by run, in the order of the packed form.
 *
 * <pre>{@code
 * LayoutRuns.visit(column, (offset, length, stride, count) -> total[0] += length * count);
 * }</pre>
 *
 * <p><b>Threads:</b> any. <b>Allocates:</b> nothing.
 */
public final class LayoutRuns {
    /** Is told of runs. */
    @FunctionalInterface
    public interface Visitor {
        /** {@code count} runs of {@code length} bytes, the first at {@code offset}, each {@code stride} on. */
        void runs(long offset, long length, long stride, long count);
    }

    private LayoutRuns() {
    }

    /** Visits the runs of one item, whose place is 0. */
    public static void visit(Layout layout, Visitor visitor) {
        Program program = layout.program();
        if (layout.size() > 0) {
            level(program, program.top, program.topEnd, 0, visitor);
        }
    }

    private static void level(Program program, int first, int end, long base, Visitor visitor) {
        for (int i = first; i < end; i++) {
            long at = base + program.offset[i];
            if (program.isRun(i)) {
                visitor.runs(at, program.length[i], program.stride[i], program.count[i]);
            } else {
                for (long k = 0; k < program.count[i]; k++) {
                    level(program, program.body[i], program.bodyEnd[i], at + k * program.stride[i], visitor);
                }
            }
        }
    }
}
