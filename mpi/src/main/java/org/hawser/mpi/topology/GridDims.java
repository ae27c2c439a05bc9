package org.hawser.mpi.topology;

import java.util.Arrays;
import java.util.stream.IntStream;
import org.hawser.mpi.ErrorClass;
import org.hawser.mpi.MpiFailure;

/**
 * Chooses the lengths of a grid's dimensions: as equal as they can be, the longest first. Lengths that are given stay.
 *
 * <p>Cost: a search through the divisors of the number of nodes.
 *
 * <p><b>Threads:</b> stateless.
 */
public final class GridDims {
    private GridDims() {
    }

    /**
     * Fills in the lengths that are 0.
     *
     * @param nodes the product of all
     * @return a new array
     */
    public static int[] complete(int nodes, int[] dims) {
        if (dims == null) {
            throw new MpiFailure(ErrorClass.ARG, "the lengths are null");
        }
        if (nodes <= 0) {
            throw new MpiFailure(ErrorClass.DIMS, "the number of nodes must be positive: nodes=" + nodes);
        }
        long given = 1;
        int open = 0;
        for (int dim : dims) {
            if (dim < 0) {
                throw impossible("a length is negative", nodes, dims);
            }
            open += dim == 0 ? 1 : 0;
            given = dim == 0 ? given : Math.min(Integer.MAX_VALUE + 1L, given * dim);
        }
        if (nodes % given != 0 || open == 0 && given != nodes) {
            throw impossible("the lengths that are given do not divide the number of nodes", nodes, dims);
        }
        int[] found = balanced((int) (nodes / given), open);
        int[] result = dims.clone();
        int next = 0;
        for (int i = 0; i < result.length; i++) {
            result[i] = result[i] == 0 ? found[next++] : result[i];
        }
        return result;
    }

    private static MpiFailure impossible(String what, int nodes, int[] dims) {
        return new MpiFailure(ErrorClass.DIMS, what + ": nodes=" + nodes + " dims=" + Arrays.toString(dims));
    }

    /** {@code count} factors of {@code product}, none smaller than the next, each as small as those before allow. */
    static int[] balanced(int product, int count) {
        int[] factors = new int[count];
        find(divisors(product), product, product, 0, factors);
        return factors;
    }

    /** Fills the places from {@code at} on with falling factors of {@code rest}, none above {@code most}. */
    private static boolean find(int[] divisors, int rest, int most, int at, int[] factors) {
        if (at == factors.length) {
            return rest == 1;
        }
        for (int divisor : divisors) {
            if (divisor > most) {
                return false;
            }
            // Smaller ones cannot make up the rest, however often they are taken.
            if (rest % divisor == 0 && Math.pow(divisor, factors.length - at) >= rest) {
                factors[at] = divisor;
                if (find(divisors, rest / divisor, divisor, at + 1, factors)) {
                    return true;
                }
            }
        }
        return false;
    }

    private static int[] divisors(int product) {
        return IntStream.iterate(1, i -> (long) i * i <= product, i -> i + 1).filter(i -> product % i == 0)
            .flatMap(i -> IntStream.of(i, product / i)).distinct().sorted().toArray();
    }
}
