package org.hawser.bench.nas;

import java.util.Arrays;

/**
 * The systems of SP: along each line three scalar ones with five diagonals, the first for three unknowns, the others
 * for one each. They differ in the wave that they are for, which travels with the flow, or faster or slower by the
 * speed of sound.
 *
 * <p>Lines are copied out of the cell so that those of one row of lines lie side by side, with room for two rows of
 * points from each neighbour:
 *
 * <pre>
 *   [row of lines][point of the line, from -2 to n + 1][line]
 * </pre>
 *
 * <p>After elimination a row of a system reads {@code x[i] + near[i] x[i+1] + far[i] x[i+2] = right[i]}.
 *
 * <p><b>Threads:</b> one. <b>Allocates:</b> at construction.
 */
final class SpSweep extends FlowSweep {
    private static final int REACH = 2;
    /** The system of each unknown: along with the flow, faster, slower. */
    private static final int[] SYSTEMS = {0, 0, 0, 1, 2};
    private static final int SYSTEM_COUNT = 3;

    /** The systems of a layer. */
    private static final class Systems {
        final double[][] near;
        final double[][] far;
        final double[][] right;

        Systems(int size) {
            near = new double[SYSTEM_COUNT][size];
            far = new double[SYSTEM_COUNT][size];
            right = new double[FlowProblem.UNKNOWNS][size];
        }
    }

    private final Systems[] layers;
    /** Of one row of lines, for points from -1 to n: velocity, diffusion, speed of sound. */
    private final double[] velocity;
    private final double[] spread;
    private final double[] sound;
    /** Parts of the systems that are the same for all three, for one point of each line. */
    private final double[] lower;
    private final double[] centre;
    private final double[] upper;
    /** Of the dissipation, by the index in the cube. */
    private final double[][] weights;

    SpSweep(Flow flow) {
        super(flow, REACH * (2 * SYSTEM_COUNT + FlowProblem.UNKNOWNS), REACH * FlowProblem.UNKNOWNS);
        int widest = Math.ceilDiv(flow.problem().points(), flow.layers());
        layers = new Systems[flow.layers()];
        for (int i = 0; i < layers.length; i++) {
            layers[i] = new Systems(widest * widest * (widest + 2 * REACH));
        }
        velocity = new double[widest * (widest + 2)];
        spread = new double[widest * (widest + 2)];
        sound = new double[widest * (widest + 2)];
        lower = new double[widest];
        centre = new double[widest];
        upper = new double[widest];
        weights = new double[flow.problem().points()][];
        for (int i = 0; i < weights.length; i++) {
            weights[i] = flow.problem().dissipation(i);
        }
    }

    @Override
    void eliminate(int direction, int layer) {
        FlowCell cell = flow().cell(direction, layer);
        Systems systems = layers[layer];
        int width = inner(cell, across(direction));
        int points = cell.extent[direction];
        int rowSize = width * (points + 2 * REACH);
        for (int row = 0; row < inner(cell, aside(direction)); row++) {
            int at = row * rowSize + REACH * width;
            int origin = lineAt(cell, direction, 0, row);
            for (int unknown = 0; unknown < FlowProblem.UNKNOWNS; unknown++) {
                gather(cell, direction, cell.change[unknown], origin, points, systems.right[unknown], at);
            }
            if (layer == 0) {
                clear(systems, at - REACH * width, at);
            }
            int before = origin - cell.stride(direction);
            gather(cell, direction, cell.velocity[direction], before, points + 2, velocity, 0);
            gather(cell, direction, cell.inverseDensity, before, points + 2, spread, 0);
            gather(cell, direction, cell.sound, before, points + 2, sound, 0);
            diffuse(direction, width * (points + 2));
            for (int i = 0; i < points; i++) {
                eliminate(systems, direction, cell.low[direction] + i, i * width, at + i * width, width);
            }
        }
    }

