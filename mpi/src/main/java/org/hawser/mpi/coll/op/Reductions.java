package org.hawser.mpi.coll.op;

import org.hawser.mpi.ErrorClass;
import org.hawser.mpi.MpiFailure;
import org.hawser.mpi.datatype.TypeShape;

/**
 * MPI's own reductions, by operation and type.
 *
 * <table>
 * <caption>What combines what</caption>
 * <tr><th>operations</th><th>types</th></tr>
 * <tr><td>MAX, MIN, SUM, PROD</td><td>byte, char, short, int, long, float, double</td></tr>
 * <tr><td>MAX, MIN</td><td>boolean as well</td></tr>
 * <tr><td>SUM, PROD</td><td>the complex types as well</td></tr>
 * <tr><td>LAND, LOR, LXOR, BAND, BOR, BXOR</td><td>byte, char, short, int, long, boolean</td></tr>
 * <tr><td>MINLOC, MAXLOC</td><td>the pair types</td></tr>
 * <tr><td>REPLACE, NO_OP</td><td>all</td></tr>
 * </table>
 *
 * <p><b>Threads:</b> any. <b>Allocates:</b> at the first call for an operation and a type.
 */
public final class Reductions {
    private static final int OPERANDS = Operand.values().length;
    /** Made when they are asked for; that two threads may make the same one does no harm. */
    private static final Reduction[] SPACED = new Reduction[Operator.values().length * OPERANDS];
    private static final Reduction[] PACKED = new Reduction[SPACED.length];

    private Reductions() {
    }

    /**
     * The reduction of an operation and a type.
     *
     * @param packed whether pairs lie without the gaps that C leaves in and after them
     * @throws MpiFailure when the operation is not for this type
     */
    public static Reduction of(Operator operator, Operand operand, boolean packed) {
        Reduction[] made = packed ? PACKED : SPACED;
        int index = operator.ordinal() * OPERANDS + operand.ordinal();
        Reduction reduction = made[index];
        if (reduction == null) {
            reduction = operand.isPair() ? ofPair(operator, operand, packed) : ofNumber(operator, operand);
            if (reduction == null) {
                throw new MpiFailure(ErrorClass.OP, "the operation is not for this type: operation=" + operator
                    + " type=" + operand);
            }
            made[index] = reduction;
        }
        return reduction;
    }

    private static Reduction ofPair(Operator operator, Operand operand, boolean packed) {
        int index = packed ? operand.bytes : TypeShape.indexOffset(operand.bytes);
        int end = index + Integer.BYTES;
        int item = packed ? end : TypeShape.roundUp(end, Math.max(operand.bytes, Integer.BYTES));
        if (operator.isOneSided()) {
            return new Assignment(operator, item);
        }
        return !operator.isLocation() ? null : operand == Operand.INT2 ? new IntPairReduction(operator)
            : new PairReduction(operator, operand, index, item);
    }

    private static Reduction ofNumber(Operator operator, Operand operand) {
        if (operator.isOneSided()) {
            return new Assignment(operator, operand.bytes);
        }
        if (operator.isLocation()) {
            return null;
        }
        return switch (operand) {
            case INT -> new IntReduction(operator, operand.bytes);
            case LONG -> new LongReduction(operator, operand.bytes);
            case BYTE, CHAR, SHORT -> new NarrowReduction(operator, operand);
            case BOOLEAN -> operator == Operator.SUM || operator == Operator.PROD ? null
                : new NarrowReduction(operator, operand);
            case FLOAT -> operator.isLogical() ? null : new FloatReduction(operator, operand.bytes);
            case DOUBLE -> operator.isLogical() ? null : new DoubleReduction(operator, operand.bytes);
            default -> ofComplex(operator, operand);
        };
    }

    private static Reduction ofComplex(Operator operator, Operand operand) {
        return switch (operator) {
            case SUM -> operand == Operand.FLOAT_COMPLEX ? new FloatReduction(operator, operand.bytes)
                : new DoubleReduction(operator, operand.bytes);
            case PROD -> new ComplexProduct(operand);
            default -> null;
        };
    }
}
