package org.hawser.launcher.job;

import java.io.IOException;
import java.io.OutputStream;
import java.util.Arrays;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

/**
 * A rank on another host, as its agent tells of it.
 *
 * <p><b>Threads:</b> any.
 */
final class RemoteRank implements StartedRank {
    private final int rank;
    private final SpawnedJob job;
    private final String host;
    private final long pid;
    private final OutputStream out;
    private final OutputStream err;
    private final OutputTail tail = new OutputTail();
    private final CountDownLatch over = new CountDownLatch(1);
    private int exitCode;
    private String loss;

    RemoteRank(int rank, SpawnedJob job, String host, long pid, OutputSink output) {
        this.rank = rank;
        this.job = job;
        this.host = host;
        this.pid = pid;
        int number = job == null ? 0 : job.number();
        out = output.open(number, rank, false);
        err = output.open(number, rank, true);
    }

    @Override
    public int rank() {
        return rank;
    }

    @Override
    public SpawnedJob job() {
        return job;
    }

    @Override
    public String host() {
        return host;
    }

    @Override
    public long pid() {
        return pid;
    }

    @Override
    public boolean isAlive() {
        return over.getCount() > 0;
    }

    @Override
    public boolean waitFor(long nanos) throws InterruptedException {
        return over.await(nanos, TimeUnit.NANOSECONDS);
    }

    @Override
    public int exitCode() {
        return exitCode;
    }

    @Override
    public String loss() {
        return loss;
    }

    @Override
    public OutputTail tail() {
        return tail;
    }

    /** What it wrote; the first {@code skipped} bytes are not of it. Where nobody reads it any more it goes nowhere. */
    void write(boolean error, byte[] bytes, int skipped) {
        tail.append(error, Arrays.copyOfRange(bytes, skipped, bytes.length), bytes.length - skipped);
        try {
            (error ? err : out).write(bytes, skipped, bytes.length - skipped);
        } catch (IOException e) {
            // As in a pipe whose reader has had enough; that says nothing about the rank, or its host.
            return;
        }
    }

    /** It has ended, or counts as ended because its host is lost; once. */
    void end(int code, String lossOfHost) {
        exitCode = code;
        loss = lossOfHost;
        // Publishes the two fields.
        over.countDown();
        closeQuietly(out);
        closeQuietly(err);
    }

    private static void closeQuietly(OutputStream stream) {
        try {
            stream.close();
        } catch (IOException e) {
            // Nobody reads its last line; the rank has ended all the same.
            return;
        }
    }
}
