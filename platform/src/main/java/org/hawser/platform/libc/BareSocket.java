package org.hawser.platform.libc;

import static java.lang.foreign.ValueLayout.JAVA_LONG;

import java.io.Closeable;
import java.io.File;
import java.lang.foreign.Arena;
import java.lang.foreign.FunctionDescriptor;
import java.lang.foreign.Linker;
import java.lang.foreign.MemorySegment;
import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.net.InetSocketAddress;

/**
 * A second way into a connection of Java's, past its channel: a message is read or written by one call of the kernel
 * and next to nothing around it. Close this before the channel: nobody is at the descriptor then, whose number Java may
 * use for something else.
 *
 * <p>Java does not tell which descriptor a socket has: it is found by its addresses among those of this process.
 *
 * <p><b>Threads:</b> one that reads and one that writes at a time, which may be different ones; {@link #close} by any.
 * <b>Allocates:</b> at construction.
 */
public final class BareSocket implements Closeable {
    private static final File DESCRIPTORS = new File("/proc/self/fd");
    /** Numbers about the one that was found last are tried first; to list all takes long where there are many. */
    private static final int NEAR = 256;
    private static final long RECVFROM = Libc.X86 ? 45 : 207;
    private static final long SENDTO = Libc.X86 ? 44 : 206;
    private static final long MSG_DONTWAIT = 0x40;
    private static final long MSG_NOSIGNAL = 0x4000;
    private static final int IDLE = 0;
    private static final int BUSY = 1;
    private static final int CLOSED = 2;
    private static final VarHandle READING;
    private static final VarHandle WRITING;

    static {
        try {
            MethodHandles.Lookup lookup = MethodHandles.lookup();
            READING = lookup.findVarHandle(BareSocket.class, "reading", int.class);
            WRITING = lookup.findVarHandle(BareSocket.class, "writing", int.class);
        } catch (ReflectiveOperationException e) {
            throw new ExceptionInInitializerError(e);
        }
    }

    /** A hint. */
    private static volatile int lastFound;

    private final int descriptor;
    private final MemorySegment readError = Arena.ofAuto().allocate(Libc.ERROR);
    private final MemorySegment writeError = Arena.ofAuto().allocate(Libc.ERROR);
    /** What goes on in each direction. */
    private volatile int reading;
    private volatile int writing;

    private BareSocket(int descriptor) {
        this.descriptor = descriptor;
    }

    /** The descriptor of the connection between these two addresses; negative when this process has none. */
    public static int find(InetSocketAddress local, InetSocketAddress peer) {
        if (!Libc.available()) {
            return -1;
        }
        int near = lastFound;
        for (int away = 0; away < NEAR; away++) {
            if (Libc.isConnection(near + away, local, peer)) {
                return found(near + away);
            }
            if (near >= away && Libc.isConnection(near - away, local, peer)) {
                return found(near - away);
            }
        }
        String[] numbers = DESCRIPTORS.list();
        for (int i = numbers == null ? -1 : numbers.length - 1; i >= 0; i--) {
            int number = Integer.parseInt(numbers[i]);
            if (Libc.isConnection(number, local, peer)) {
                return found(number);
            }
        }
        return -1;
    }

    private static int found(int number) {
        lastFound = number;
        return number;
    }

    /** A way into the connection between these two addresses; null where there is none. */
    public static BareSocket open(InetSocketAddress local, InetSocketAddress peer) {
        int found = find(local, peer);
        return found < 0 ? null : new BareSocket(found);
    }

    /** The number of the descriptor, to ask the kernel about while this is open. */
    public int descriptor() {
        return descriptor;
    }

    /**
     * Reads what there is, without waiting, to memory that lives meanwhile.
     *
     * @return bytes read, 0 when there are none now, -1 when the peer has ended the connection
     * @throws Errno when the connection is broken, or closed here
     */
    public int read(long address, int length) {
        if (length == 0) {
            return 0;
        }
        if (!READING.compareAndSet(this, IDLE, BUSY)) {
            throw new Errno("recv", Errno.EBADF);
        }
        int bytes;
        try {
            bytes = (int) (long) Calls.SYSCALL.invokeExact(readError, RECVFROM, (long) descriptor, address,
                (long) length, MSG_DONTWAIT, 0L, 0L);
        } catch (Throwable e) {
            throw new AssertionError(e);
        }
        // Release: the call is over before the descriptor may be closed. Pairs with the exchange in end().
        READING.setRelease(this, IDLE);
        if (bytes >= 0) {
            return bytes == 0 ? -1 : bytes;
        }
        return failed("recv", readError);
    }

    /**
     * Writes as much as goes without waiting, from memory that lives meanwhile.
     *
     * @return bytes written
     * @throws Errno when the connection is broken, or closed here
     */
    public int write(long address, int length) {
        if (!WRITING.compareAndSet(this, IDLE, BUSY)) {
            throw new Errno("send", Errno.EBADF);
        }
        int bytes;
        try {
            bytes = (int) (long) Calls.SYSCALL.invokeExact(writeError, SENDTO, (long) descriptor, address,
                (long) length, MSG_DONTWAIT | MSG_NOSIGNAL, 0L, 0L);
        } catch (Throwable e) {
            throw new AssertionError(e);
        }
        // Release: as in read().
        WRITING.setRelease(this, IDLE);
        return bytes >= 0 ? bytes : failed("send", writeError);
    }

    /** Nothing, if there was nothing to do now. */
    private static int failed(String call, MemorySegment error) {
        int number = Libc.errno(error);
        if (number == Errno.EAGAIN || number == Errno.EINTR) {
            return 0;
        }
        throw new Errno(call, number);
    }

    /** Waits until nobody is at it, which is not long, and lets nobody in any more. */
    @Override
    public void close() {
        end(READING);
        end(WRITING);
    }

    private void end(VarHandle direction) {
        while ((int) direction.compareAndExchange(this, IDLE, CLOSED) == BUSY) {
            Thread.yield();
        }
    }

    /** The bare call: the library's own functions look after threads that may be cancelled, which takes as long. */
    private static final class Calls {
        static final MethodHandle SYSCALL = Libc.Binding.bind("syscall", FunctionDescriptor.of(JAVA_LONG, JAVA_LONG,
            JAVA_LONG, JAVA_LONG, JAVA_LONG, JAVA_LONG, JAVA_LONG, JAVA_LONG), Linker.Option.firstVariadicArg(1),
            Linker.Option.captureCallState("errno"), Linker.Option.critical(false));
    }
}
