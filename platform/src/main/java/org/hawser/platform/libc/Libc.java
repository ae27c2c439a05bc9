package org.hawser.platform.libc;

import static java.lang.foreign.ValueLayout.ADDRESS;
import static java.lang.foreign.ValueLayout.JAVA_INT;
import static java.lang.foreign.ValueLayout.JAVA_LONG;

import java.lang.foreign.Arena;
import java.lang.foreign.FunctionDescriptor;
import java.lang.foreign.Linker;
import java.lang.foreign.MemoryLayout;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.lang.invoke.MethodHandle;
import java.lang.invoke.VarHandle;
import java.lang.ref.Reference;
import java.net.InetSocketAddress;
import java.util.Objects;

/**
 * The few calls of the C library and the kernel that Hawser makes, all of them optional: {@link #available()} says
 * whether they can be made, and every user has a slower way without them.
 *
 * <p>The first use of a call binds it, which costs tens of milliseconds and memory for as long as the process lives; so
 * each is bound when it is wanted, and nothing on the path of a plain shared-memory job's start touches this class.
 *
 * <p><b>Threads:</b> any. <b>Allocates:</b> at binding, and one small buffer per thread for {@code errno}.
 */
public final class Libc {
    private static final boolean LINUX = "Linux".equals(System.getProperty("os.name"));
    static final boolean X86 = "amd64".equals(System.getProperty("os.arch"));
    private static final boolean ARM = "aarch64".equals(System.getProperty("os.arch"));

    private static final long FUTEX = X86 ? 202 : 98;
    private static final long FUTEX_WAIT = 0;
    private static final long FUTEX_WAKE = 1;

    private static final long MEMBARRIER = X86 ? 324 : 283;
    private static final long QUERY = 0;
    private static final long GLOBAL = 1;
    private static final long PRIVATE_EXPEDITED = 8;
    private static final long REGISTER_PRIVATE_EXPEDITED = 16;

    /** Of {@link #poll}: there is something to read. */
    public static final int READABLE = 1;
    /** Of {@link #poll}: the other end is closed, or there is no such descriptor. */
    public static final int HUNG_UP = 2;

    private static final int POLLIN = 1;
    private static final int POLLRDHUP = 0x2000;

    private static final int AF_INET = 2;
    private static final int AF_INET6 = 10;
    private static final int IPPROTO_TCP = 6;
    private static final int TCP_CONGESTION = 13;
    /** Bytes of the longest address of a socket. */
    private static final long SOCKET_NAME = 128;

    /** Where a call leaves its error. */
    static final MemoryLayout ERROR = Linker.Option.captureStateLayout();

    private Libc() {
    }

    /** True when this is Linux on a known machine and native access has been granted. Cheap; binds nothing. */
    public static boolean available() {
        return LINUX && (X86 || ARM) && Libc.class.getModule().isNativeAccessEnabled();
    }

    /** Why {@link #available()} is false, and what to do about it. */
    public static String unavailableReason() {
        if (!LINUX || !X86 && !ARM) {
            return "this is " + System.getProperty("os.name") + " on " + System.getProperty("os.arch")
                + ", and Hawser's native calls are for Linux on x86-64 and aarch64";
        }
        return "native access is not granted; start java with --enable-native-access=ALL-UNNAMED";
    }

    /**
     * Sleeps while the int at {@code offset} holds {@code expected}, until woken or until the time is up. The word may
     * be shared between processes.
     */
    public static void futexWait(MemorySegment memory, long offset, int expected, long nanos) {
        MemorySegment scratch = Scratch.OF_THREAD.get();
        scratch.set(JAVA_LONG, Scratch.TIME, nanos / 1_000_000_000L);
        scratch.set(JAVA_LONG, Scratch.TIME + 8, nanos % 1_000_000_000L);
        futex(memory, offset, FUTEX_WAIT, expected, scratch.address() + Scratch.TIME);
        Reference.reachabilityFence(scratch);
    }

