package org.hawser.runtime.wireup;

import java.io.EOFException;
import java.io.IOException;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.net.SocketTimeoutException;
import java.nio.charset.StandardCharsets;
import org.hawser.platform.libc.Errno;
import org.hawser.platform.libc.Libc;

/**
 * Lines over a descriptor that this process was born with. Java has no way to open one: the kernel's calls are made
 * through {@code java.lang.foreign}, also where native access was not granted, and Java warns then.
 *
 * <p><b>Threads:</b> one at a time, {@link #isOpen} any.
 */
final class DescriptorWire implements LineWire {
    private static final int ROOM = 4096;
    private static final int LOOK_MILLIS = 250;

    private final int descriptor;
    private final MemorySegment room = Arena.ofAuto().allocate(ROOM);
    private final LineAssembly lines = new LineAssembly();

    DescriptorWire(int descriptor) {
        this.descriptor = descriptor;
    }

    @Override
    public void send(String line) throws IOException {
        byte[] bytes = (line + "\n").getBytes(StandardCharsets.US_ASCII);
        try (Arena arena = Arena.ofConfined()) {
            MemorySegment rest = arena.allocateFrom(ValueLayout.JAVA_BYTE, bytes);
            while (rest.byteSize() > 0) {
                rest = rest.asSlice(Libc.write(descriptor, rest));
            }
        } catch (Errno e) {
            throw new IOException(e.getMessage(), e);
        }
    }

    @Override
    public String receive(Patience patience) throws IOException {
        byte[] bytes = new byte[ROOM];
        try {
            while (true) {
                String line = lines.next();
                if (line != null) {
                    return line;
                }
                if (Libc.poll(descriptor, LOOK_MILLIS) == 0) {
                    if (patience.isOver()) {
                        throw new SocketTimeoutException("received=" + lines.rest());
                    }
                    continue;
                }
                int count = Libc.read(descriptor, room);
                if (count == 0) {
                    throw new EOFException("received=" + lines.rest());
                }
                MemorySegment.copy(room, ValueLayout.JAVA_BYTE, 0, bytes, 0, count);
                lines.add(bytes, count);
            }
        } catch (Errno e) {
            throw new IOException(e.getMessage(), e);
        }
    }

    @Override
    public String pending() {
        return lines.next();
    }

    @Override
    public boolean isOpen() {
        try {
            return (Libc.poll(descriptor, 0) & Libc.HUNG_UP) == 0;
        } catch (Errno e) {
            return false;
        }
    }

    @Override
    public void close() {
        // It is not ours: it ends with the process.
    }

    @Override
    public String toString() {
        return "descriptor " + descriptor;
    }
}
