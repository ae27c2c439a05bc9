package org.hawser.launcher.job;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;

/**
 * Moves what processes write to where it goes.
 *
 * <p><b>Threads:</b> one per stream of a process.
 */
final class OutputPumps {
    private static final int CHUNK = 64 * 1024;
    private static final int PUMP_STACK = 256 * 1024;

    private final OutputSink sink;
    private final List<Thread> pumps = new CopyOnWriteArrayList<>();

    OutputPumps(OutputSink sink) {
        this.sink = sink;
    }

    /**
     * Begins to read a rank's two streams.
     *
     * @param job  the number of a job that ranks asked for; 0 for the one that the launcher was asked for
     * @param tail remembers the last of it
     * @return the threads that do it
     */
    List<Thread> attach(int job, int rank, InputStream rankOut, InputStream rankErr, OutputTail tail) {
        return List.of(start("rank-" + rank + "-out", () -> pump(job, rank, false, rankOut, tail)),
            start("rank-" + rank + "-err", () -> pump(job, rank, true, rankErr, tail)));
    }

    /** Waits until all that was written has been passed on, or the time is over: a stray child may hold a pipe. */
    void drain(long millis) throws InterruptedException {
        drain(pumps, millis);
    }

    /** The same for some of the threads. */
    static void drain(List<Thread> some, long millis) throws InterruptedException {
        long deadline = System.nanoTime() + millis * 1_000_000;
        for (Thread pump : some) {
            pump.join(Math.max(1, (deadline - System.nanoTime()) / 1_000_000));
        }
    }

    private Thread start(String name, Runnable body) {
        Thread pump = new Thread(null, body, name, PUMP_STACK, false);
        pump.setDaemon(true);
        pumps.add(pump);
        pump.start();
        return pump;
    }

    private void pump(int job, int rank, boolean error, InputStream in, OutputTail tail) {
        byte[] chunk = new byte[CHUNK];
        try (in; OutputStream out = sink.open(job, rank, error)) {
            for (int count = in.read(chunk); count >= 0; count = in.read(chunk)) {
                tail.append(error, chunk, count);
                out.write(chunk, 0, count);
            }
        } catch (IOException e) {
            // Our reader is gone or the rank was torn away: what it writes from here on has no place to go.
            Thread.currentThread().interrupt();
        }
    }
}
