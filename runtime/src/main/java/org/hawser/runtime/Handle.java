package org.hawser.runtime;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import org.hawser.fabric.Completion;

/**
 * Started one-sided operations. A handle given to one operation is that operation's; given to several it stands for
 * all of them (an aggregate); every peer also has one of its own for operations that were given none (the implicit
 * one, which {@link Rank#fence(int)} waits for). A handle may be used again once it is done.
 *
 * <pre>{@code
 * Handle halo = new Handle();
 * rank.put(north, 0, row, 0, bytes, halo);
 * rank.put(south, 0, row, bytes, bytes, halo);
 * compute();
 * rank.await(halo);
 * }</pre>
 *
 * <p><b>Threads:</b> any. <b>Allocates:</b> nothing per operation.
 */
public final class Handle extends Completion implements Awaitable {
    private static final VarHandle PENDING;

    static {
        try {
            PENDING = MethodHandles.lookup().findVarHandle(Handle.class, "pending", int.class);
        } catch (ReflectiveOperationException e) {
            throw new ExceptionInInitializerError(e);
        }
    }

    private int pending;
    private volatile RuntimeException failure;

    /** A handle with nothing started. */
    public Handle() {
    }

    /** True when nothing that was started with it is under way; the data is where it belongs then. */
    @Override
    public boolean isDone() {
        // Acquire: the results first, then "done" at whoever sees it. Pairs with the atomic decrement.
        return (int) PENDING.getAcquire(this) == 0;
    }

    /**
     * One operation more is under way. For programming models whose operations end otherwise than on the fabric, by a
     * message for instance; each ends once, by {@link #end}, {@link #completed} or {@link #failed}.
     */
    public void begin() {
        PENDING.getAndAdd(this, 1);
    }

    /** An operation is over, or was refused and never begun. */
    public void end() {
        PENDING.getAndAdd(this, -1);
    }

    @Override
    public void completed(long result) {
        end();
    }

    @Override
    public void failed(RuntimeException cause) {
        failure = cause;
        end();
    }

    /** Throws what a failed operation left, once. */
    public void check() {
        RuntimeException cause = takeFailure();
        if (cause != null) {
            throw cause;
        }
    }

    /** What a failed operation left, or null; told once. */
    public RuntimeException takeFailure() {
        RuntimeException cause = failure;
        if (cause != null) {
            failure = null;
        }
        return cause;
    }
}
