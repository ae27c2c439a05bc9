package org.hawser.examples.heat;

/**
 * The part of the plate that one rank computes, and the ranks whose parts touch it.
 *
 * <p><b>Threads:</b> immutable.
 *
 * @param top    first row of the plate that belongs to it
 * @param left   first column
 * @param height rows
 * @param width  columns
 * @param north  the rank above, or {@link #NOBODY} at the plate's edge
 * @param south  the rank below
 * @param west   the rank to the left
 * @param east   the rank to the right
 */
public record Block(int top, int left, int height, int width, int north, int south, int west, int east) {
    /** Beyond the plate's edge. */
    public static final int NOBODY = -1;

    /** The part of {@code rank} when {@code ranks} share a plate of {@code cells} by {@code cells}. */
    public static Block of(int cells, int rank, int ranks) {
        int down = piecesDown(ranks);
        int across = ranks / down;
        if (cells < across) {
            throw new IllegalArgumentException("the plate is too small to cut: cells=" + cells + " pieces=" + across);
        }
        int row = rank / across;
        int column = rank % across;
        int top = start(cells, row, down);
        int left = start(cells, column, across);
        return new Block(top, left, start(cells, row + 1, down) - top, start(cells, column + 1, across) - left,
            row > 0 ? rank - across : NOBODY, row < down - 1 ? rank + across : NOBODY,
            column > 0 ? rank - 1 : NOBODY, column < across - 1 ? rank + 1 : NOBODY);
    }

    /** Into how many pieces the plate is cut from top to bottom: as near to the root as divides the ranks. */
    public static int piecesDown(int ranks) {
        int down = (int) Math.sqrt(ranks);
        while (ranks % down != 0) {
            down--;
        }
        return down;
    }

    /** Where the {@code index}-th of {@code pieces} starts; sizes differ by one at most. */
    private static int start(int cells, int index, int pieces) {
        return (int) ((long) cells * index / pieces);
    }
}
