package mpi;

import java.lang.ref.Reference;
import java.nio.ByteBuffer;
import java.util.IdentityHashMap;
import java.util.Map;
import org.hawser.mpi.ErrorClass;
import org.hawser.mpi.MpiFailure;
import org.hawser.mpi.coll.op.Operand;
import org.hawser.mpi.coll.op.Operator;
import org.hawser.mpi.coll.op.Reduction;
import org.hawser.mpi.coll.op.Reductions;
import org.hawser.mpi.coll.op.UserReduction;
import org.hawser.mpi.datatype.Layout;
import org.hawser.mpi.rma.Update;

/**
 * An operation that reductions combine items with: one of MPI's own, as {@link MPI#SUM}, or the program's.
 *
 * <p>MPI's own are for MPI's own types; bytes are signed, chars are not, and numbers of floating point are compared as
 * {@link Math#max(double, double)} does. The program's are for all types.
 *
 * <pre>{@code
 * double[] total = new double[1];
 * MPI.COMM_WORLD.allReduce(new double[] {part}, total, 1, MPI.DOUBLE, MPI.SUM);
 * }</pre>
 *
 * <p><b>Threads:</b> any, but for {@link #free()}.
 */
public final class Op implements Freeable {
    /** Null for the program's. */
    private final Operator operator;
    private final boolean commutative;
    private UserFunction function;
    private boolean freed;
    /** Of MPI's own: the updates by types with a {@link Datatype#number}, once they were asked for; 0 has none. */
    private final Update[] updates;
    /** What the last call with the program's operation used. */
    private volatile Prepared last;

    /** A reduction of the program's operation, for one type. */
    private record Prepared(Datatype type, Reduction reduction) {
    }

    /** What the types are called below; apart, as the types come after the operations in {@link MPI}. */
    private static final class Operands {
        static final Map<Datatype, Operand> BY_TYPE = new IdentityHashMap<>(Map.ofEntries(
            Map.entry(MPI.BYTE, Operand.BYTE), Map.entry(MPI.CHAR, Operand.CHAR),
            Map.entry(MPI.SHORT, Operand.SHORT), Map.entry(MPI.BOOLEAN, Operand.BOOLEAN),
            Map.entry(MPI.INT, Operand.INT), Map.entry(MPI.LONG, Operand.LONG),
            Map.entry(MPI.FLOAT, Operand.FLOAT), Map.entry(MPI.DOUBLE, Operand.DOUBLE),
            Map.entry(MPI.FLOAT_COMPLEX, Operand.FLOAT_COMPLEX), Map.entry(MPI.DOUBLE_COMPLEX, Operand.DOUBLE_COMPLEX),
            Map.entry(MPI.INT2, Operand.INT2), Map.entry(MPI.SHORT_INT, Operand.SHORT_INT),
            Map.entry(MPI.LONG_INT, Operand.LONG_INT), Map.entry(MPI.FLOAT_INT, Operand.FLOAT_INT),
            Map.entry(MPI.DOUBLE_INT, Operand.DOUBLE_INT)));
    }

    /** The program's operation. */
    public Op(UserFunction function, boolean commute) {
        this.operator = null;
        this.updates = new Update[1 + Operand.values().length];
        this.function = function;
        this.commutative = commute;
    }

    /** One of MPI's own. */
    Op(String name) {
        this.operator = Operator.valueOf(name);
        this.updates = new Update[1 + Operand.values().length];
        this.commutative = operator != Operator.REPLACE && operator != Operator.NO_OP;
    }

    /** True when the order of the items does not matter. */
    public boolean isCommutative() {
        return commutative;
    }

    @Override
    public void free() throws MPIException {
        if (operator != null) {
            throw Errors.raise(null, "Op.free", ErrorClass.OP, "a predefined operation cannot be freed: operation="
                + operator);
        }
        freed = true;
        function = null;
        last = null;
    }

    /** True once it has been freed. */
    public boolean isNull() {
        return freed;
    }

    /**
     * What combines items of {@code type}; the same for every call, so that nothing is allocated.
     *
     * @throws MpiFailure when the operation was freed, or is not for this type
     */
    static Reduction reduction(Op op, Datatype type) {
        if (op == null || op.freed) {
            throw new MpiFailure(ErrorClass.OP, op == null ? "the operation is null" : "the operation was freed");
        }
        Layout layout = Datatype.layoutOf(type);
        return op.operator == null ? op.users(type, layout) : op.own(type, layout);
    }