    private static void clear(Systems systems, int from, int to) {
        for (int system = 0; system < SYSTEM_COUNT; system++) {
            Arrays.fill(systems.near[system], from, to, 0);
            Arrays.fill(systems.far[system], from, to, 0);
        }
        for (double[] right : systems.right) {
            Arrays.fill(right, from, to, 0);
        }
    }

    /** The largest of several diffusions; that of heat always is. */
    private void diffuse(int direction, int count) {
        double diffusion = FlowProblem.diffusion(direction);
        double heat = FlowProblem.C1_C5 * FlowProblem.C3_C4;
        for (int i = 0; i < count; i++) {
            spread[i] = diffusion + heat * spread[i];
        }
    }

    /** One point of each line of a row of lines; on a wall the equation is {@code x = right}. */
    private void eliminate(Systems systems, int direction, int index, int before, int at, int width) {
        if (flow().problem().isWall(index)) {
            for (int system = 0; system < SYSTEM_COUNT; system++) {
                Arrays.fill(systems.near[system], at, at + width, 0);
                Arrays.fill(systems.far[system], at, at + width, 0);
            }
            return;
        }
        double dt = flow().problem().dt();
        double first = dt * flow().problem().first();
        double second = dt * flow().problem().second();
        double[] weight = weights[index];
        for (int i = 0; i < width; i++) {
            int b = before + i;
            lower[i] = dt * weight[1] - first * velocity[b] - second * spread[b];
            centre[i] = 1 + dt * weight[2] + 2 * second * spread[b + width];
            upper[i] = dt * weight[3] + first * velocity[b + 2 * width] - second * spread[b + 2 * width];
        }
        eliminateFlow(systems, dt * weight[0], dt * weight[4], at, width);
        eliminateSound(systems, 1, first, dt * weight[0], dt * weight[4], before, at, width);
        eliminateSound(systems, 2, -first, dt * weight[0], dt * weight[4], before, at, width);
    }

    private void eliminateFlow(Systems systems, double lowest, double highest, int at, int width) {
        double[] near = systems.near[0];
        double[] far = systems.far[0];
        double[] density = systems.right[0];
        double[] alongX = systems.right[1];
        double[] alongY = systems.right[2];
        for (int i = 0; i < width; i++) {
            int p = at + i;
            int p1 = p - width;
            int p2 = p1 - width;
            double low = lower[i] - lowest * near[p2];
            double inverse = 1 / (centre[i] - lowest * far[p2] - low * near[p1]);
            near[p] = (upper[i] - low * far[p1]) * inverse;
            far[p] = highest * inverse;
            density[p] = (density[p] - lowest * density[p2] - low * density[p1]) * inverse;
            alongX[p] = (alongX[p] - lowest * alongX[p2] - low * alongX[p1]) * inverse;
            alongY[p] = (alongY[p] - lowest * alongY[p2] - low * alongY[p1]) * inverse;
        }
    }

    /** The wave that is faster by the speed of sound, or slower when {@code first} is negative. */
    private void eliminateSound(Systems systems, int system, double first, double lowest, double highest, int before,
                                int at, int width) {
        double[] near = systems.near[system];
        double[] far = systems.far[system];
        double[] right = systems.right[2 + system];
        for (int i = 0; i < width; i++) {
            int p = at + i;
            int p1 = p - width;
            int p2 = p1 - width;
            double low = lower[i] - first * sound[before + i] - lowest * near[p2];
            double up = upper[i] + first * sound[before + i + 2 * width];
            double inverse = 1 / (centre[i] - lowest * far[p2] - low * near[p1]);
            near[p] = (up - low * far[p1]) * inverse;
            far[p] = highest * inverse;
            right[p] = (right[p] - lowest * right[p2] - low * right[p1]) * inverse;
        }
    }

