package org.hawser.pgas;

import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.SynchronousQueue;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import org.hawser.fabric.FabricException;
import org.hawser.pgas.team.Freight;
import org.hawser.pgas.team.Kind;
import org.hawser.pgas.team.World;
import org.hawser.platform.settings.Settings;

/**
 * Code that ranks send each other, and what becomes of it.
 *
 * <p>A call arrives in the polling context, which must not wait; so a Java thread of the receiver's runs it, made when
 * one is needed and kept for a while. The calls of one sender begin in the order in which it made them, each whether or
 * not those before it have ended: one may wait for another.
 *
 * <p><b>Threads:</b> any. <b>Allocates:</b> per call; a thread per call that runs at the same time.
 */
final class Calls {
    /** Of the result: what was returned. */
    private static final int VALUE = 0;
    /** Of the result: what was thrown. */
    private static final int THROWN = 1;
    private static final long DEFAULT_MOST = 256 << 20;
    private static final long KEEP_SECONDS = 10;

    private final Services services;
    private final World world;
    private final long most = Settings.number("hawser.pgas.call", DEFAULT_MOST, 1 << 10, 1 << 30);
    private final Freight calls;
    private final Freight results;
    /** The rank's own classes, whichever thread asks. */
    private final ClassLoader loader;
    private final ThreadPoolExecutor runners;
    private final AtomicInteger runnersMade = new AtomicInteger();
    private final AtomicLong lastNumber = new AtomicLong();
    private final Map<Long, RemoteFuture<?>> open = new ConcurrentHashMap<>();
    /** By sender: open when its latest call has begun. Of the polling thread. */
    private final Map<Integer, CountDownLatch> begun = new HashMap<>();

    Calls(Services services) {
        this.services = services;
        world = services.world;
        calls = new Freight(world, Kind.CALL, most, this::onCall);
        results = new Freight(world, Kind.RESULT, most, this::onResult);
        ClassLoader context = Thread.currentThread().getContextClassLoader();
        loader = context != null ? context : Calls.class.getClassLoader();
        runners = new ThreadPoolExecutor(0, Integer.MAX_VALUE, KEEP_SECONDS, TimeUnit.SECONDS,
            new SynchronousQueue<>(), this::newRunner);
    }

    private Thread newRunner(Runnable work) {
        Thread runner = Thread.ofPlatform().daemon()
            .name("hawser-call-" + world.rank().number() + "-" + runnersMade.incrementAndGet()).unstarted(work);
        runner.setContextClassLoader(loader);
        return runner;
    }

    /** Sends {@code code} to be run at {@code rank}, which the caller knows as {@code thread}. */
    <T> RemoteFuture<T> send(Object code, int rank, int thread) {
        if (code == null) {
            throw new PgasException("there is no code to run: thread=" + thread);
        }
        byte[] bytes = CodeWriter.write(code, "the code for thread " + thread, services);
        checkLength(bytes, "the code for thread " + thread);
        long number = lastNumber.incrementAndGet();
        RemoteFuture<T> future = new RemoteFuture<>(this, number, rank, thread);
        open.put(number, future);
        try {
            calls.send(rank, number, 0, bytes);
        } catch (FabricException e) {
            if (e.severity() != FabricException.Severity.PEER_LOST) {
                open.remove(number);
                throw e;
            }
            future.lose(e);
        }
        return future;
    }

    private void checkLength(byte[] bytes, String what) {
        if (bytes.length > most) {
            throw new PgasException(what + " is too long to travel: bytes=" + bytes.length + " hawser.pgas.call="
                + most);
        }
    }

    World world() {
        return world;
    }

    void forget(long number) {
        open.remove(number);
    }

    /** What a result's bytes are of. */
    Object read(byte[] bytes) throws Exception {
        return CodeReader.read(bytes, services, loader);
    }

    /** Waits until all calls of this rank's are over, whoever made them. */
    void awaitAll() {
        for (RemoteFuture<?> future : open.values()) {
            future.awaitOver();
        }
    }

    private void onResult(int source, long number, int note, byte[] bytes) {
        RemoteFuture<?> future = open.remove(number);
        if (future != null) {
            future.complete(bytes, note == THROWN);
        }
    }

    private void onCall(int source, long number, int note, byte[] bytes) {
        CountDownLatch before = begun.get(source);
        CountDownLatch mine = new CountDownLatch(1);
        try {
            runners.execute(() -> run(source, number, bytes, before, mine));
            begun.put(source, mine);
        } catch (RuntimeException | OutOfMemoryError e) {
            // Not this thread's trouble, which may be in the middle of anything: the caller's.
            answer(source, number, THROWN, thrown(new PgasException("thread of rank " + world.rank().number()
                + " cannot be started to run a call", e)));
        }
    }

    private void run(int source, long number, byte[] bytes, CountDownLatch before, CountDownLatch mine) {
        byte[] answer;
        int note = VALUE;
        try {
            Object code = begin(bytes, before, mine);
            Object value = null;
            if (code instanceof RemoteThread.Call<?> call) {
                value = call.call();
            } else {
                ((RemoteThread.Task) code).run();
            }
            answer = CodeWriter.write(value, "the result", services);
            checkLength(answer, "the result");
        } catch (Throwable e) {
            answer = thrown(e);
            note = THROWN;
        }
        answer(source, number, note, answer);
        // Who waits here may wait for what the code has done.
        world.rank().wakeWaiting();
    }

    /** Whatever happens, the sender's next call may begin after this. */
    private Object begin(byte[] bytes, CountDownLatch before, CountDownLatch mine) throws Exception {
        try {
            if (before != null) {
                before.await();
            }
            return CodeReader.read(bytes, services, loader);
        } finally {
            mine.countDown();
        }
    }

    private byte[] thrown(Throwable e) {
        byte[] whole = null;
        try {
            whole = CodeWriter.write(e, "the exception", services);
            checkLength(whole, "the exception");
        } catch (PgasException cannotTravel) {
            whole = null;
        }
        return CodeWriter.write(new RemoteFuture.Failure(Thrown.of(e), whole), "the exception", services);
    }

    private void answer(int source, long number, int note, byte[] bytes) {
        try {
            results.send(source, number, note, bytes);
        } catch (FabricException e) {
            if (e.severity() != FabricException.Severity.PEER_LOST) {
                throw e;
            }
            // Nobody waits for it any more.
        }
    }
}