    /**
     * What combines items into those of {@code type} in a window: MPI's own operations on elements of one of its own
     * types.
     */
    static Update oneSided(Op op, Datatype type) {
        if (op == null || op.freed || op.operator == null) {
            throw new MpiFailure(ErrorClass.OP, op == null ? "the operation is null"
                : op.freed ? "the operation was freed" : "windows take MPI's own operations only");
        }
        Datatype.layoutOf(type);
        Operand operand = type.operand();
        if (operand == null) {
            throw new MpiFailure(ErrorClass.TYPE, "an update needs elements of one predefined type: operation="
                + op.operator);
        }
        Update update = Update.of(op.operator, operand);
        if (type.number() > 0) {
            // That two threads may do so does no harm: it is the same.
            op.updates[type.number()] = update;
        }
        return update;
    }

    /**
     * What {@link #oneSided} has found before, for one of MPI's own types with items of one run of bytes: there is
     * nothing to check again, as neither operation nor type can be freed. Null for all else.
     */
    static Update known(Op op, Datatype type) {
        return op == null || type == null ? null : op.updates[type.number()];
    }

    /** What a predefined type is called below; null when no operation is for it. */
    static Operand operandOf(Datatype predefined) {
        return Operands.BY_TYPE.get(predefined);
    }

    private Reduction own(Datatype type, Layout layout) {
        if (operator == Operator.REPLACE || operator == Operator.NO_OP) {
            throw new MpiFailure(ErrorClass.OP, "the operation is for one-sided access only: operation=" + operator);
        }
        return Reductions.of(operator, operand(type), !layout.isContiguous());
    }

    private Operand operand(Datatype type) {
        Operand operand = Operands.BY_TYPE.get(type);
        if (operand == null) {
            throw new MpiFailure(ErrorClass.OP, "a predefined operation is for predefined types only: operation="
                + operator);
        }
        return operand;
    }

    private Reduction users(Datatype type, Layout layout) {
        Prepared prepared = last;
        if (prepared == null || prepared.type != type) {
            UserFunction called = function;
            if (called == null) {
                throw new MpiFailure(ErrorClass.OP, "the operation's function is null");
            }
            prepared = new Prepared(type, new UserReduction((in, inOut, count) -> call(called, in, inOut, count, type),
                commutative, layout));
            last = prepared;
        }
        return prepared.reduction;
    }

    /** Combines items of this process alone. */
    static void combine(Object in, Object inOut, int count, Datatype type, Op op) throws MPIException {
        Errors.check();
        try {
            Reduction reduction = reduction(op, type);
            if (count < 0) {
                throw new MpiFailure(ErrorClass.COUNT, "the count is negative: count=" + count);
            }
            long from = Datatype.place(in, count, type, false);
            long to = Datatype.place(inOut, count, type, true);
            combine(reduction, type, Datatype.packed(count, type), Datatype.array(in, count, type), from,
                Datatype.array(inOut, count, type), to);
        } catch (RuntimeException e) {
            throw Errors.raise(null, "Comm.reduceLocal", e);
        } finally {
            Reference.reachabilityFence(in);
            Reference.reachabilityFence(inOut);
        }
    }

    /** Packs items that have gaps, and unpacks the result. */
    private static void combine(Reduction reduction, Datatype type, long bytes, Object in, long from, Object inOut,
                                long to) {
        Layout gaps = type.gaps();
        if (gaps == null) {
            reduction.combine(in, from, inOut, to, bytes);
            return;
        }
        byte[] packed = new byte[Math.toIntExact(bytes)];
        byte[] result = new byte[packed.length];
        gaps.pack(in, from, 0, bytes, packed, 0);
        gaps.pack(inOut, to, 0, bytes, result, 0);
        reduction.combine(packed, 0, result, 0, bytes);
        gaps.unpack(result, 0, inOut, to, 0, bytes);
    }

    /** Booleans come as arrays, all else as bytes; a function that has only the other form gets that. */
    private static void call(UserFunction function, ByteBuffer in, ByteBuffer inOut, int count, Datatype type)
            throws MPIException {
        if (!UserFunction.holdsBooleans(type)) {
            function.call(in, inOut, count, type);
            return;
        }
        boolean[] result = UserFunction.booleans(inOut);
        try {
            function.call((Object) UserFunction.booleans(in), (Object) result, count, type);
        } catch (UnsupportedOperationException e) {
            function.call(in, inOut, count, type);
            return;
        }
        for (int i = 0; i < result.length; i++) {
            inOut.put(i, (byte) (result[i] ? 1 : 0));
        }
    }
}
