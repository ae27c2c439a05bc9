package org.hawser.mpi.coll.op;

/**
 * MPI's own operations on two numbers of one type: what comes, and what is there.
 *
 * <pre>{@code
 * long most = Numbers.combine(Operator.MAX, mine, held);
 * }</pre>
 *
 * <p><b>Threads:</b> any. <b>Allocates:</b> nothing.
 */
public final class Numbers {
    private Numbers() {
    }

    /** Longs. */
    public static long combine(Operator operator, long x, long y) {
        return switch (operator) {
            case SUM -> x + y;
            case PROD -> x * y;
            case MAX -> Math.max(x, y);
            case MIN -> Math.min(x, y);
            case LAND -> x != 0 && y != 0 ? 1 : 0;
            case BAND -> x & y;
            case LOR -> (x | y) != 0 ? 1 : 0;
            case BOR -> x | y;
            case LXOR -> (x != 0) != (y != 0) ? 1 : 0;
            case BXOR -> x ^ y;
            case REPLACE -> x;
            case NO_OP -> y;
            default -> throw new AssertionError(operator);
        };
    }

    /** Ints. */
    public static int combine(Operator operator, int x, int y) {
        return switch (operator) {
            case SUM -> x + y;
            case PROD -> x * y;
            case MAX -> Math.max(x, y);
            case MIN -> Math.min(x, y);
            case LAND -> x != 0 && y != 0 ? 1 : 0;
            case BAND -> x & y;
            case LOR -> (x | y) != 0 ? 1 : 0;
            case BOR -> x | y;
            case LXOR -> (x != 0) != (y != 0) ? 1 : 0;
            case BXOR -> x ^ y;
            case REPLACE -> x;
            case NO_OP -> y;
            default -> throw new AssertionError(operator);
        };
    }

    /** Doubles. */
    public static double combine(Operator operator, double x, double y) {
        return switch (operator) {
            case SUM -> x + y;
            case PROD -> x * y;
            case MAX -> Math.max(x, y);
            case MIN -> Math.min(x, y);
            case REPLACE -> x;
            case NO_OP -> y;
            default -> throw new AssertionError(operator);
        };
    }

    /** Floats. */
    public static float combine(Operator operator, float x, float y) {
        return switch (operator) {
            case SUM -> x + y;
            case PROD -> x * y;
            case MAX -> Math.max(x, y);
            case MIN -> Math.min(x, y);
            case REPLACE -> x;
            case NO_OP -> y;
            default -> throw new AssertionError(operator);
        };
    }
}
