package org.hawser.launcher.agent;

import java.io.BufferedInputStream;
import java.io.BufferedOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.Semaphore;

/**
 * Frames between the launcher and an agent, over the agent's standard input and output.
 *
 * <p>A frame that is sent waits in a queue for a thread that writes, so that no caller hangs on an end that does not
 * read. What ranks write is the exception: there is room for a few pieces of it, and then the sender waits.
 *
 * <p>Once a second a thread looks whether anything has come; after so many looks in a row without, the other end counts
 * as gone. Looks are counted, not time: a process that was stopped and goes on has looked away, nothing more. Nor does
 * silence count while the reader is busy with what came before, as when nobody takes a rank's output.
 *
 * <p><b>Threads:</b> any may send; one reads.
 */
public final class AgentChannel implements AutoCloseable {
    private static final long LOOK_MILLIS = 1_000;
    private static final int LOOKS_BETWEEN_SIGNS = 5;
    private static final int BULK_ROOM = 32;

    private final DataInputStream in;
    private final DataOutputStream out;
    private final BlockingQueue<Frame> waiting = new LinkedBlockingQueue<>();
    private final Semaphore bulkRoom = new Semaphore(BULK_ROOM);
    private volatile int silentLooks;
    private volatile boolean listening;
    private volatile boolean closed;

    /** A channel over two streams; nothing moves before {@link #start}. */
    public AgentChannel(InputStream in, OutputStream out) {
        this.in = new DataInputStream(in instanceof BufferedInputStream ? in : new BufferedInputStream(in));
        this.out = new DataOutputStream(new BufferedOutputStream(out));
    }

    /**
     * Begins to write, and to watch the other end.
     *
     * @param name     for the threads
     * @param patience seconds without a word after which the other end is gone
     * @param gone     is called then, once
     */
    public void start(String name, int patience, Runnable gone) {
        daemon(name + "-writer", this::writeAll);
        daemon(name + "-pulse", () -> watch(patience, gone));
    }

    /** Sends a frame; returns at once. */
    public void send(Frame frame) {
        waiting.add(frame);
    }

    /**
     * Sends a piece of output; waits while too many are under way.
     *
     * @throws IOException when the channel is closed
     */
    public void sendBulk(Frame frame) throws IOException {
        bulkRoom.acquireUninterruptibly();
        if (closed) {
            bulkRoom.release();
            throw new IOException("the channel between launcher and agent is closed");
        }
        waiting.add(frame);
    }

    /** The next frame other than a mere sign of life; null at the end. */
    public Frame read() throws IOException {
        Frame frame;
        do {
            silentLooks = 0;
            listening = true;
            frame = Frame.read(in);
            listening = false;
        } while (frame != null && frame.kind() == FrameKind.ALIVE);
        return frame;
    }

    /** Ends writing: the other end reads the end of the stream. */
    @Override
    public void close() throws IOException {
        closed = true;
        bulkRoom.release(BULK_ROOM);
        out.close();
    }

    private void writeAll() {
        try {
            while (!closed) {
                Frame frame = waiting.take();
                frame.write(out);
                if (waiting.isEmpty()) {
                    out.flush();
                }
                if (frame.kind() == FrameKind.OUTPUT) {
                    bulkRoom.release();
                }
            }
        } catch (IOException | InterruptedException e) {
            // The other end is gone, which the reader finds out as well; senders must not wait for it.
            closed = true;
            bulkRoom.release(BULK_ROOM);
        }
    }

    private void watch(int patience, Runnable gone) {
        try {
            for (int look = 1; !closed; look++) {
                Thread.sleep(LOOK_MILLIS);
                if (look % LOOKS_BETWEEN_SIGNS == 0) {
                    send(Frame.of(FrameKind.ALIVE));
                }
                int silent = listening ? silentLooks + 1 : 0;
                silentLooks = silent;
                if (silent == patience) {
                    gone.run();
                    return;
                }
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private static void daemon(String name, Runnable body) {
        Thread thread = new Thread(body, name);
        thread.setDaemon(true);
        thread.start();
    }
}
