package org.hawser.mpi.dynamic;

import java.io.EOFException;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.SocketChannel;
import java.security.MessageDigest;
import java.util.concurrent.locks.LockSupport;
import javax.crypto.Mac;
import org.hawser.mpi.ErrorClass;
import org.hawser.mpi.MpiFailure;
import org.hawser.mpi.p2p.PointToPoint;

/**
 * Numbers over a socket between two leaders who have greeted each other, each group after its length and before its
 * signature. A signature is over the numbers, which side has sent them, and how many groups it sent before: nobody on
 * the way can change, leave out, repeat or send back anything. What is said is not secret.
 *
 * <p>Whoever waits makes progress with messages meanwhile: the other side may need this process for something else
 * before it can go on.
 *
 * <p><b>Threads:</b> one. <b>Allocates:</b> per call.
 */
final class PatientSocket implements AutoCloseable {
    private static final long NAP_NANOS = 200_000;
    private static final int MOST = 1 << 22;
    private static final int SIGNATURE = 32;

    private final SocketChannel channel;
    private final PointToPoint point;
    private final byte[] key;
    private final boolean calls;
    private long sent;
    private long received;

    /**
     * A connection whose two ends know each other.
     *
     * @param channel does not block
     * @param key     what {@link PortGreeting} gave
     * @param calls   whether this side has called
     */
    PatientSocket(SocketChannel channel, PointToPoint point, byte[] key, boolean calls) {
        this.channel = channel;
        this.point = point;
        this.key = key;
        this.calls = calls;
    }

    /** A moment of a wait for something that is not a message. */
    static void nap(PointToPoint point) {
        if (point.progress() == 0) {
            LockSupport.parkNanos(NAP_NANOS);
        }
    }

    void send(int[] numbers) throws IOException {
        int length = Integer.BYTES * (numbers.length + 1);
        ByteBuffer bytes = ByteBuffer.allocate(length + SIGNATURE);
        bytes.putInt(numbers.length);
        bytes.asIntBuffer().put(numbers);
        bytes.put(length, signature(calls, sent++, bytes.array(), length));
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
        ByteBuffer bytes = fill(ByteBuffer.allocate(Integer.BYTES), deadline);
        int count = bytes.getInt(0);
        if (count < 0 || count > MOST) {
            throw new IOException("malformed: length=" + count);
        }
        int length = Integer.BYTES * (count + 1);
        bytes = fill(ByteBuffer.allocate(length + SIGNATURE).putInt(count), deadline);
        byte[] signature = new byte[SIGNATURE];
        bytes.get(length, signature);
        if (!MessageDigest.isEqual(signature(!calls, received++, bytes.array(), length), signature)) {
            throw new IOException("somebody has changed what was said");
        }
        int[] numbers = new int[count];
        bytes.position(Integer.BYTES).asIntBuffer().get(numbers);
        return numbers;
    }

    private byte[] signature(boolean byCaller, long number, byte[] bytes, int length) {
        Mac mac = PortGreeting.mac(key, byCaller ? "caller" : "called");
        mac.update(ByteBuffer.allocate(Long.BYTES).putLong(0, number));
        mac.update(bytes, 0, length);
        return mac.doFinal();
    }

    private ByteBuffer fill(ByteBuffer bytes, long deadline) throws IOException {
        while (bytes.hasRemaining()) {
            int count = channel.read(bytes);
            if (count < 0) {
                throw new EOFException("the other side has closed the connection");
            }
            if (count == 0) {
                checkTime(deadline);
                nap(point);
            }
        }
        return bytes;
    }

    /** Who waits for somebody to accept does not wait for ever. */
    static void checkTime(long deadline) {
        if (System.nanoTime() - deadline > 0) {
            throw new MpiFailure(ErrorClass.PORT, "nobody accepts at the port: hawser.mpi.connect="
                + Ports.patienceSeconds() + " s are over");
        }
    }

    @Override
    public void close() throws IOException {
        channel.close();
    }
}
