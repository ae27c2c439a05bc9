package org.hawser.launcher.job;

import java.io.FileDescriptor;
import java.io.FileOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import org.hawser.runtime.launch.LineBuffer;
import org.hawser.runtime.launch.OutputTag;

/**
 * Merges the output of many ranks into two streams, line by line: lines of different ranks mix, parts of lines
 * never do. A line ends with its line end, or with the stream of the rank that wrote it.
 *
 * <p><b>Threads:</b> one pump thread per rank and stream; writes to one stream take turns.
 */
final class OutputMerger {

    private static final int CHUNK = 64 * 1024;
    private static final int PUMP_STACK = 256 * 1024;

    private final OutputStream out;
    private final OutputStream err;
    private final String tagStyle;
    private final JobSpec.OutputListener listener;
    private final List<Thread> pumps = new CopyOnWriteArrayList<>();

    OutputMerger(OutputStream out, OutputStream err, String tagStyle, JobSpec.OutputListener listener) {
        this.out = out;
        this.err = err;
        this.tagStyle = tagStyle;
        this.listener = listener;
    }

    /** To this process's own streams, or to the listener that the specification names. */
    static OutputMerger of(JobSpec spec, String tagStyle) {
        return new OutputMerger(new FileOutputStream(FileDescriptor.out), new FileOutputStream(FileDescriptor.err),
            spec.threads() ? OutputTag.NONE : tagStyle, spec.output());
    }

    /** Begins to read a rank's two streams. */
    void attach(int rank, InputStream rankOut, InputStream rankErr, OutputTail tail) {
        attach(0, rank, rankOut, rankErr, tail);
    }

    /** The same for a rank of a job that ranks asked for, whose number is from 1. */
    void attach(int job, int rank, InputStream rankOut, InputStream rankErr, OutputTail tail) {
        byte[] tag = listener != null ? new byte[0] : OutputTag.of(job, rank, tagStyle);
        start("rank-" + rank + "-out", () -> pump(rank, tag, false, rankOut, tail));
        start("rank-" + rank + "-err", () -> pump(rank, tag, true, rankErr, tail));
    }

    /** Waits until all that was written has been passed on, or the time is over: a stray child may hold a pipe. */
    void drain(long millis) throws InterruptedException {
        long deadline = System.nanoTime() + millis * 1_000_000;
        for (Thread pump : pumps) {
            pump.join(Math.max(1, (deadline - System.nanoTime()) / 1_000_000));
        }
    }

    private void start(String name, Runnable body) {
        Thread pump = new Thread(null, body, name, PUMP_STACK, false);
        pump.setDaemon(true);
        pumps.add(pump);
        pump.start();
    }

    private void pump(int rank, byte[] tag, boolean error, InputStream in, OutputTail tail) {
        OutputStream sink = listener != null ? new ListenerSink(rank, error) : error ? err : out;
        Object turn = listener != null ? listener : sink;
        LineBuffer line = new LineBuffer(tag);
        byte[] chunk = new byte[CHUNK];
        try (in) {
            for (int count = in.read(chunk); count >= 0; count = in.read(chunk)) {
                tail.append(error, chunk, count);
                synchronized (turn) {
                    line.append(chunk, 0, count, sink);
                }
            }
            synchronized (turn) {
                line.finish(sink);
            }
        } catch (IOException e) {
            // Our reader is gone or the rank was torn away: what it writes from here on has no place to go.
            Thread.currentThread().interrupt();
        }
    }

    /** Splits whole lines for a listener. */
    private final class ListenerSink extends OutputStream {

        private final int rank;
        private final boolean error;

        ListenerSink(int rank, boolean error) {
            this.rank = rank;
            this.error = error;
        }

        @Override
        public void write(int value) {
            throw new UnsupportedOperationException("lines only");
        }

        @Override
        public void write(byte[] bytes, int offset, int length) {
            int start = offset;
            for (int i = offset; i < offset + length; i++) {
                if (bytes[i] == '\n') {
                    listener.line(rank, error, new String(bytes, start, i - start, StandardCharsets.UTF_8));
                    start = i + 1;
                }
            }
        }
    }
}
