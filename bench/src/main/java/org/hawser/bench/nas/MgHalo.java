package org.hawser.bench.nas;

/**
 * The grid of ranks that MG's blocks lie on, and the exchange of halos over it: direction after direction, each with
 * what the ones before brought, so that corners arrive as well.
 *
 * <p><b>Threads:</b> one. <b>Allocates:</b> when it first meets a block of a larger size.
 */
final class MgHalo {
    private final Team team;
    /** Ranks in each direction, and where this one is among them. */
    private final int[] ranks;
    private final int[] place;
    /** The neighbours in each direction. */
    private final int[] below = new int[3];
    private final int[] above = new int[3];
    private double[] outgoing = new double[0];
    /** A face that is on its way while {@link #outgoing} holds the next. */
    private double[] second = new double[0];
    private double[] incoming = new double[0];

    /** Ranks are cut in two along z, then y, then x, and so on: faces along z lie in one piece. */
    MgHalo(Team team) {
        this.team = team;
        ranks = new int[] {1, 1, 1};
        int direction = 2;
        for (int rest = team.size(); rest > 1; rest /= 2) {
            ranks[direction] *= 2;
            direction = (direction + 2) % 3;
        }
        place = new int[] {team.rank() % ranks[0], team.rank() / ranks[0] % ranks[1],
            team.rank() / ranks[0] / ranks[1]};
        for (int i = 0; i < 3; i++) {
            below[i] = neighbour(i, -1);
            above[i] = neighbour(i, 1);
        }
    }

    /** The most ranks in any direction. */
    int mostRanks() {
        return Math.max(ranks[0], Math.max(ranks[1], ranks[2]));
    }

    /** This rank's block of a grid with so many points in each direction. */
    MgGrid block(int points) {
        return new MgGrid(points / ranks[0], points / ranks[1], points / ranks[2]);
    }

    /** The index in the whole grid of the first point of this rank's block. */
    int first(int direction, int points) {
        return place[direction] * (points / ranks[direction]);
    }

    /** Brings the halo up to date. */
    void update(MgGrid grid) {
        for (int direction = 0; direction < 3; direction++) {
            int extent = grid.extent[direction];
            int stride = grid.stride(direction);
            if (ranks[direction] == 1) {
                wrap(grid, direction, extent * stride, 0);
                wrap(grid, direction, stride, (extent + 1) * stride);
            } else {
                int last = (extent + 1) * stride;
                if (team.overlaps()) {
                    exchangeBoth(grid, direction, stride, extent * stride, last);
                } else {
                    exchange(grid, direction, stride, below[direction], last, above[direction]);
                    exchange(grid, direction, extent * stride, above[direction], 0, below[direction]);
                }
            }
        }
    }

    private int neighbour(int direction, int step) {
        int[] there = place.clone();
        there[direction] = Math.floorMod(there[direction] + step, ranks[direction]);
        return (there[2] * ranks[1] + there[1]) * ranks[0] + there[0];
    }

    /** Sends the face that begins at one point, and receives the one at another. */
    private void exchange(MgGrid grid, int direction, int from, int to, int into, int sender) {
        int count = face(grid, direction, from, 0, Copy.OUT);
        team.exchange(outgoing, to, incoming, sender, count);
        face(grid, direction, 0, into, Copy.IN);
    }

    /** Both faces of a direction, under way together. */
    private void exchangeBoth(MgGrid grid, int direction, int first, int last, int afterLast) {
        int count = face(grid, direction, first, 0, Copy.OUT);
        team.begin(outgoing, count, below[direction]);
        double[] held = outgoing;
        outgoing = second.length < count ? new double[count] : second;
        second = held;
        face(grid, direction, last, 0, Copy.OUT);
        team.begin(outgoing, count, above[direction]);
        team.end(incoming, count, above[direction]);
        face(grid, direction, 0, afterLast, Copy.IN);
        team.end(incoming, count, below[direction]);
        face(grid, direction, 0, 0, Copy.IN);
    }

    private void wrap(MgGrid grid, int direction, int from, int into) {
        face(grid, direction, from, into, Copy.WITHIN);
    }

    private enum Copy { OUT, IN, WITHIN }

    /** Copies a face with its rim; returns how many points it has. */
    private int face(MgGrid grid, int direction, int from, int into, Copy copy) {
        int lineStride = direction == 0 ? grid.row : 1;
        int lines = direction == 2 ? grid.extent[1] + 2 : grid.extent[2] + 2;
        int between = direction == 2 ? grid.row : grid.plane;
        int points = direction == 0 ? grid.extent[1] + 2 : grid.row;
        if (outgoing.length < lines * points) {
            outgoing = new double[lines * points];
            incoming = new double[lines * points];
        }
        for (int line = 0; line < lines; line++) {
            int at = line * between;
            switch (copy) {
                case OUT -> copy(grid.data, from + at, lineStride, outgoing, line * points, 1, points);
                case IN -> copy(incoming, line * points, 1, grid.data, into + at, lineStride, points);
                default -> copy(grid.data, from + at, lineStride, grid.data, into + at, lineStride, points);
            }
        }
        return lines * points;
    }

    private static void copy(double[] source, int from, int step, double[] target, int to, int targetStep, int count) {
        if (step == 1 && targetStep == 1) {
            System.arraycopy(source, from, target, to, count);
            return;
        }
        for (int i = 0; i < count; i++) {
            target[to + i * targetStep] = source[from + i * step];
        }
    }
}