    /** Wakes all who sleep on the int at {@code offset}. */
    public static void futexWake(MemorySegment memory, long offset) {
        futex(memory, offset, FUTEX_WAKE, Integer.MAX_VALUE, 0);
    }

    /** True when the kernel grants {@link #fenceAll} to this process. */
    public static boolean canFenceAll() {
        long known = membarrier(QUERY);
        return known > 0 && (known & GLOBAL) != 0;
    }

    /**
     * A full fence in every thread of every process that runs now; those that do not run have had one. For protocols
     * between processes where one side is to do without a fence of its own. Takes about ten milliseconds: the kernel
     * waits until it has had a turn on every processor.
     *
     * <p>Why not by interrupts, in microseconds, as the kernel does it for processes that register (GLOBAL_EXPEDITED):
     * that leaves processors out. One that idles, with the memory of a process still loaded, while that process
     * registers, does not learn of it, and gets no fence until some other process has run there (Linux 6.18; of 150
     * processes with two threads one saw it).
     *
     * @return false when the kernel refuses
     */
    public static boolean fenceAll() {
        return membarrier(GLOBAL) == 0;
    }

    /**
     * As {@link #fenceAll}, in every thread of this process only, and in microseconds.
     *
     * @return false when the kernel refuses
     */
    public static boolean fenceProcess() {
        return membarrier(REGISTER_PRIVATE_EXPEDITED) == 0 && membarrier(PRIVATE_EXPEDITED) == 0;
    }

    private static long membarrier(long command) {
        try {
            return (long) Sleeping.SYSCALL.invokeExact(MEMBARRIER, command, 0L, 0L, 0L);
        } catch (Throwable e) {
            throw new AssertionError(e);
        }
    }

    /**
     * Reserves pages of a file from an offset on, so that touching them later cannot fail.
     *
     * @throws Errno with {@link Errno#ENOSPC} when there is no room
     */
    public static void reserve(String path, long offset, long bytes) {
        try (Arena arena = Arena.ofConfined()) {
            MemorySegment scratch = Scratch.OF_THREAD.get();
            int fd = (int) FileSpace.OPEN.invokeExact(scratch, arena.allocateFrom(path), 2 /* O_RDWR */);
            if (fd < 0) {
                throw new Errno("open " + path, errno(scratch));
            }
            try {
                int error = (int) FileSpace.FALLOCATE.invokeExact(fd, offset, bytes);
                if (error != 0) {
                    throw new Errno("posix_fallocate " + path, error);
                }
            } finally {
                int ignored = (int) FileSpace.CLOSE.invokeExact(fd);
            }
        } catch (Errno e) {
            throw e;
        } catch (Throwable e) {
            throw new AssertionError(e);
        }
    }

    /** Binds the calling thread to one core; false when the kernel refuses. */
    public static boolean bindToCore(int core) {
        try (Arena arena = Arena.ofConfined()) {
            MemorySegment mask = arena.allocate(1024 / 8, 8);
            mask.set(ValueLayout.JAVA_BYTE, core / 8, (byte) (1 << core % 8));
            return (int) Cores.SCHED_SETAFFINITY.invokeExact(0, mask.byteSize(), mask) == 0;
        } catch (Throwable e) {
            throw new AssertionError(e);
        }
    }

    /**
     * Copies memory of another process here (cross-memory attach).
     *
     * @throws Errno when the kernel refuses or the address is bad
     */
    public static void readProcess(long pid, long address, MemorySegment target, long targetOffset, long length) {
        attach(Attaching.READV, "process_vm_readv", pid, address, target, targetOffset, length);
    }

    /**
     * Copies memory from here into another process (cross-memory attach).
     *
     * @throws Errno when the kernel refuses or the address is bad
     */
    public static void writeProcess(long pid, long address, MemorySegment source, long sourceOffset, long length) {
        attach(Attaching.WRITEV, "process_vm_writev", pid, address, source, sourceOffset, length);
    }

