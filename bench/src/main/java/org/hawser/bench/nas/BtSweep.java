package org.hawser.bench.nas;

import java.util.Arrays;

/**
 * The systems of BT: along each line one with three diagonals of blocks. After elimination a row of it reads
 * {@code x[i] + upper[i] x[i+1] = right[i]}; on walls the change is zero, and so are its row's block and right side.
 *
 * <pre>
 *   upper:  [line][point of the line, from -1 to n][5 × 5]
 *   right:  [line][point of the line, from -1 to n][5]
 * </pre>
 *
 * <p><b>Threads:</b> one. <b>Allocates:</b> at construction.
 */
final class BtSweep extends FlowSweep {
    private static final int ORDER = BtBlocks.ORDER;
    private static final int BLOCK = BtBlocks.BLOCK;

    private final double[][] uppers;
    private final double[][] rights;
    /** Derivatives at the points of one line, from -1 to n. */
    private final double[] flows;
    private final double[] diffusions;
    private final double[] lower = new double[BLOCK];
    private final double[] centre = new double[BLOCK];

    BtSweep(Flow flow) {
        super(flow, BLOCK + ORDER, ORDER);
        int widest = Math.ceilDiv(flow.problem().points(), flow.layers());
        int points = widest * widest * (widest + 2);
        uppers = new double[flow.layers()][points * BLOCK];
        rights = new double[flow.layers()][points * ORDER];
        flows = new double[(widest + 2) * BLOCK];
        diffusions = new double[(widest + 2) * BLOCK];
    }

    @Override
    void eliminate(int direction, int layer) {
        FlowCell cell = flow().cell(direction, layer);
        int points = cell.extent[direction];
        int stride = cell.stride(direction);
        int width = inner(cell, across(direction));
        for (int line = 0; line < lines(direction, layer); line++) {
            int origin = lineAt(cell, direction, line % width, line / width);
            int at = line * (points + 2) + 1;
            if (layer == 0) {
                Arrays.fill(uppers[layer], (at - 1) * BLOCK, at * BLOCK, 0);
                Arrays.fill(rights[layer], (at - 1) * ORDER, at * ORDER, 0);
            }
            differentiate(cell, direction, origin - stride, stride, points + 2);
            for (int i = 0; i < points; i++) {
                for (int unknown = 0; unknown < ORDER; unknown++) {
                    rights[layer][(at + i) * ORDER + unknown] = cell.change[unknown][origin + i * stride];
                }
                if (flow().problem().isWall(cell.low[direction] + i)) {
                    Arrays.fill(uppers[layer], (at + i) * BLOCK, (at + i + 1) * BLOCK, 0);
                } else {
                    eliminate(direction, i + 1, uppers[layer], rights[layer], at + i);
                }
            }
        }
    }

    private void differentiate(FlowCell cell, int direction, int origin, int stride, int count) {
        for (int i = 0; i < count; i++) {
            BtBlocks.flow(cell, direction, origin + i * stride, flows, i * BLOCK);
            BtBlocks.diffusion(cell, direction, origin + i * stride, diffusions, i * BLOCK);
        }
    }

    /** One point of a line: makes its three blocks and takes the first away. */
    private void eliminate(int direction, int point, double[] upper, double[] right, int at) {
        FlowProblem problem = flow().problem();
        double first = problem.dt() * problem.first();
        double second = problem.dt() * problem.second();
        double diffusion = second * FlowProblem.diffusion(direction);
        int here = point * BLOCK;
        int up = at * BLOCK;
        for (int i = 0; i < BLOCK; i++) {
            lower[i] = -first * flows[here - BLOCK + i] - second * diffusions[here - BLOCK + i];
            centre[i] = 2 * second * diffusions[here + i];
            upper[up + i] = first * flows[here + BLOCK + i] - second * diffusions[here + BLOCK + i];
        }
        for (int i = 0; i < BLOCK; i += ORDER + 1) {
            lower[i] -= diffusion;
            centre[i] += 1 + 2 * diffusion;
            upper[up + i] -= diffusion;
        }
        BtBlocks.subtractImage(lower, 0, right, (at - 1) * ORDER, right, at * ORDER);
        BtBlocks.subtractProduct(lower, 0, upper, up - BLOCK, centre, 0);
        BtBlocks.solve(centre, upper, up, right, at * ORDER);
    }

    @Override
    void substitute(int direction, int layer) {
        FlowCell cell = flow().cell(direction, layer);
        int points = cell.extent[direction];
        int stride = cell.stride(direction);
        int width = inner(cell, across(direction));
        double[] right = rights[layer];
        for (int line = 0; line < lines(direction, layer); line++) {
            int origin = lineAt(cell, direction, line % width, line / width);
            int at = line * (points + 2) + 1;
            if (layer == flow().layers() - 1) {
                Arrays.fill(right, (at + points) * ORDER, (at + points + 1) * ORDER, 0);
            }
            for (int i = points - 1; i >= 0; i--) {
                BtBlocks.subtractImage(uppers[layer], (at + i) * BLOCK, right, (at + i + 1) * ORDER, right,
                    (at + i) * ORDER);
                for (int unknown = 0; unknown < ORDER; unknown++) {
                    cell.change[unknown][origin + i * stride] = right[(at + i) * ORDER + unknown];
                }
            }
        }
    }

    @Override
    void giveForward(int direction, int layer, double[] message) {
        int points = flow().cell(direction, layer).extent[direction];
        int place = copy(direction, layer, uppers[layer], BLOCK, message, 0, points, true);
        copy(direction, layer, rights[layer], ORDER, message, place, points, true);
    }

    @Override
    void takeForward(int direction, int layer, double[] message) {
        int place = copy(direction, layer, uppers[layer], BLOCK, message, 0, 0, false);
        copy(direction, layer, rights[layer], ORDER, message, place, 0, false);
    }

    @Override
    void giveBackward(int direction, int layer, double[] message) {
        copy(direction, layer, rights[layer], ORDER, message, 0, 1, true);
    }

    @Override
    void takeBackward(int direction, int layer, double[] message) {
        int points = flow().cell(direction, layer).extent[direction];
        copy(direction, layer, rights[layer], ORDER, message, 0, points + 1, false);
    }

    /** Copies what each line has at one of its places to or from a message. */
    private int copy(int direction, int layer, double[] array, int size, double[] message, int at, int from,
                     boolean give) {
        int points = flow().cell(direction, layer).extent[direction];
        int place = at;
        for (int line = 0; line < lines(direction, layer); line++) {
            int begin = (line * (points + 2) + from) * size;
            System.arraycopy(give ? array : message, give ? begin : place, give ? message : array,
                give ? place : begin, size);
            place += size;
        }
        return place;
    }
}
