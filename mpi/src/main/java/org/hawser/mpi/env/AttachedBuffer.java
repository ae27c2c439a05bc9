package org.hawser.mpi.env;

import java.util.ArrayList;
import java.util.List;
import org.hawser.mpi.Caller;
import org.hawser.mpi.ErrorClass;
import org.hawser.mpi.MpiFailure;
import org.hawser.mpi.p2p.Operation;
import org.hawser.mpi.p2p.PointToPoint;
import org.hawser.platform.libc.Notices;

/**
 * The program's buffer for buffered sends: a message is copied into it and sent from there while the program goes on.
 *
 * <p>Messages lie in the buffer in no particular order. When the bytes that are free would do but lie apart, the copy
 * is made elsewhere: whether a send succeeds depends on the sum alone.
 *
 * <p><b>Threads:</b> any. <b>Allocates:</b> a few words per message.
 */
public final class AttachedBuffer {
    /** What a message holds. */
    @FunctionalInterface
    public interface Contents {
        /** Writes it to {@code target}, from {@code at} on. */
        void copyTo(byte[] target, int at);
    }

    /** A message that is not delivered yet; kept in the order of {@code from}. */
    private record Block(int from, int to, PointToPoint point, Operation operation) {
    }

    private static byte[] buffer;
    private static final List<Block> BLOCKS = new ArrayList<>();
    /** Messages whose copies lie elsewhere. */
    private static final List<Block> ELSEWHERE = new ArrayList<>();
    /** Messages that there was no room for, and that need none. */
    private static final List<Block> BESIDE = new ArrayList<>();
    /** Whether a line has told of one. */
    private static boolean besideTold;

    private AttachedBuffer() {
    }

    /** Gives the buffer. */
    public static synchronized void attach(byte[] given) {
        if (given == null) {
            throw new MpiFailure(ErrorClass.BUFFER, "the buffer to attach is null");
        }
        if (buffer != null) {
            throw new MpiFailure(ErrorClass.BUFFER, "a buffer is attached already: length=" + buffer.length);
        }
        buffer = given;
    }

    /** Waits until all messages in the buffer are delivered, and takes it back; null when none is attached. */
    public static synchronized byte[] detach() {
        drain();
        byte[] result = buffer;
        buffer = null;
        return result;
    }

    /** Waits until all messages in the buffer are delivered. */
    public static synchronized void drain() {
        drain(BLOCKS);
        drain(ELSEWHERE);
        drain(BESIDE);
    }

    private static void drain(List<Block> blocks) {
        for (Block block : blocks) {
            block.point.await(block.operation);
            block.point.recycle(block.operation);
        }
        blocks.clear();
    }

    /**
     * Copies what {@code message} copies and starts to send the copy.
     *
     * @param needsRoom whether a buffer with room for it must be attached; where it need not, a line tells of the first
     *     message that goes without
     */
    public static synchronized void send(PointToPoint point, int context, int to, int tag, Contents message,
                                         long bytes, boolean needsRoom) {
        reclaim(point);
        if (!needsRoom && bytes > free()) {
            sendBeside(point, context, to, tag, message, (int) bytes);
            return;
        }
        checkRoom(bytes);
        int length = (int) bytes;
        int index = 0;
        int from = 0;
        while (index < BLOCKS.size() && BLOCKS.get(index).from - from < length) {
            from = BLOCKS.get(index++).to;
        }
        boolean inside = buffer != null && from + bytes <= buffer.length;
        byte[] copy = inside ? buffer : new byte[length];
        int at = inside ? from : 0;
        message.copyTo(copy, at);
        Operation operation = point.startSend(context, to, tag, false, copy, at, bytes, copy);
        if (operation.isDone()) {
            point.recycle(operation);
        } else if (inside) {
            BLOCKS.add(index, new Block(at, at + length, point, operation));
        } else {
            ELSEWHERE.add(new Block(0, length, point, operation));
        }
    }

    private static void sendBeside(PointToPoint point, int context, int to, int tag, Contents message, int length) {
        if (!besideTold) {
            besideTold = true;
            Notices.once((buffer == null ? "no buffer is attached (MPI.attachBuffer)"
                : "the attached buffer has not enough room") + " for a buffered send, which is short and goes without: "
                + "bytes=" + length + Caller.place());
        }
        byte[] copy = new byte[length];
        message.copyTo(copy, 0);
        Operation operation = point.startSend(context, to, tag, false, copy, 0, length, copy);
        if (operation.isDone()) {
            point.recycle(operation);
        } else {
            BESIDE.add(new Block(0, length, point, operation));
        }
    }

    /** Whether {@link #send} would find room. */
    public static synchronized boolean hasRoom(PointToPoint point, long bytes) {
        reclaim(point);
        return bytes <= free();
    }

    private static long free() {
        return (buffer == null ? 0 : buffer.length) - used(BLOCKS) - used(ELSEWHERE);
    }

    private static void checkRoom(long bytes) {
        if (bytes > free()) {
            int capacity = buffer == null ? 0 : buffer.length;
            throw new MpiFailure(ErrorClass.BUFFER, (buffer == null ? "no buffer is attached (MPI.attachBuffer): "
                : "the attached buffer has not enough room: ") + "bytes=" + bytes + " length=" + capacity
                + " used=" + (capacity - free()));
        }
    }

    private static long used(List<Block> blocks) {
        long used = 0;
        for (Block block : blocks) {
            used += block.to - block.from;
        }
        return used;
    }

    private static void reclaim(PointToPoint point) {
        if (!BLOCKS.isEmpty() || !ELSEWHERE.isEmpty() || !BESIDE.isEmpty()) {
            point.progress();
            reclaim(BLOCKS);
            reclaim(ELSEWHERE);
            reclaim(BESIDE);
        }
    }

    private static void reclaim(List<Block> blocks) {
        blocks.removeIf(block -> {
            boolean done = block.operation.isDone();
            if (done) {
                block.point.recycle(block.operation);
            }
            return done;
        });
    }
}
