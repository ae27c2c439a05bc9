package org.hawser.pgas;

import java.io.Serializable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.hawser.fabric.FabricException;
import org.hawser.runtime.Awaitable;

/**
 * The result of a call at another thread. Whoever waits for it makes progress meanwhile, and serves other threads and
 * other models. When the other thread is lost, it ends with an exception that says so.
 *
 * <pre>{@code
 * RemoteFuture<Integer> answer = pgas.at(1).call(() -> 6 * 7);
 * System.out.println(answer.join());
 * }</pre>
 *
 * <p><b>Threads:</b> any; not in handlers, but for {@link #isDone}.
 */
public final class RemoteFuture<T> implements Future<T> {
    /** Askers look after the other thread once in so many times. */
    private static final int LOOK_AFTER_MASK = 0x3ff;

    private final Calls calls;
    private final long number;
    private final int rank;
    private final int thread;
    private int looks;
    /** Guards the step from bytes to value. */
    private final Object opening = new Object();
    private byte[] bytes;
    private boolean thrown;
    private T value;
    private Throwable failure;
    private boolean opened;
    private volatile boolean over;

    RemoteFuture(Calls calls, long number, int rank, int thread) {
        this.calls = calls;
        this.number = number;
        this.rank = rank;
        this.thread = thread;
    }

    /** In the polling context: the bytes are made an object by whoever asks for it. */
    void complete(byte[] result, boolean isThrown) {
        bytes = result;
        thrown = isThrown;
        over = true;
    }

    /** The other thread is gone. */
    void lose(FabricException e) {
        calls.forget(number);
        synchronized (opening) {
            if (!over) {
                failure = new PgasException("the thread of a call is lost: thread=" + thread + " rank=" + rank, e);
                opened = true;
                over = true;
            }
        }
    }

    /** Waits, and returns the result; throws what the call threw, in a {@link PgasException}. */
    public T join() {
        awaitOver();
        open();
        if (failure != null) {
            throw new PgasException("a call at thread " + thread + " has failed: " + text(failure), failure);
        }
        return value;
    }

    @Override
    public T get() throws InterruptedException, ExecutionException {
        await(new Wait(Long.MAX_VALUE));
        return result();
    }

    @Override
    public T get(long timeout, TimeUnit unit) throws InterruptedException, ExecutionException, TimeoutException {
        await(new Wait(unit.toNanos(timeout)));
        if (!over) {
            throw new TimeoutException("a call has not ended in time: thread=" + thread + " timeout=" + timeout + " "
                + unit);
        }
        return result();
    }

    private T result() throws ExecutionException {
        open();
        if (failure != null) {
            throw new ExecutionException("a call at thread " + thread + " has failed: " + text(failure), failure);
        }
        return value;
    }

    /** What came as text alone begins with its class; what came whole is told the same way. */
    private static String text(Throwable failure) {
        return failure instanceof PgasException ? failure.getMessage() : failure.toString();
    }

    /** A call that was sent is run: it cannot be taken back. */
    @Override
    public boolean cancel(boolean mayInterruptIfRunning) {
        return false;
    }

    @Override
    public boolean isCancelled() {
        return false;
    }

    /** True when it has ended, with a result or not; makes progress, so that one may ask again and again. */
    @Override
    public boolean isDone() {
        if (over || calls.world().rank().isHeld()) {
            return over;
        }
        calls.world().rank().progress();
        if (!over && (++looks & LOOK_AFTER_MASK) == 0) {
            lookAfter();
        }
        return over;
    }

    /** Waits until it has ended, whatever way. */
    void awaitOver() {
        try {
            calls.world().rank().await(() -> over, rank);
        } catch (FabricException e) {
            if (e.severity() != FabricException.Severity.PEER_LOST) {
                throw e;
            }
            lose(e);
        }
    }

    private void await(Wait wait) throws InterruptedException {
        if (Thread.interrupted()) {
            throw new InterruptedException("interrupted before waiting for a call: thread=" + thread);
        }
        calls.world().rank().awaitRegardless(wait);
        if (!over && Thread.interrupted()) {
            throw new InterruptedException("interrupted while waiting for a call: thread=" + thread);
        }
    }

    private void lookAfter() {
        if (!calls.world().rank().isAlive(rank)) {
            // It may have answered before it ended.
            calls.world().rank().takeAll();
            if (!over) {
                lose(new FabricException(FabricException.Severity.PEER_LOST, "a rank has ended: peer=" + rank));
            }
        }
    }

    private void open() {
        synchronized (opening) {
            if (opened) {
                return;
            }
            opened = true;
            try {
                Object read = calls.read(bytes);
                if (thrown) {
                    failure = ((Failure) read).open(calls);
                } else {
                    value = cast(read);
                }
            } catch (Exception | StackOverflowError e) {
                failure = new PgasException("the result of a call cannot be read here: thread=" + thread + ": " + e, e);
            }
            bytes = null;
        }
    }

    /** The type is the one that the call's own signature promised. */
    @SuppressWarnings("unchecked")
    private static <T> T cast(Object read) {
        return (T) read;
    }

    /** What a call threw: as text, and whole where it can travel. */
    record Failure(Thrown text, byte[] whole) implements Serializable {
        private Throwable open(Calls calls) {
            if (whole != null) {
                try {
                    return (Throwable) calls.read(whole);
                } catch (Exception | StackOverflowError e) {
                    // Its class is not here, for instance: the text is.
                    return text.asException();
                }
            }
            return text.asException();
        }
    }

    /** A wait that time or an interrupt can end. */
    private final class Wait implements Awaitable {
        private final long start = System.nanoTime();
        private final long nanos;

        Wait(long nanos) {
            this.nanos = nanos;
        }

        @Override
        public boolean isDone() {
            return over || Thread.currentThread().isInterrupted() || System.nanoTime() - start >= nanos;
        }

        @Override
        public boolean isDoneBeforeSleep() {
            if (!isDone()) {
                lookAfter();
            }
            return isDone();
        }
    }
}
