package org.hawser.mpi.dynamic;

import java.io.EOFException;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.SocketChannel;
import java.util.concurrent.locks.LockSupport;
import org.hawser.mpi.ErrorClass;
import org.hawser.mpi.MpiFailure;
import org.hawser.mpi.p2p.PointToPoint;

/**
 * Numbers over a socket between two leaders, each group after its length. Whoever waits makes progress with messages
 * meanwhile: the other side may need this process for something else before it can go on.
 *
 * <p><b>Threads:</b> one. <b>Allocates:</b> per call.
 */
final class PatientSocket implements AutoCloseable {
    private static final long NAP_NANOS = 200_000;
    private static final int MOST = 1 << 24;

    private final SocketChannel channel;
    private final PointToPoint point;

    PatientSocket(SocketChannel channel, PointToPoint point) throws IOException {
        this.channel = channel;
        this.point = point;
        channel.configureBlocking(false);
    }

    /** A moment of a wait for something that is not a message. */
    static void nap(PointToPoint point) {
        if (point.progress() == 0) {
            LockSupport.parkNanos(NAP_NANOS);
        }
    }

    void send(int[] numbers) throws IOException {
        ByteBuffer bytes = ByteBuffer.allocate(Integer.BYTES * (numbers.length + 1));
        bytes.putInt(numbers.length);
        bytes.asIntBuffer().put(numbers);
        bytes.rewind();
        while (bytes.hasRemaining()) {
            if (channel.write(bytes) == 0) {
                nap(point);
            }
        }
    }

    /**
     * Takes the next numbers.
     *
     * @param deadline {@link System#nanoTime} until which to wait
     */
    int[] receive(long deadline) throws IOException {
        int length = fill(Integer.BYTES, deadline).getInt();
        if (length < 0 || length > MOST) {
            throw new IOException("malformed: length=" + length);
        }
        int[] numbers = new int[length];
        fill(length * Integer.BYTES, deadline).asIntBuffer().get(numbers);
        return numbers;
    }

    private ByteBuffer fill(int length, long deadline) throws IOException {
        ByteBuffer bytes = ByteBuffer.allocate(length);
        while (bytes.hasRemaining()) {
            int count = channel.read(bytes);
            if (count < 0) {
                throw new EOFException("the other side has closed the connection");
            }
            if (count == 0) {
                if (System.nanoTime() - deadline > 0) {
                    throw new MpiFailure(ErrorClass.PORT, "nobody accepts at the port: hawser.mpi.connect="
                        + Ports.patienceSeconds() + " s are over");
                }
                nap(point);
            }
        }
        return bytes.flip();
    }

    @Override
    public void close() throws IOException {
        channel.close();
    }
}
