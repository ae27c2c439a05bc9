package org.hawser.bench.nas;

import java.util.Arrays;
/**
 * The grids of MG, one per level from 2 points in each direction upwards, and the V-cycle over them. Where a level has
 * fewer points in a direction than there are ranks, every rank has all of it and computes for itself.
 *
 * <p><b>Threads:</b> one. <b>Allocates:</b> at construction.
 */
final class MgCycle {
    private final Team team;
    private final MgHalo halo;
    private final MgOperators operators;
    private final int top;
    /** The lowest level that is shared out. */
    private final int base;
    private final MgGrid[] solutions;
    private final MgGrid[] residuals;
    /** What each rank computes for itself, from the base downwards; null when that is nothing. */
    private final MgCycle below;
    private final double[] gathered;

    /** Levels up to {@code 2^top} points in each direction. */
    MgCycle(Team team, int top) {
        this.team = team;
        this.top = top;
        halo = new MgHalo(team);
        operators = new MgOperators(1 << top);
        base = Math.max(1, Integer.numberOfTrailingZeros(halo.mostRanks()));
        if (base > top) {
            throw new IllegalArgumentException("too many ranks for the grid: points=" + (1 << top) + " ranks="
                + team.size());
        }
        below = base > 1 ? new MgCycle(Team.alone(), base) : null;
        gathered = base > 1 ? new double[1 << 3 * base] : null;
        solutions = new MgGrid[top + 1];
        residuals = new MgGrid[top + 1];
        for (int level = base; level <= top; level++) {
            solutions[level] = halo.block(1 << level);
            residuals[level] = halo.block(1 << level);
        }
    }

    MgHalo halo() {
        return halo;
    }

    MgGrid solution() {
        return solutions[top];
    }

    /** What is left of the right-hand side at the top, after {@link #residual}. */
    MgGrid remainder() {
        return residuals[top];
    }

    /** Computes the remainder of a right-hand side. */
    void residual(MgGrid rightHandSide) {
        residual(top, rightHandSide);
    }

    /** One V-cycle: improves the solution by what its remainder tells. */
    void improve(MgGrid rightHandSide) {
        restrict(top);
        solve(top - 1);
        operators.prolong(solutions[top - 1], solutions[top]);
        residual(top, rightHandSide);
        smooth(top);
    }

    /** Solves, roughly, for the remainder of a level. */
    private void solve(int level) {
        if (level == base && below != null) {
            solveAlone();
            return;
        }
        Arrays.fill(solutions[level].data, 0);
        if (level > 1) {
            restrict(level);
            solve(level - 1);
            operators.prolong(solutions[level - 1], solutions[level]);
            residual(level, residuals[level]);
        }
        smooth(level);
    }

    private void residual(int level, MgGrid rightHandSide) {
        operators.residual(solutions[level], rightHandSide, residuals[level]);
        halo.update(residuals[level]);
    }

    private void restrict(int level) {
        operators.restrict(residuals[level], residuals[level - 1]);
        halo.update(residuals[level - 1]);
    }

    private void smooth(int level) {
        operators.smooth(residuals[level], solutions[level]);
        halo.update(solutions[level]);
    }

    private void solveAlone() {
        Arrays.fill(gathered, 0);
        forEachRow((at, whole, points) -> System.arraycopy(residuals[base].data, at + 1, gathered, whole, points));
        team.sum(gathered);
        MgGrid all = below.residuals[base];
        int side = 1 << base;
        for (int line = 0; line < side * side; line++) {
            System.arraycopy(gathered, line * side, all.data, all.rowAt(line % side + 1, line / side + 1) + 1, side);
        }
        below.halo.update(all);
        below.solve(base);
        MgGrid solved = below.solutions[base];
        forEachRow((at, whole, points) -> System.arraycopy(solved.data,
            solved.rowAt(whole / side % side + 1, whole / side / side + 1) + 1 + whole % side,
            solutions[base].data, at + 1, points));
        halo.update(solutions[base]);
    }

    /** A row of the block at the base: where it begins there, and where in the whole grid without a halo. */
    private interface RowAction {
        void take(int at, int whole, int points);
    }

    private void forEachRow(RowAction action) {
        MgGrid own = residuals[base];
        int side = 1 << base;
        for (int z = 0; z < own.extent[2]; z++) {
            for (int y = 0; y < own.extent[1]; y++) {
                int whole = ((halo.first(2, side) + z) * side + halo.first(1, side) + y) * side + halo.first(0, side);
                action.take(own.rowAt(y + 1, z + 1), whole, own.extent[0]);
            }
        }
    }
}
