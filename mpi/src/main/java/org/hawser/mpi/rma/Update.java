package org.hawser.mpi.rma;

import org.hawser.mpi.coll.op.Operand;
import org.hawser.mpi.coll.op.Operator;
import org.hawser.mpi.coll.op.Reduction;
import org.hawser.mpi.coll.op.Reductions;

/**
 * What a read-modify-write does to items: one of MPI's own operations on one of its own types. There is one object for
 * each, with a number that means the same in every process, so that it can be sent to another.
 *
 * <pre>{@code
 * Update sum = Update.of(Operator.SUM, Operand.LONG);
 * assert Update.numbered(sum.number()) == sum;
 * }</pre>
 *
 * <p><b>Threads:</b> immutable. <b>Allocates:</b> at the first use of an operation and a type.
 */
public final class Update {
    private static final Operator[] OPERATORS = Operator.values();
    private static final Operand[] OPERANDS = Operand.values();
    /** Made when they are asked for; that two threads may make the same one does no harm. */
    private static final Update[] MADE = new Update[OPERATORS.length * OPERANDS.length];

    /** The operation. */
    final Operator operator;
    /** The type. */
    final Operand operand;
    /** Combines items in their packed form. */
    final Reduction reduction;
    /** The bytes of a packed item. */
    final int item;
    /** How readily items are updated one by one by the processor's atomics; see {@link UpdateMode}. */
    final int level;
    /** True for floats and doubles. */
    final boolean real;
    /** True for sums of whole numbers, which are one instruction. */
    final boolean adds;
    /** True for whole numbers. */
    final boolean whole;
    /** Whether items of the origin are read at all. */
    final boolean takes;
    /** True for pairs that C lays out with gaps: an item is no run of bytes. */
    final boolean gapped;

    private Update(Operator operator, Operand operand) {
        this.operator = operator;
        this.operand = operand;
        // Only pairs have gaps, and those that have are combined in their packed form.
        reduction = Reductions.of(operator, operand, true);
        item = reduction.item();
        real = operand == Operand.FLOAT || operand == Operand.DOUBLE;
        level = operand == Operand.LONG ? UpdateMode.OF_LONGS : operand == Operand.INT ? UpdateMode.OF_INTS
            : real ? UpdateMode.OF_REALS : UpdateMode.OF_OTHERS;
        whole = operand.isInteger();
        adds = operator == Operator.SUM && whole;
        takes = operator != Operator.NO_OP;
        gapped = operand == Operand.SHORT_INT || operand == Operand.LONG_INT || operand == Operand.DOUBLE_INT;
    }

    /**
     * The update by an operation and a type.
     *
     * @throws org.hawser.mpi.MpiFailure when the operation is not for this type
     */
    public static Update of(Operator operator, Operand operand) {
        int number = operator.ordinal() * OPERANDS.length + operand.ordinal();
        Update update = MADE[number];
        if (update == null) {
            update = new Update(operator, operand);
            MADE[number] = update;
        }
        return update;
    }

    /** The update that has this number. */
    public static Update numbered(int number) {
        return of(OPERATORS[number / OPERANDS.length], OPERANDS[number % OPERANDS.length]);
    }

    /** The same in every process. */
    public int number() {
        return operator.ordinal() * OPERANDS.length + operand.ordinal();
    }

    /** What combines the items, in their packed form. */
    public Reduction reduction() {
        return reduction;
    }

    /** True for whole numbers and booleans, which can be compared and swapped. */
    public boolean isWhole() {
        return whole;
    }

    /** The bytes of a packed item. */
    public int item() {
        return item;
    }

    @Override
    public String toString() {
        return operator + " of " + operand;
    }
}
