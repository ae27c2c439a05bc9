package org.hawser.bench.nas;

import java.util.Arrays;

/**
 * The sparse matrix of CG, or a block of it, in rows: a sum of outer products of random sparse vectors, each weighted
 * a little less than the one before, with a shifted diagonal. Every rank makes all the vectors, and of the matrix only
 * its block.
 *
 * <p><b>Threads:</b> immutable once made. <b>Allocates:</b> at construction.
 */
final class CgMatrix {
    private static final double CONDITION = 0.1;
    private static final double DIAGONAL = 0.5;

    private final int order;
    private final int perVector;
    private final double shift;
    /** Of all vectors: where its elements begin, the places of these, their values. */
    private final int[] begins;
    private final int[] places;
    private final double[] values;

    /** Where each row of the block begins in the two arrays that follow; one more for the end. */
    private int[] rowBegins;
    private int[] columns;
    private double[] elements;

    private CgMatrix(int order, int perVector, double shift) {
        this.order = order;
        this.perVector = perVector;
        this.shift = shift;
        begins = new int[order + 1];
        places = new int[order * (perVector + 1)];
        values = new double[places.length];
    }

    /**
     * Makes a block of the matrix.
     *
     * @param order     rows of the whole matrix
     * @param perVector elements that are drawn for each vector
     * @param shift     taken from the diagonal
     * @param random    after one number
     */
    static CgMatrix of(int order, int perVector, double shift, NasRandom random, int firstRow, int rows,
                       int firstColumn, int width) {
        CgMatrix matrix = new CgMatrix(order, perVector, shift);
        matrix.drawVectors(random);
        matrix.assemble(firstRow, rows, firstColumn, width);
        return matrix;
    }

    /** The product with a vector of the block's columns. */
    void multiply(double[] vector, double[] product) {
        for (int row = 0; row < rowBegins.length - 1; row++) {
            double sum = 0;
            for (int k = rowBegins[row]; k < rowBegins[row + 1]; k++) {
                sum += elements[k] * vector[columns[k]];
            }
            product[row] = sum;
        }
    }

    /** Elements that are not zero, in the block. */
    int count() {
        return columns.length;
    }

    private void drawVectors(NasRandom random) {
        int powerOfTwo = Integer.highestOneBit(order - 1) << 1;
        int next = 0;
        for (int vector = 0; vector < order; vector++) {
            int begin = next;
            while (next - begin < perVector) {
                double value = random.next();
                int place = (int) (powerOfTwo * random.next());
                if (place < order && !isAmong(place, begin, next)) {
                    places[next] = place;
                    values[next++] = value;
                }
            }
            next = putDiagonal(vector, begin, next);
            begins[vector + 1] = next;
        }
    }

    private boolean isAmong(int place, int begin, int end) {
        for (int i = begin; i < end; i++) {
            if (places[i] == place) {
                return true;
            }
        }
        return false;
    }

    /** Each vector has a fixed element on the diagonal, drawn or not. */
    private int putDiagonal(int vector, int begin, int end) {
        for (int i = begin; i < end; i++) {
            if (places[i] == vector) {
                values[i] = DIAGONAL;
                return end;
            }
        }
        places[end] = vector;
        values[end] = DIAGONAL;
        return end + 1;
    }

    /** Row by row: adds up the outer products that reach it, in a row with all columns. */
    private void assemble(int firstRow, int rows, int firstColumn, int width) {
        int[] reachBegins = new int[order + 1];
        int[] reaching = reaching(reachBegins);
        double ratio = Math.pow(CONDITION, 1.0 / order);
        double[] sums = new double[width];
        boolean[] touched = new boolean[width];
        int[] found = new int[width];
        rowBegins = new int[rows + 1];
        columns = new int[16 * rows];
        elements = new double[columns.length];
        int next = 0;
        for (int row = 0; row < rows; row++) {
            int count = 0;
            int index = firstRow + row;
            for (int k = reachBegins[index]; k < reachBegins[index + 1]; k++) {
                int vector = vectorOf(reaching[k]);
                double scale = values[reaching[k]] * Math.pow(ratio, vector);
                for (int i = begins[vector]; i < begins[vector + 1]; i++) {
                    int column = places[i] - firstColumn;
                    if (column >= 0 && column < width) {
                        found[count] = column;
                        count += touched[column] ? 0 : 1;
                        touched[column] = true;
                        sums[column] += scale * values[i];
                    }
                }
            }
            if (index >= firstColumn && index < firstColumn + width) {
                sums[index - firstColumn] += CONDITION - shift;
            }
            Arrays.sort(found, 0, count);
            ensureRoom(next + count);
            for (int i = 0; i < count; i++) {
                columns[next] = found[i];
                elements[next++] = sums[found[i]];
                sums[found[i]] = 0;
                touched[found[i]] = false;
            }
            rowBegins[row + 1] = next;
        }
        columns = Arrays.copyOf(columns, next);
        elements = Arrays.copyOf(elements, next);
    }

    /** The elements of vectors, by their place: with those of each place beginning where {@code reachBegins} says. */
    private int[] reaching(int[] reachBegins) {
        for (int i = 0; i < begins[order]; i++) {
            reachBegins[places[i] + 1]++;
        }
        for (int i = 0; i < order; i++) {
            reachBegins[i + 1] += reachBegins[i];
        }
        int[] next = reachBegins.clone();
        int[] reaching = new int[begins[order]];
        for (int i = 0; i < reaching.length; i++) {
            reaching[next[places[i]]++] = i;
        }
        return reaching;
    }

    private int vectorOf(int element) {
        int found = Arrays.binarySearch(begins, element);
        return found >= 0 ? found : -found - 2;
    }

    private void ensureRoom(int count) {
        if (count > columns.length) {
            columns = Arrays.copyOf(columns, 2 * count);
            elements = Arrays.copyOf(elements, 2 * count);
        }
    }
}
