package org.hawser.bench.nas;

/**
 * The flow problem that BT and SP solve, each in its own way: the compressible Navier-Stokes equations on the unit
 * cube, with a source term by which a given polynomial is the steady solution. The five unknowns of a point are
 * density, momentum in x, y and z, and energy.
 *
 * <p><b>Threads:</b> immutable.
 *
 * @param points in each direction, with those on the walls
 * @param steps  of time
 * @param dt     a step of time
 */
record FlowProblem(int points, int steps, double dt) {
    static final int UNKNOWNS = 5;
    static final double C1 = 1.4;
    static final double C2 = 0.4;
    static final double C1_C5 = 1.96;
    /** Viscosity. */
    static final double C3_C4 = 0.1;
    static final double FOUR_THIRDS = 4.0 / 3;
    /** Of the dissipation of fourth order. */
    static final double DISSIPATION = 0.25;

    /** Coefficients of the solution for each unknown: 1, then x, y, z by turns for the powers 1 to 4. */
    private static final double[][] SOLUTION = {
        {2, 0, 0, 4, 5, 3, 0.5, 0.02, 0.01, 0.03, 0.5, 0.4, 0.3},
        {1, 0, 0, 0, 1, 2, 3, 0.01, 0.03, 0.02, 0.4, 0.3, 0.5},
        {2, 2, 0, 0, 0, 2, 3, 0.04, 0.03, 0.05, 0.3, 0.5, 0.4},
        {2, 2, 0, 0, 0, 2, 3, 0.03, 0.05, 0.04, 0.2, 0.1, 0.3},
        {5, 4, 3, 2, 0.1, 0.4, 0.3, 0.05, 0.04, 0.03, 0.1, 0.3, 0.2}};

    /** Diffusion of second order in a direction, the same for all unknowns. */
    static double diffusion(int direction) {
        return direction == 2 ? 1.0 : 0.75;
    }

    /** The inverse of the square of the distance of points: a second difference times this is a derivative. */
    double second() {
        return (points - 1.0) * (points - 1);
    }

    /** Half the inverse of the distance of points: for first differences over two points. */
    double first() {
        return (points - 1) / 2.0;
    }

    /** The steady solution of an unknown; coordinates are from 0 to 1. */
    static double exact(int unknown, double x, double y, double z) {
        double[] c = SOLUTION[unknown];
        return c[0] + x * (c[1] + x * (c[4] + x * (c[7] + x * c[10])))
            + y * (c[2] + y * (c[5] + y * (c[8] + y * c[11])))
            + z * (c[3] + z * (c[6] + z * (c[9] + z * c[12])));
    }

    /** What an unknown begins with: the solution on the walls, and something between them inside. */
    double initial(int unknown, int i, int j, int k) {
        double x = coordinate(i);
        double y = coordinate(j);
        double z = coordinate(k);
        if (isWall(i) || isWall(j) || isWall(k)) {
            return exact(unknown, x, y, z);
        }
        double alongX = x * exact(unknown, 1, y, z) + (1 - x) * exact(unknown, 0, y, z);
        double alongY = y * exact(unknown, x, 1, z) + (1 - y) * exact(unknown, x, 0, z);
        double alongZ = z * exact(unknown, x, y, 1) + (1 - z) * exact(unknown, x, y, 0);
        return alongX + alongY + alongZ - alongX * alongY - alongX * alongZ - alongY * alongZ
            + alongX * alongY * alongZ;
    }

    double coordinate(int index) {
        return index / (points - 1.0);
    }

    boolean isWall(int index) {
        return index == 0 || index == points - 1;
    }

    /** The five weights of the dissipation at a point: one-sided beside a wall and at the point after it. */
    double[] dissipation(int index) {
        double[] weights = {1, -4, 6, -4, 1};
        int last = points - 1;
        if (index <= 2) {
            weights[0] = 0;
        }
        if (index <= 1) {
            weights[1] = 0;
            weights[2] = 5;
        }
        if (index >= last - 2) {
            weights[4] = 0;
        }
        if (index >= last - 1) {
            weights[3] = 0;
            weights[2] = 5;
        }
        for (int i = 0; i < weights.length; i++) {
            weights[i] *= DISSIPATION;
        }
        return weights;
    }
}
