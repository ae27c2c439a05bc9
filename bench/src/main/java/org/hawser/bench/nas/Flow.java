package org.hawser.bench.nas;

import java.util.Arrays;
/**
 * A rank's share of the flow, by multi-partition: the cube is cut into {@code q × q × q} cells for {@code q × q} ranks,
 * and every rank has q of them on a diagonal, one in each layer of each direction. So in a sweep through the layers, in
 * whichever direction, every rank has work at every stage; and the neighbours of all its cells in a direction belong to
 * one rank.
 *
 * <pre>
 *   rank (a, b) has the cells   x = a + z,  y = b - z   (mod q)   for z = 0 … q - 1
 * </pre>
 *
 * <p><b>Threads:</b> one. <b>Allocates:</b> at construction.
 */
final class Flow {
    /** A sweep needs so many points of a cell. */
    private static final int LEAST_POINTS = 3;

    private final Team team;
    private final FlowProblem problem;
    private final FlowBalance balance;
    private final int side;
    /** By direction and layer. */
    private final FlowCell[][] cells;
    private final int[] next = new int[3];
    private final int[] previous = new int[3];
    private final double[] outgoing;
    private final double[] incoming;

    Flow(Team team, FlowProblem problem) {
        this.team = team;
        this.problem = problem;
        side = (int) Math.round(Math.sqrt(team.size()));
        if (problem.points() / side < LEAST_POINTS) {
            throw new IllegalArgumentException("too many ranks for the cube: points=" + problem.points() + " ranks="
                + team.size());
        }
        balance = new FlowBalance(problem);
        cells = new FlowCell[3][side];
        int a = team.rank() % side;
        int b = team.rank() / side;
        for (int z = 0; z < side; z++) {
            int[] place = {(a + z) % side, Math.floorMod(b - z, side), z};
            FlowCell cell = cell(place);
            for (int direction = 0; direction < 3; direction++) {
                cells[direction][place[direction]] = cell;
            }
        }
        for (int direction = 0; direction < 3; direction++) {
            next[direction] = neighbour(a, b, direction, 1);
            previous[direction] = neighbour(a, b, direction, -1);
        }
        int widest = Math.ceilDiv(problem.points(), side);
        int face = side == 1 ? 0 : FlowCell.HALO * FlowProblem.UNKNOWNS * widest * widest * (side - 1);
        outgoing = new double[face];
        incoming = new double[face];
        findSource();
    }

    private FlowCell cell(int[] place) {
        int[] low = new int[3];
        int[] extent = new int[3];
        int points = problem.points();
        for (int i = 0; i < 3; i++) {
            low[i] = place[i] * (points / side) + Math.min(place[i], points % side);
            extent[i] = points / side + (place[i] < points % side ? 1 : 0);
        }
        return new FlowCell(problem, low, extent);
    }

    private int neighbour(int a, int b, int direction, int step) {
        int nextA = direction == 0 ? a + step : direction == 1 ? a : a - step;
        int nextB = direction == 0 ? b : b + step;
        return Math.floorMod(nextA, side) + side * Math.floorMod(nextB, side);
    }

    FlowProblem problem() {
        return problem;
    }

    Team team() {
        return team;
    }

    /** Layers in each direction. */
    int layers() {
        return side;
    }

    /** This rank's cell in a layer. */
    FlowCell cell(int direction, int layer) {
        return cells[direction][layer];
    }

    /** All cells of this rank. */
    FlowCell[] cells() {
        return cells[2];
    }

    /** The rank with the cells after this one's. */
    int next(int direction) {
        return next[direction];
    }

    /** The rank with the cells before this one's. */
    int previous(int direction) {
        return previous[direction];
    }

    /** The source is what keeps the exact solution steady: the balance of it, the other way round. */
    private void findSource() {
        for (FlowCell cell : cells()) {
            fill(cell, FlowCell.HALO, (unknown, i, j, k) -> FlowProblem.exact(unknown, problem.coordinate(i),
                problem.coordinate(j), problem.coordinate(k)));
            cell.derive();
            balance.addTo(cell);
            for (int unknown = 0; unknown < FlowProblem.UNKNOWNS; unknown++) {
                for (int p = 0; p < cell.source[unknown].length; p++) {
                    cell.source[unknown][p] = -cell.change[unknown][p];
                }
            }
        }
    }

    /** Sets the unknowns to what they begin with. */
    void initialise() {
        for (FlowCell cell : cells()) {
            fill(cell, 0, problem::initial);
        }
    }

    private interface Value {
        double of(int unknown, int i, int j, int k);
    }

    private static void fill(FlowCell cell, int halo, Value value) {
        for (int unknown = 0; unknown < FlowProblem.UNKNOWNS; unknown++) {
            for (int k = -halo; k < cell.extent[2] + halo; k++) {
                for (int j = -halo; j < cell.extent[1] + halo; j++) {
                    for (int i = -halo; i < cell.extent[0] + halo; i++) {
                        cell.unknowns[unknown][cell.at(i, j, k)] =
                            value.of(unknown, cell.low[0] + i, cell.low[1] + j, cell.low[2] + k);
                    }
                }
            }
        }
    }

