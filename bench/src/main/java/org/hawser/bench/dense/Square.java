package org.hawser.bench.dense;

/**
 * What is computed on square blocks, which lie row by row in arrays. Blocks at the matrix's edge are filled up with
 * zeros, and ones on the diagonal, so that all are of one size.
 *
 * <p><b>Threads:</b> stateless. <b>Allocates:</b> nothing.
 */
final class Square {
    private Square() {
    }

    /** Factors a block into a lower triangle with ones on the diagonal and an upper one, in place, without pivots. */
    static void factor(double[] block, int side) {
        for (int k = 0; k < side; k++) {
            double pivot = block[k * side + k];
            for (int i = k + 1; i < side; i++) {
                double factor = block[i * side + k] / pivot;
                block[i * side + k] = factor;
                subtractRow(block, i * side, factor, block, k * side, k + 1, side);
            }
        }
    }

    /** Divides a block of the diagonal's column by the diagonal's upper triangle, from the right. */
    static void divideByUpper(double[] block, double[] diagonal, int side) {
        for (int k = 0; k < side; k++) {
            double pivot = diagonal[k * side + k];
            for (int i = 0; i < side; i++) {
                double factor = block[i * side + k] / pivot;
                block[i * side + k] = factor;
                subtractRow(block, i * side, factor, diagonal, k * side, k + 1, side);
            }
        }
    }

    /** Divides a block of the diagonal's row by the diagonal's lower triangle, from the left. */
    static void divideByLower(double[] block, double[] diagonal, int side) {
        for (int k = 0; k < side; k++) {
            for (int i = k + 1; i < side; i++) {
                subtractRow(block, i * side, diagonal[i * side + k], block, k * side, 0, side);
            }
        }
    }

    /** Subtracts a product from a block. */
    static void subtractProduct(double[] block, double[] left, double[] right, int side) {
        for (int i = 0; i < side; i++) {
            for (int k = 0; k < side; k++) {
                subtractRow(block, i * side, left[i * side + k], right, k * side, 0, side);
            }
        }
    }

    /** Adds a product of {@code rows × inner} and {@code inner × columns} elements to a matrix. */
    static void addProduct(double[] sum, double[] left, double[] right, int rows, int inner, int columns) {
        for (int i = 0; i < rows; i++) {
            for (int k = 0; k < inner; k++) {
                subtractRow(sum, i * columns, -left[i * inner + k], right, k * columns, 0, columns);
            }
        }
    }

    private static void subtractRow(double[] target, int at, double factor, double[] row, int rowAt, int from, int to) {
        for (int j = from; j < to; j++) {
            target[at + j] -= factor * row[rowAt + j];
        }
    }
}