    /**
     * Copies pieces of another process's memory to pieces of this one's, in one call. Both lists are C's: an address
     * and a length for each piece, as many bytes on both sides and no more than 1 GiB.
     *
     * @throws Errno when the kernel refuses or an address is bad; some pieces may have been copied
     */
    public static void readProcess(long pid, MemorySegment remote, long remotePieces, MemorySegment local,
                                   long localPieces, long bytes) {
        attach(Attaching.READV, "process_vm_readv", pid, remote, remotePieces, local, localPieces, bytes);
    }

    /** As the other, from here to there. */
    public static void writeProcess(long pid, MemorySegment remote, long remotePieces, MemorySegment local,
                                    long localPieces, long bytes) {
        attach(Attaching.WRITEV, "process_vm_writev", pid, remote, remotePieces, local, localPieces, bytes);
    }

    private static void attach(MethodHandle call, String name, long pid, MemorySegment remote, long remotePieces,
                               MemorySegment local, long localPieces, long bytes) {
        MemorySegment scratch = Scratch.OF_THREAD.get();
        long moved;
        try {
            moved = (long) call.invokeExact(scratch, (int) pid, local, localPieces, remote, remotePieces, 0L);
        } catch (Throwable e) {
            throw new AssertionError(e);
        }
        if (moved != bytes) {
            throw new Errno(name + " pid=" + pid + " bytes=" + bytes + " pieces=" + remotePieces + " moved=" + moved,
                moved < 0 ? errno(scratch) : Errno.EFAULT);
        }
    }

    private static void attach(MethodHandle call, String name, long pid, long address, MemorySegment here,
                               long offset, long length) {
        MemorySegment scratch = Scratch.OF_THREAD.get();
        long base = here.asSlice(offset, length).address();
        long done = 0;
        while (done < length) {
            scratch.set(JAVA_LONG, Scratch.LOCAL, base + done);
            scratch.set(JAVA_LONG, Scratch.LOCAL + 8, length - done);
            scratch.set(JAVA_LONG, Scratch.REMOTE, address + done);
            scratch.set(JAVA_LONG, Scratch.REMOTE + 8, length - done);
            long moved;
            try {
                moved = (long) call.invokeExact(scratch, (int) pid, scratch.asSlice(Scratch.LOCAL, 16), 1L,
                    scratch.asSlice(Scratch.REMOTE, 16), 1L, 0L);
            } catch (Throwable e) {
                throw new AssertionError(e);
            }
            if (moved <= 0) {
                throw new Errno(name + " pid=" + pid + " bytes=" + length, errno(scratch));
            }
            done += moved;
        }
        Reference.reachabilityFence(here);
    }

    /** By address, since a slice of memory is an object per call. */
    private static void futex(MemorySegment memory, long offset, long operation, long value, long time) {
        Objects.checkFromIndexSize(offset, Integer.BYTES, memory.byteSize());
        try {
            long ignored = (long) Sleeping.SYSCALL.invokeExact(FUTEX, memory.address() + offset, operation, value,
                time);
        } catch (Throwable e) {
            throw new AssertionError(e);
        }
        Reference.reachabilityFence(memory);
    }

    /**
     * Reads what a descriptor has, which must not be Java's own; waits for it.
     *
     * @return the bytes read; 0 when the other end is closed
     * @throws Errno when it cannot be read
     */
    public static int read(int descriptor, MemorySegment target) {
        return move(Descriptors.READ, "read", descriptor, target);
    }

    /**
     * Writes to a descriptor, which must not be Java's own.
     *
     * @return the bytes written, which may be fewer than there are
     * @throws Errno when it cannot be written
     */
    public static int write(int descriptor, MemorySegment source) {
        return move(Descriptors.WRITE, "write", descriptor, source);
    }