    /** The change of the unknowns, if they changed for a step as they do now. */
    void findChange() {
        for (int direction = 0; direction < 3 && side > 1; direction++) {
            exchangeFaces(direction);
        }
        for (FlowCell cell : cells()) {
            cell.derive();
            for (int unknown = 0; unknown < FlowProblem.UNKNOWNS; unknown++) {
                System.arraycopy(cell.source[unknown], 0, cell.change[unknown], 0, cell.source[unknown].length);
            }
            balance.addTo(cell);
            scale(cell);
        }
    }

    private void scale(FlowCell cell) {
        for (double[] change : cell.change) {
            for (int p = 0; p < change.length; p++) {
                change[p] *= problem.dt();
            }
        }
    }

    /** Adds the change to the unknowns. */
    void advance() {
        for (FlowCell cell : cells()) {
            for (int unknown = 0; unknown < FlowProblem.UNKNOWNS; unknown++) {
                for (int k = cell.begin[2]; k < cell.end[2]; k++) {
                    for (int j = cell.begin[1]; j < cell.end[1]; j++) {
                        int at = cell.at(cell.begin[0], j, k);
                        add(cell.unknowns[unknown], cell.change[unknown], at, at + cell.end[0] - cell.begin[0]);
                    }
                }
            }
        }
    }

    private static void add(double[] unknown, double[] change, int at, int until) {
        for (int p = at; p < until; p++) {
            unknown[p] += change[p];
        }
    }

    private void exchangeFaces(int direction) {
        int sent = 0;
        int received = 0;
        for (int layer = 0; layer < side - 1; layer++) {
            FlowCell cell = cells[direction][layer];
            sent = face(cell, direction, cell.extent[direction] - FlowCell.HALO, outgoing, sent, true);
        }
        for (int layer = 1; layer < side; layer++) {
            received += faceSize(cells[direction][layer], direction);
        }
        team.exchange(outgoing, sent, next[direction], incoming, received, previous[direction]);
        int taken = 0;
        for (int layer = 1; layer < side; layer++) {
            taken = face(cells[direction][layer], direction, -FlowCell.HALO, incoming, taken, false);
        }
        int back = 0;
        for (int layer = 1; layer < side; layer++) {
            back = face(cells[direction][layer], direction, 0, outgoing, back, true);
        }
        team.exchange(outgoing, back, previous[direction], incoming, sent, next[direction]);
        taken = 0;
        for (int layer = 0; layer < side - 1; layer++) {
            FlowCell cell = cells[direction][layer];
            taken = face(cell, direction, cell.extent[direction], incoming, taken, false);
        }
    }

    private static int faceSize(FlowCell cell, int direction) {
        return FlowCell.HALO * FlowProblem.UNKNOWNS * cell.extent[(direction + 1) % 3]
            * cell.extent[(direction + 2) % 3];
    }

    /** Copies two layers of a cell to or from a buffer; returns where the next ones go there. */
    private static int face(FlowCell cell, int direction, int layer, double[] buffer, int at, boolean out) {
        int place = at;
        int fromX = direction == 0 ? layer : 0;
        int fromY = direction == 1 ? layer : 0;
        int fromZ = direction == 2 ? layer : 0;
        int count = direction == 0 ? FlowCell.HALO : cell.extent[0];
        int toY = direction == 1 ? layer + FlowCell.HALO : cell.extent[1];
        int toZ = direction == 2 ? layer + FlowCell.HALO : cell.extent[2];
        for (double[] values : cell.unknowns) {
            for (int k = fromZ; k < toZ; k++) {
                for (int j = fromY; j < toY; j++) {
                    int row = cell.at(fromX, j, k);
                    System.arraycopy(out ? values : buffer, out ? row : place, out ? buffer : values,
                        out ? place : row, count);
                    place += count;
                }
            }
        }
        return place;
    }

    /** How far the unknowns are from the exact solution, in the mean of squares. */
    double[] errors() {
        double[] sums = new double[FlowProblem.UNKNOWNS];
        for (FlowCell cell : cells()) {
            fill(cell, 0, (unknown, i, j, k) -> {
                double value = cell.unknowns[unknown][cell.at(i - cell.low[0], j - cell.low[1], k - cell.low[2])];
                double error = value - FlowProblem.exact(unknown, problem.coordinate(i), problem.coordinate(j),
                    problem.coordinate(k));
                sums[unknown] += error * error;
                return value;
            });
        }
        return norms(sums);
    }

    /** The change, in the mean of squares. */
    double[] changes() {
        double[] sums = new double[FlowProblem.UNKNOWNS];
        for (FlowCell cell : cells()) {
            for (int unknown = 0; unknown < FlowProblem.UNKNOWNS; unknown++) {
                // It is zero on the walls and in the halo.
                sums[unknown] += Arrays.stream(cell.change[unknown]).map(value -> value * value).sum();
            }
        }
        return norms(sums);
    }

    private double[] norms(double[] sums) {
        team.sum(sums);
        double inner = Math.pow(problem.points() - 2, 3);
        return Arrays.stream(sums).map(sum -> Math.sqrt(sum / inner)).toArray();
    }
}
