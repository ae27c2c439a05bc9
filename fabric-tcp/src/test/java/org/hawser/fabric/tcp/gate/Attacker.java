package org.hawser.fabric.tcp.gate;

import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.StandardSocketOptions;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.channels.SocketChannel;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.Random;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;

/**
 * Sends a rank what no rank should send: to its port without the secret, and with it behind a right handshake.
 *
 * <p><b>Threads:</b> one at a time.
 */
final class Attacker {
    private static final int HANDSHAKE_BYTES = 128;
    private static final int HELD_OPEN = 40;
    private static final long ANSWER_NANOS = TimeUnit.SECONDS.toNanos(2);

    private final InetSocketAddress target;
    private final int targetRank;
    private final int size;
    private final JobKeys keys;
    private final boolean tls;
    private final byte[] recorded;
    private final Random random;
    private final Deque<SocketChannel> held = new ArrayDeque<>();
    private final ByteBuffer answer = ByteBuffer.allocate(4_096);
    private long handshakes;

    /**
     * An attacker of one rank.
     *
     * @param recorded what a rank has sent to it, from the first byte of a connection on
     */
    Attacker(InetSocketAddress target, int targetRank, int size, byte[] secret, boolean tls, byte[] recorded,
             long seed) {
        this.target = target;
        this.targetRank = targetRank;
        this.size = size;
        this.tls = tls;
        this.recorded = recorded;
        keys = new JobKeys(secret);
        random = new Random(seed);
    }

    /** Handshakes that were admitted, which is what those behind it need. */
    long handshakes() {
        return handshakes;
    }

    /** One attack without the secret. */
    void strikeAsStranger() {
        try {
            SocketChannel channel = SocketChannel.open(target);
            if (random.nextInt(20) == 0) {
                hold(channel);
                return;
            }
            try (channel) {
                sendAll(channel, strangersBytes());
                listen(channel);
                leave(channel);
            }
        } catch (IOException e) {
            // Refused, as it should be.
            return;
        }
    }

    private void hold(SocketChannel channel) throws IOException {
        held.add(channel);
        if (held.size() > HELD_OPEN) {
            held.remove().close();
        }
    }

    private byte[] strangersBytes() {
        return switch (random.nextInt(6)) {
            case 0 -> noise(1 + random.nextInt(300));
            case 1 -> noise(1 + random.nextInt(200_000));
            case 2 -> mutated(0, HANDSHAKE_BYTES);
            case 3 -> part(0, 1 + random.nextInt(HANDSHAKE_BYTES));
            case 4 -> part(0, Math.min(recorded.length, 4_096));
            default -> hello();
        };
    }

    /** A right first message with the job's tag, and noise behind it. */
    private byte[] hello() {
        ByteBuffer bytes = ByteBuffer.wrap(noise(HandshakeLayout.CHALLENGE + random.nextInt(200)));
        return bytes.putLong(0, HandshakeLayout.MAGIC).putInt(HandshakeLayout.KIND, HandshakeLayout.HELLO_KIND)
            .putInt(HandshakeLayout.VERSION_AT, HandshakeLayout.VERSION).putInt(HandshakeLayout.FROM, rank())
            .putInt(HandshakeLayout.TO, targetRank).putLong(HandshakeLayout.VALUE, keys.tag()).array();
    }

    /** One attack by somebody who knows the secret. */
    void strikeAsRank() {
        int rank = rank();
        Identity self = new Identity(rank, size, "attacker", keys, tls ? TlsContext.of(keys) : null,
            HandshakeLayout.VERSION);
        try (SocketChannel channel = SocketChannel.open(target)) {
            channel.configureBlocking(false);
            Wire wire = tls ? self.tls().wireTo(channel, keys) : new PlainWire(channel);
            long offset = random.nextInt(10) == 0 ? random.nextLong() >>> 1 : 0;
            RecordedAdmissions admissions = new RecordedAdmissions(offset);
            Handshake handshake = Handshake.dialling(self, wire, admissions, targetRank);
            long end = System.nanoTime() + ANSWER_NANOS;
            while (handshake.advance() != 0) {
                if (System.nanoTime() - end > 0) {
                    return;
                }
                LockSupport.parkNanos(50_000);
            }
            handshakes++;
            ByteBuffer[] bytes = {ByteBuffer.wrap(frames())};
            while (bytes[0].hasRemaining() && System.nanoTime() - end < 0) {
                wire.write(bytes, 0, 1);
                wire.read(answer.clear());
            }
            wire.flush();
            listen(channel);
            leave(channel);
        } catch (IOException e) {
            // Refused, as it should be.
            return;
        }
    }