    /**
     * Waits until a descriptor has something to read, or its other end is closed, or the time is up.
     *
     * @return some of {@link #READABLE} and {@link #HUNG_UP}; 0 when the time is up
     */
    public static int poll(int descriptor, int millis) {
        MemorySegment scratch = Scratch.OF_THREAD.get();
        MemorySegment polled = scratch.asSlice(Scratch.LOCAL, 8);
        polled.set(JAVA_INT, 0, descriptor);
        polled.set(ValueLayout.JAVA_SHORT, 4, (short) (POLLIN | POLLRDHUP));
        polled.set(ValueLayout.JAVA_SHORT, 6, (short) 0);
        try {
            if ((int) Descriptors.POLL.invokeExact(scratch, polled, 1L, millis) < 0) {
                int error = errno(scratch);
                if (error == Errno.EINTR) {
                    return 0;
                }
                throw new Errno("poll", error);
            }
        } catch (Errno e) {
            throw e;
        } catch (Throwable e) {
            throw new AssertionError(e);
        }
        int found = polled.get(ValueLayout.JAVA_SHORT, 6);
        return ((found & POLLIN) != 0 ? READABLE : 0) | ((found & ~POLLIN) != 0 ? HUNG_UP : 0);
    }

    /** True when a descriptor is the connection between these two addresses. */
    public static boolean isConnection(int descriptor, InetSocketAddress local, InetSocketAddress peer) {
        return isAt(Connections.GETSOCKNAME, descriptor, local) && isAt(Connections.GETPEERNAME, descriptor, peer);
    }

    private static boolean isAt(MethodHandle call, int descriptor, InetSocketAddress wanted) {
        try (Arena arena = Arena.ofConfined()) {
            MemorySegment name = arena.allocate(SOCKET_NAME, 8);
            MemorySegment length = arena.allocateFrom(JAVA_INT, (int) SOCKET_NAME);
            if ((int) call.invokeExact(descriptor, name, length) != 0) {
                return false;
            }
            int family = name.get(ValueLayout.JAVA_SHORT, 0);
            int port = (name.get(ValueLayout.JAVA_BYTE, 2) & 0xff) << 8 | name.get(ValueLayout.JAVA_BYTE, 3) & 0xff;
            byte[] address = wanted.getAddress().getAddress();
            // A socket for both versions has an old address at the end of a new one.
            long end = family == AF_INET ? 8 : 24;
            return (family == AF_INET || family == AF_INET6) && port == wanted.getPort()
                && MemorySegment.ofArray(address).mismatch(name.asSlice(end - address.length, address.length)) < 0;
        } catch (Throwable e) {
            throw new AssertionError(e);
        }
    }

    /** Has a connection, which may be Java's own, avoid congestion in the way of this name; false when it cannot. */
    public static boolean setCongestionControl(int descriptor, String name) {
        try (Arena arena = Arena.ofConfined()) {
            return (int) Connections.SETSOCKOPT.invokeExact(descriptor, IPPROTO_TCP, TCP_CONGESTION,
                arena.allocateFrom(name), name.length()) == 0;
        } catch (Throwable e) {
            throw new AssertionError(e);
        }
    }

    private static int move(MethodHandle call, String name, int descriptor, MemorySegment bytes) {
        MemorySegment scratch = Scratch.OF_THREAD.get();
        while (true) {
            long moved;
            try {
                moved = (long) call.invokeExact(scratch, descriptor, bytes, bytes.byteSize());
            } catch (Throwable e) {
                throw new AssertionError(e);
            }
            if (moved >= 0) {
                return (int) moved;
            }
            if (errno(scratch) != Errno.EINTR) {
                throw new Errno(name + " descriptor=" + descriptor, errno(scratch));
            }
        }
    }

    /** The error that a call has left in memory of the layout {@link #ERROR}, or larger. */
    static int errno(MemorySegment scratch) {
        return (int) Captured.ERRNO.get(scratch, 0L);
    }

