package org.hawser.launcher.check;

import static java.lang.foreign.ValueLayout.ADDRESS;
import static java.lang.foreign.ValueLayout.JAVA_INT;
import static java.lang.foreign.ValueLayout.JAVA_LONG;

import java.lang.foreign.Arena;
import java.lang.foreign.FunctionDescriptor;
import java.lang.foreign.Linker;
import java.lang.foreign.MemorySegment;
import java.util.Optional;

/**
 * Whether one rank may read another's memory with {@code process_vm_readv}. The call on ourselves shows whether
 * the kernel and the container's filter have it at all; whether it reaches a sibling is a setting of the kernel.
 *
 * <p><b>Threads:</b> stateless.
 */
final class CrossMemoryAttach {

    private static final String NAME = "cross-memory attach";
    private static final String COST = "large messages from memory that Hawser did not allocate go through bounce "
        + "buffers: one copy more";
    private static final long VECTOR_BYTES = 16;
    private static final long PROBE_BYTES = 8;

    private CrossMemoryAttach() {
    }

    static Finding check() {
        String scope = KernelFile.read("/proc/sys/kernel/yama/ptrace_scope");
        if (!readsItself()) {
            return Finding.costs(NAME, "process_vm_readv is refused (no such call, or a container's filter)", COST);
        }
        if (scope == null || scope.equals("0")) {
            return Finding.good(NAME, "process_vm_readv works");
        }
        if (scope.equals("1") && System.getProperty("user.name").equals("root")) {
            return Finding.good(NAME, "process_vm_readv works (ptrace_scope 1, but we are root)");
        }
        return Finding.costs(NAME, "kept from other processes: kernel.yama.ptrace_scope=" + scope,
            COST + "; sysctl kernel.yama.ptrace_scope=0 allows it");
    }

    @SuppressWarnings("restricted")
    private static boolean readsItself() {
        Linker linker = Linker.nativeLinker();
        Optional<MemorySegment> call = linker.defaultLookup().find("process_vm_readv");
        if (call.isEmpty()) {
            return false;
        }
        FunctionDescriptor type = FunctionDescriptor.of(JAVA_LONG, JAVA_INT, ADDRESS, JAVA_LONG, ADDRESS, JAVA_LONG,
            JAVA_LONG);
        try (Arena arena = Arena.ofConfined()) {
            MemorySegment from = vector(arena);
            MemorySegment to = vector(arena);
            long read = (long) linker.downcallHandle(call.get(), type).invokeExact(
                (int) ProcessHandle.current().pid(), to, 1L, from, 1L, 0L);
            return read == PROBE_BYTES;
        } catch (Throwable e) {
            // Native access is not granted: ranks cannot use the call either.
            return false;
        }
    }

    private static MemorySegment vector(Arena arena) {
        MemorySegment vector = arena.allocate(VECTOR_BYTES, Long.BYTES);
        vector.set(ADDRESS, 0, arena.allocate(PROBE_BYTES, Long.BYTES));
        vector.set(JAVA_LONG, Long.BYTES, PROBE_BYTES);
        return vector;
    }
}