    @Override
    void substitute(int direction, int layer) {
        FlowCell cell = flow().cell(direction, layer);
        Systems systems = layers[layer];
        int width = inner(cell, across(direction));
        int points = cell.extent[direction];
        int rowSize = width * (points + 2 * REACH);
        for (int row = 0; row < inner(cell, aside(direction)); row++) {
            int at = row * rowSize + REACH * width;
            int origin = lineAt(cell, direction, 0, row);
            if (layer == flow().layers() - 1) {
                clear(systems, at + points * width, at + (points + REACH) * width);
            }
            for (int unknown = 0; unknown < FlowProblem.UNKNOWNS; unknown++) {
                int system = SYSTEMS[unknown];
                for (int i = points - 1; i >= 0; i--) {
                    substitute(systems.near[system], systems.far[system], systems.right[unknown], at + i * width,
                        width);
                }
                scatter(cell, direction, systems.right[unknown], at, points, cell.change[unknown], origin);
            }
        }
    }

    private static void substitute(double[] near, double[] far, double[] right, int at, int width) {
        for (int p = at; p < at + width; p++) {
            right[p] -= near[p] * right[p + width] + far[p] * right[p + 2 * width];
        }
    }

    @Override
    void giveForward(int direction, int layer, double[] message) {
        copyForward(direction, layer, message, flow().cell(direction, layer).extent[direction], true);
    }

    @Override
    void takeForward(int direction, int layer, double[] message) {
        copyForward(direction, layer, message, 0, false);
    }

    @Override
    void giveBackward(int direction, int layer, double[] message) {
        copy(direction, layer, layers[layer].right, message, 0, REACH, true);
    }

    @Override
    void takeBackward(int direction, int layer, double[] message) {
        int points = flow().cell(direction, layer).extent[direction];
        copy(direction, layer, layers[layer].right, message, 0, points + REACH, false);
    }

    private void copyForward(int direction, int layer, double[] message, int from, boolean give) {
        Systems systems = layers[layer];
        int place = copy(direction, layer, systems.near, message, 0, from, give);
        place = copy(direction, layer, systems.far, message, place, from, give);
        copy(direction, layer, systems.right, message, place, from, give);
    }

    /** Copies two points of each line, the first being {@code from} places into it, to or from a message. */
    private int copy(int direction, int layer, double[][] arrays, double[] message, int at, int from, boolean give) {
        FlowCell cell = flow().cell(direction, layer);
        int width = inner(cell, across(direction));
        int rowSize = width * (cell.extent[direction] + 2 * REACH);
        int place = at;
        for (double[] array : arrays) {
            for (int row = 0; row < inner(cell, aside(direction)); row++) {
                int begin = row * rowSize + from * width;
                System.arraycopy(give ? array : message, give ? begin : place, give ? message : array,
                    give ? place : begin, REACH * width);
                place += REACH * width;
            }
        }
        return place;
    }

    private static void gather(FlowCell cell, int direction, double[] field, int origin, int points, double[] lines,
                               int at) {
        int width = inner(cell, across(direction));
        int stride = cell.stride(direction);
        if (direction != 0) {
            for (int i = 0; i < points; i++) {
                System.arraycopy(field, origin + i * stride, lines, at + i * width, width);
            }
            return;
        }
        int between = cell.stride(across(direction));
        for (int line = 0; line < width; line++) {
            for (int i = 0; i < points; i++) {
                lines[at + i * width + line] = field[origin + line * between + i];
            }
        }
    }

    private static void scatter(FlowCell cell, int direction, double[] lines, int at, int points, double[] field,
                                int origin) {
        int width = inner(cell, across(direction));
        int stride = cell.stride(direction);
        if (direction != 0) {
            for (int i = 0; i < points; i++) {
                System.arraycopy(lines, at + i * width, field, origin + i * stride, width);
            }
            return;
        }
        int between = cell.stride(across(direction));
        for (int line = 0; line < width; line++) {
            for (int i = 0; i < points; i++) {
                field[origin + line * between + i] = lines[at + i * width + line];
            }
        }
    }
}