    /** Per-thread room for errno (first, as the linker wants it), a time, and two I/O vectors. */
    private static final class Scratch {
        static final long TIME = 16;
        static final long LOCAL = 32;
        static final long REMOTE = 48;
        static final ThreadLocal<MemorySegment> OF_THREAD =
            ThreadLocal.withInitial(() -> Arena.ofAuto().allocate(64, 16));
    }

    // The bound calls, in classes that are each initialised by their first use: to bind a call costs milliseconds and
    // hundreds of kilobytes, and most ranks sleep and do nothing else.

    /** What every rank with too few cores needs. */
    private static final class Sleeping {
        static final MethodHandle SYSCALL = Binding.bind("syscall",
            FunctionDescriptor.of(JAVA_LONG, JAVA_LONG, JAVA_LONG, JAVA_LONG, JAVA_LONG, JAVA_LONG),
            Linker.Option.firstVariadicArg(1));
    }

    private static final class FileSpace {
        static final MethodHandle OPEN = Binding.bind("open", FunctionDescriptor.of(JAVA_INT, ADDRESS, JAVA_INT),
            Linker.Option.captureCallState("errno"));
        static final MethodHandle CLOSE = Binding.bind("close", FunctionDescriptor.of(JAVA_INT, JAVA_INT));
        static final MethodHandle FALLOCATE =
            Binding.bind("posix_fallocate", FunctionDescriptor.of(JAVA_INT, JAVA_INT, JAVA_LONG, JAVA_LONG));
    }

    private static final class Cores {
        static final MethodHandle SCHED_SETAFFINITY =
            Binding.bind("sched_setaffinity", FunctionDescriptor.of(JAVA_INT, JAVA_INT, JAVA_LONG, ADDRESS));
    }

    private static final class Descriptors {
        static final MethodHandle READ = bindMove("read");
        static final MethodHandle WRITE = bindMove("write");
        static final MethodHandle POLL = Binding.bind("poll",
            FunctionDescriptor.of(JAVA_INT, ADDRESS, JAVA_LONG, JAVA_INT), Linker.Option.captureCallState("errno"));

        private static MethodHandle bindMove(String name) {
            return Binding.bind(name, FunctionDescriptor.of(JAVA_LONG, JAVA_INT, ADDRESS, JAVA_LONG),
                Linker.Option.captureCallState("errno"));
        }
    }

    private static final class Connections {
        static final MethodHandle GETSOCKNAME = bindName("getsockname");
        static final MethodHandle GETPEERNAME = bindName("getpeername");
        static final MethodHandle SETSOCKOPT = Binding.bind("setsockopt",
            FunctionDescriptor.of(JAVA_INT, JAVA_INT, JAVA_INT, JAVA_INT, ADDRESS, JAVA_INT));

        private static MethodHandle bindName(String name) {
            return Binding.bind(name, FunctionDescriptor.of(JAVA_INT, JAVA_INT, ADDRESS, ADDRESS));
        }
    }

    private static final class Attaching {
        static final MethodHandle READV = bindAttach("process_vm_readv");
        static final MethodHandle WRITEV = bindAttach("process_vm_writev");

        private static MethodHandle bindAttach(String name) {
            return Binding.bind(name,
                FunctionDescriptor.of(JAVA_LONG, JAVA_INT, ADDRESS, JAVA_LONG, ADDRESS, JAVA_LONG, JAVA_LONG),
                Linker.Option.captureCallState("errno"));
        }
    }

    private static final class Captured {
        static final VarHandle ERRNO =
            Linker.Option.captureStateLayout().varHandle(MemoryLayout.PathElement.groupElement("errno"));
    }

    /** How calls are bound. */
    static final class Binding {
        private static final Linker LINKER = Linker.nativeLinker();

        @SuppressWarnings("restricted")
        static MethodHandle bind(String name, FunctionDescriptor type, Linker.Option... options) {
            return LINKER.downcallHandle(LINKER.defaultLookup().find(name).orElseThrow(), type, options);
        }
    }
}
