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
    private static final long LOOK_MILLIS = 20;
    /** More than a pipe holds: what comes behind it was written by somebody who outlives the rank. */
    private static final long MOST_LEFT = 1 << 20;

    private final OutputSink sink;
    private final List<Pump> pumps = new CopyOnWriteArrayList<>();

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
    List<Pump> attach(int job, int rank, InputStream rankOut, InputStream rankErr, OutputTail tail) {
        return List.of(start("rank-" + rank + "-out", rankOut, tail, sink.open(job, rank, false), false),
            start("rank-" + rank + "-err", rankErr, tail, sink.open(job, rank, true), true));
    }

    /**
     * Waits until all that was written has been passed on, however slow its reader is. For a stream that is open and
     * brings nothing it waits only so long: a stray child of the rank may hold it.
     */
    void drain(long millis) throws InterruptedException {
        drain(pumps, millis);
    }

    /** Waits so long at most, whoever reads. */
    void await(long millis) throws InterruptedException {
        long deadline = System.nanoTime() + millis * 1_000_000;
        for (Pump pump : pumps) {
            pump.join(Math.max(1, (deadline - System.nanoTime()) / 1_000_000));
        }
    }

    /** The same as {@link #drain(long)} for some of the threads. */
    static void drain(List<Pump> some, long millis) throws InterruptedException {
        long deadline = System.nanoTime() + millis * 1_000_000;
        for (Pump pump : some) {
            long enough = pump.passed + MOST_LEFT;
            pump.join(Math.max(1, (deadline - System.nanoTime()) / 1_000_000));
            while (pump.isAlive() && (pump.passing || System.nanoTime() < deadline) && pump.passed < enough) {
                if (pump.passing) {
                    deadline = System.nanoTime() + millis * 1_000_000;
                }
                pump.join(LOOK_MILLIS);
            }
        }
    }

    private Pump start(String name, InputStream in, OutputTail tail, OutputStream out, boolean error) {
        Pump pump = new Pump(name, in, tail, out, error);
        pumps.add(pump);
        pump.start();
        return pump;
    }

    /** Passes one stream on. */
    static final class Pump extends Thread {
        private final InputStream in;
        private final OutputTail tail;
        private final OutputStream out;
        private final boolean error;
        /** True while something has been read and not been written. */
        private volatile boolean passing;
        private volatile long passed;

        private Pump(String name, InputStream in, OutputTail tail, OutputStream out, boolean error) {
            super(null, null, name, PUMP_STACK, false);
            this.in = in;
            this.tail = tail;
            this.out = out;
            this.error = error;
            setDaemon(true);
        }

        @Override
        public void run() {
            byte[] chunk = new byte[CHUNK];
            try (in; out) {
                for (int count = in.read(chunk); count >= 0; count = in.read(chunk)) {
                    passing = true;
                    tail.append(error, chunk, count);
                    out.write(chunk, 0, count);
                    passed += count;
                    passing = false;
                }
                passing = true;
            } catch (IOException e) {
                // Our reader is gone or the rank was torn away: what it writes from here on has no place to go.
                Thread.currentThread().interrupt();
            }
        }
    }
}