    private byte[] frames() {
        return switch (random.nextInt(5)) {
            case 0 -> noise(1 + random.nextInt(5_000));
            case 1, 2 -> mutated(HANDSHAKE_BYTES, recorded.length);
            case 3 -> shaped(1 + random.nextInt(20));
            default -> join(part(HANDSHAKE_BYTES, recorded.length), shaped(1));
        };
    }

    /** Frames with heads of the right shape: any kind, lengths that may be right, and numbers that may be. */
    private byte[] shaped(int count) {
        byte[] all = {};
        for (int i = 0; i < count; i++) {
            int length = switch (random.nextInt(4)) {
                case 0 -> 0;
                case 1 -> random.nextInt();
                default -> 8 * random.nextInt(12);
            };
            int body = Math.clamp(length, 0, 512);
            ByteBuffer frame = ByteBuffer.allocate(8 + (body + 7 & -8)).order(ByteOrder.nativeOrder());
            // Not the last kinds but rarely: a rank that has said goodbye is not let in again.
            int kind = random.nextInt(500) == 0 ? random.nextInt(16) : random.nextInt(14);
            frame.putInt(kind << 28 | random.nextInt(1 << 28)).putInt(length);
            while (frame.hasRemaining()) {
                frame.putLong(random.nextInt(3) == 0 ? random.nextLong() : random.nextInt(100));
            }
            all = join(all, frame.array());
        }
        return all;
    }

    private int rank() {
        int rank = random.nextInt(size - 2);
        return rank < targetRank ? rank : targetRank - 1;
    }

    private byte[] noise(int length) {
        byte[] bytes = new byte[length];
        random.nextBytes(bytes);
        return bytes;
    }

    private byte[] part(int from, int to) {
        int start = Math.min(from, recorded.length);
        int stop = Math.clamp(to, start, recorded.length);
        byte[] bytes = new byte[stop - start];
        System.arraycopy(recorded, start, bytes, 0, bytes.length);
        return bytes;
    }

    /** A stretch of what was recorded, with a few bytes or bits changed, some missing or some too many. */
    private byte[] mutated(int from, int to) {
        byte[] bytes = part(from, Math.min(to, from + 1 + random.nextInt(8_192)));
        for (int i = 0; i < 1 + random.nextInt(4) && bytes.length > 0; i++) {
            int at = random.nextInt(Math.min(bytes.length, 1 + random.nextInt(bytes.length)));
            if (random.nextBoolean()) {
                bytes[at] ^= (byte) (1 << random.nextInt(8));
            } else {
                bytes[at] = (byte) random.nextInt();
            }
        }
        return random.nextInt(4) == 0 ? join(bytes, noise(random.nextInt(64))) : bytes;
    }

    private static byte[] join(byte[] left, byte[] right) {
        byte[] joined = new byte[left.length + right.length];
        System.arraycopy(left, 0, joined, 0, left.length);
        System.arraycopy(right, 0, joined, left.length, right.length);
        return joined;
    }

    private void sendAll(SocketChannel channel, byte[] bytes) throws IOException {
        channel.configureBlocking(false);
        ByteBuffer buffer = ByteBuffer.wrap(bytes);
        long end = System.nanoTime() + TimeUnit.MILLISECONDS.toNanos(200);
        while (buffer.hasRemaining() && System.nanoTime() - end < 0) {
            int most = random.nextInt(3) == 0 ? 1 + random.nextInt(40) : buffer.remaining();
            buffer.limit(Math.min(buffer.capacity(), buffer.position() + most));
            if (channel.write(buffer) == 0) {
                LockSupport.parkNanos(100_000);
            }
            buffer.limit(buffer.capacity());
        }
    }

    /** Takes what comes for a moment, or does not care to. */
    private void listen(SocketChannel channel) throws IOException {
        if (random.nextBoolean()) {
            return;
        }
        long end = System.nanoTime() + TimeUnit.MILLISECONDS.toNanos(5);
        while (System.nanoTime() - end < 0 && channel.read(answer.clear()) >= 0) {
            LockSupport.parkNanos(200_000);
        }
    }

    private void leave(SocketChannel channel) throws IOException {
        if (random.nextBoolean()) {
            channel.setOption(StandardSocketOptions.SO_LINGER, 0);
        }
    }

    void close() throws IOException {
        for (SocketChannel channel : held) {
            channel.close();
        }
    }
}
