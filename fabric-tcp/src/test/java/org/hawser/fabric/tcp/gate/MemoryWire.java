package org.hawser.fabric.tcp.gate;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.channels.SelectionKey;
import java.nio.channels.SocketChannel;

/** A wire without a socket: what one end writes the other reads, after a test has had its way with it. */
final class MemoryWire extends Wire {
    private static final SocketChannel UNCONNECTED = unconnected();

    private final ByteArrayOutputStream written = new ByteArrayOutputStream();
    private MemoryWire other;
    private byte[] readable = {};
    private int read;
    private int flipped = -1;
    private int limit = Integer.MAX_VALUE;
    private boolean closed;

    private static SocketChannel unconnected() {
        try {
            return SocketChannel.open();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Two ends. */
    static MemoryWire[] pair() {
        MemoryWire[] ends = {new MemoryWire(), new MemoryWire()};
        ends[0].other = ends[1];
        ends[1].other = ends[0];
        return ends;
    }

    /** An end whose other end is a test. */
    static MemoryWire alone() {
        MemoryWire wire = new MemoryWire();
        wire.other = new MemoryWire();
        return wire;
    }

    /** Changes one bit of what this end will write. */
    void flip(int bit) {
        flipped = bit;
    }

    /** Takes no more bytes than this at a time. */
    void limit(int bytes) {
        limit = bytes;
    }

    /** What this end has written so far. */
    byte[] written() {
        return written.toByteArray();
    }

    /** Bytes for this end to read. */
    void arrive(byte[] bytes) {
        byte[] joined = new byte[readable.length + bytes.length];
        System.arraycopy(readable, 0, joined, 0, readable.length);
        System.arraycopy(bytes, 0, joined, readable.length, bytes.length);
        readable = joined;
    }

    int unread() {
        return readable.length - read;
    }

    @Override
    public SocketChannel channel() {
        return UNCONNECTED;
    }

    @Override
    public int read(ByteBuffer target) {
        int count = Math.min(Math.min(target.remaining(), limit), unread());
        if (count == 0 && closed) {
            return -1;
        }
        target.put(readable, read, count);
        read += count;
        return count;
    }

    @Override
    public long write(ByteBuffer[] sources, int offset, int length) {
        byte[] bytes = new byte[Math.min(sources[offset].remaining(), limit)];
        sources[offset].get(bytes);
        int first = written.size() * Byte.SIZE;
        if (flipped >= first && flipped < first + bytes.length * Byte.SIZE) {
            int at = flipped - first;
            bytes[at / Byte.SIZE] ^= (byte) (1 << at % Byte.SIZE);
        }
        written.writeBytes(bytes);
        other.arrive(bytes);
        return bytes.length;
    }

    @Override
    public boolean hasPending() {
        return false;
    }

    @Override
    public boolean flush() {
        return true;
    }

    @Override
    public int interest(boolean wantsToWrite) {
        return SelectionKey.OP_READ;
    }

    @Override
    public boolean hasReadable() {
        return unread() != 0;
    }

    @Override
    public void close() {
        other.closed = true;
    }
}
