package org.hawser.examples.heat;

/**
 * The temperatures of one rank's block, now and after the step, with a frame of neighbours' cells around them: explicit
 * steps on a five-point stencil.
 *
 * <pre>
 * stride = width + 2      row 0 and row height + 1, column 0 and column width + 1: the neighbours', or the plate's edge
 * </pre>
 *
 * <p><b>Threads:</b> one. <b>Allocates:</b> at construction.
 */
final class Field {
    private final Block block;
    private final int stride;
    private double[] now;
    private double[] next;

    Field(HeatProblem problem, Block block) {
        this.block = block;
        stride = block.width() + 2;
        now = new double[stride * (block.height() + 2)];
        next = new double[now.length];
        for (int row = 0; row < block.height(); row++) {
            for (int column = 0; column < block.width(); column++) {
                now[(row + 1) * stride + column + 1] = problem.initial(block.top() + row, block.left() + column);
            }
        }
    }

    /** The temperatures now, by rows of {@link #stride} cells. */
    double[] now() {
        return now;
    }

    /** The temperatures after the step. */
    double[] next() {
        return next;
    }

    int stride() {
        return stride;
    }

    /** Computes the cells that neighbours need. */
    void advanceRim() {
        advance(1, 1, block.width() + 1);
        advance(block.height(), 1, block.width() + 1);
        for (int row = 2; row < block.height(); row++) {
            advance(row, 1, 2);
            advance(row, block.width(), block.width() + 1);
        }
    }

    /** Computes all others. */
    void advanceInside() {
        for (int row = 2; row < block.height(); row++) {
            advance(row, 2, block.width());
        }
    }

    private void advance(int row, int from, int to) {
        double[] source = now;
        double[] target = next;
        int width = stride;
        for (int i = row * width + from; i < row * width + to; i++) {
            target[i] = source[i] + HeatProblem.RATE
                * (source[i - width] + source[i + width] + source[i - 1] + source[i + 1] - 4 * source[i]);
        }
    }

    /** The step is over: what was next is now. */
    void swap() {
        double[] done = next;
        next = now;
        now = done;
    }

    /** The largest change of a cell in the last step. */
    double change() {
        double largest = 0;
        for (int row = 1; row <= block.height(); row++) {
            for (int i = row * stride + 1; i <= row * stride + block.width(); i++) {
                largest = Math.max(largest, Math.abs(now[i] - next[i]));
            }
        }
        return largest;
    }
}
