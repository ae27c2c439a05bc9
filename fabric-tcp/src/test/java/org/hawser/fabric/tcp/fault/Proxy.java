package org.hawser.fabric.tcp.fault;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.StandardSocketOptions;
import java.nio.ByteBuffer;
import java.nio.channels.ServerSocketChannel;
import java.nio.channels.SocketChannel;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.LockSupport;
import java.util.function.IntFunction;

/**
 * A bad network between two ranks: passes connections on, and cuts, stalls or slows them as a test wants.
 *
 * <p><b>Threads:</b> two virtual ones per connection; the methods may be called by any.
 */
public final class Proxy implements AutoCloseable {
    private static final int BUFFER = 64 << 10;
    private static final int RECORDED = 256 << 10;

    private final ServerSocketChannel listener;
    private final InetSocketAddress target;
    private final IntFunction<Plan> plans;
    private final Set<SocketChannel> open = ConcurrentHashMap.newKeySet();
    private final AtomicInteger connections = new AtomicInteger();
    private final ByteArrayOutputStream recorded = new ByteArrayOutputStream();
    private volatile boolean closed;

    /** How a connection ends when it has passed so many bytes on. */
    public enum End {
        /** Both sides see a reset; bytes that they have not read may be lost. */
        RESET,
        /** Both sides see an orderly end behind the last byte. */
        CLOSE,
        /** Nothing more passes, and nobody is told. */
        STALL
    }

    /**
     * What happens to one connection.
     *
     * @param there      bytes that pass from the side that dialled before it ends
     * @param back       bytes that pass to it
     * @param end        how it ends
     * @param chunk      bytes that pass at a time
     * @param pauseNanos how long the proxy rests after each chunk
     */
    public record Plan(long there, long back, End end, int chunk, long pauseNanos) {
        /** Passes everything. */
        public static final Plan CLEAN = new Plan(Long.MAX_VALUE, Long.MAX_VALUE, End.CLOSE, BUFFER, 0);

        /** Ends after {@code bytes} from the side that dialled. */
        public static Plan cutThere(long bytes, End end) {
            return new Plan(bytes, Long.MAX_VALUE, end, BUFFER, 0);
        }

        /** Ends after {@code bytes} to the side that dialled. */
        public static Plan cutBack(long bytes, End end) {
            return new Plan(Long.MAX_VALUE, bytes, end, BUFFER, 0);
        }

        /** Passes {@code chunk} bytes and rests, again and again. */
        public static Plan slow(int chunk, long pauseNanos) {
            return new Plan(Long.MAX_VALUE, Long.MAX_VALUE, End.CLOSE, chunk, pauseNanos);
        }
    }

    /**
     * A way to {@code target}.
     *
     * @param plans what happens to the connection with a number; they are counted from 0
     */
    public Proxy(InetSocketAddress target, IntFunction<Plan> plans) {
        this.target = target;
        this.plans = plans;
        try {
            listener = ServerSocketChannel.open();
            listener.bind(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 1_024);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        Thread.ofVirtual().start(this::accept);
    }

    /** Where ranks dial it. */
    public InetSocketAddress address() {
        try {
            return (InetSocketAddress) listener.getLocalAddress();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Connections so far. */
    public int connections() {
        return connections.get();
    }

    /** What those who dialled have sent, from the first byte of the first connection on, up to a limit. */
    public byte[] recorded() {
        synchronized (recorded) {
            return recorded.toByteArray();
        }
    }

    private void remember(ByteBuffer bytes) {
        synchronized (recorded) {
            recorded.write(bytes.array(), 0, Math.min(bytes.limit(), RECORDED - recorded.size()));
        }
    }

    /** Resets all connections that are open now. */
    public void cutAll() {
        open.forEach(Proxy::reset);
    }

    private void accept() {
        while (!closed) {
            try {
                SocketChannel near = listener.accept();
                Plan plan = plans.apply(connections.getAndIncrement());
                Thread.ofVirtual().start(() -> pass(near, plan));
            } catch (IOException e) {
                return;
            }
        }
    }

    private void pass(SocketChannel near, Plan plan) {
        open.add(near);
        if (plan.there() == 0 || plan.back() == 0) {
            end(near, near, plan.end());
            return;
        }
        try {
            SocketChannel far = SocketChannel.open(target);
            open.add(far);
            near.setOption(StandardSocketOptions.TCP_NODELAY, true);
            far.setOption(StandardSocketOptions.TCP_NODELAY, true);
            Thread.ofVirtual().start(() -> pump(far, near, plan.back(), plan, false));
            pump(near, far, plan.there(), plan, true);
        } catch (IOException e) {
            reset(near);
        }
    }

    private void pump(SocketChannel from, SocketChannel to, long limit, Plan plan, boolean there) {
        ByteBuffer buffer = ByteBuffer.allocate(plan.chunk());
        long left = limit;
        try {
            while (left > 0) {
                buffer.clear().limit((int) Math.min(buffer.capacity(), left));
                int count = from.read(buffer);
                if (count < 0) {
                    end(from, to, End.CLOSE);
                    return;
                }
                buffer.flip();
                if (there) {
                    remember(buffer);
                }
                while (buffer.hasRemaining()) {
                    to.write(buffer);
                }
                left -= count;
                if (plan.pauseNanos() > 0) {
                    LockSupport.parkNanos(plan.pauseNanos());
                }
            }
            end(from, to, plan.end());
        } catch (IOException e) {
            end(from, to, End.RESET);
        }
    }

    private void end(SocketChannel from, SocketChannel to, End end) {
        if (end == End.STALL) {
            return;
        }
        for (SocketChannel each : new SocketChannel[] {to, from}) {
            if (end == End.RESET) {
                reset(each);
            } else {
                close(each);
            }
            open.remove(each);
        }
    }

    private static void reset(SocketChannel channel) {
        try {
            channel.setOption(StandardSocketOptions.SO_LINGER, 0);
        } catch (IOException | UnsupportedOperationException e) {
            // It is closed already.
        }
        close(channel);
    }

    private static void close(SocketChannel channel) {
        try {
            channel.close();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    @Override
    public void close() {
        closed = true;
        try {
            listener.close();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        cutAll();
    }
}
