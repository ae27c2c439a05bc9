package org.hawser.platform.libc;

import static java.lang.foreign.ValueLayout.ADDRESS;
import static java.lang.foreign.ValueLayout.JAVA_BYTE;
import static java.lang.foreign.ValueLayout.JAVA_INT;
import static java.lang.foreign.ValueLayout.JAVA_LONG;

import java.lang.foreign.FunctionDescriptor;
import java.lang.foreign.Linker;
import java.lang.foreign.MemorySegment;
import java.lang.invoke.MethodHandle;

/**
 * A few instructions that Java has no words for, as bytes in memory that may be executed. The memory is written first
 * and made executable then, never both, and stays as long as the process.
 *
 * <p>What is in it must be short: a thread inside holds off safepoints.
 *
 * <p><b>Threads:</b> any. <b>Allocates:</b> a page, at construction.
 */
public final class MachineCode {
    private static final long PAGE = 4096;
    private static final int PROT_READ = 1;
    private static final int PROT_WRITE = 2;
    private static final int PROT_EXEC = 4;
    private static final int MAP_PRIVATE = 2;
    private static final int MAP_ANONYMOUS = 32;

    private final MemorySegment code;

    private MachineCode(MemorySegment code) {
        this.code = code;
    }

    /** True when there is memory for machine code of an x86-64, as far as can be told before it is asked for. */
    public static boolean isForX86() {
        return Libc.available() && Libc.X86;
    }

    /** Puts {@code bytes} where they can be executed; null when the system allows no such memory. */
    public static MachineCode of(byte[] bytes) {
        if (bytes.length > PAGE) {
            throw new IllegalArgumentException("machine code of more than a page: bytes=" + bytes.length);
        }
        try {
            MethodHandle map = Libc.Binding.bind("mmap",
                FunctionDescriptor.of(ADDRESS, JAVA_LONG, JAVA_LONG, JAVA_INT, JAVA_INT, JAVA_INT, JAVA_LONG));
            MethodHandle protect = Libc.Binding.bind("mprotect",
                FunctionDescriptor.of(JAVA_INT, JAVA_LONG, JAVA_LONG, JAVA_INT));
            MemorySegment page = (MemorySegment) map.invokeExact(0L, PAGE, PROT_READ | PROT_WRITE,
                MAP_PRIVATE | MAP_ANONYMOUS, -1, 0L);
            if (page.address() == -1) {
                return null;
            }
            MemorySegment writable = sized(page);
            MemorySegment.copy(bytes, 0, writable, JAVA_BYTE, 0, bytes.length);
            int error = (int) protect.invokeExact(page.address(), PAGE, PROT_READ | PROT_EXEC);
            return error == 0 ? new MachineCode(page) : null;
        } catch (Throwable e) {
            throw new AssertionError(e);
        }
    }

    @SuppressWarnings("restricted")
    private static MemorySegment sized(MemorySegment page) {
        return page.reinterpret(PAGE);
    }

    /** The code as a function. */
    @SuppressWarnings("restricted")
    public MethodHandle function(FunctionDescriptor type, Linker.Option... options) {
        return Linker.nativeLinker().downcallHandle(code, type, options);
    }
}
