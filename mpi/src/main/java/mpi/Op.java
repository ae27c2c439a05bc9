package mpi;

/**
 * An operation that reductions combine items with: one of MPI's own, as {@link MPI#SUM}, or the program's.
 *
 * <p><b>Threads:</b> any, but for {@link #free()}.
 */
public final class Op implements Freeable {
    private final String name;
    private final boolean commutative;
    private UserFunction function;
    private boolean freed;

    /** The program's operation. */
    public Op(UserFunction function, boolean commute) {
        this.name = "user";
        this.function = function;
        this.commutative = commute;
    }

    /** One of MPI's own. */
    Op(String name) {
        this.name = name;
        this.commutative = true;
    }

    /** True when the order of the items does not matter. */
    public boolean isCommutative() {
        return commutative;
    }

    @Override
    public void free() throws MPIException {
        freed = true;
        function = null;
    }

    /** True once it has been freed. */
    public boolean isNull() {
        return freed;
    }

    String name() {
        return name;
    }
}
