package org.hawser.launcher.check;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import org.hawser.platform.libc.Errno;
import org.hawser.platform.libc.Libc;

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

    private static boolean readsItself() {
        if (!Libc.available()) {
            return false;
        }
        try (Arena arena = Arena.ofConfined()) {
            MemorySegment from = arena.allocate(PROBE_BYTES, Long.BYTES);
            Libc.readProcess(ProcessHandle.current().pid(), from.address(), arena.allocate(PROBE_BYTES, Long.BYTES), 0,
                PROBE_BYTES);
            return true;
        } catch (Errno e) {
            return false;
        }
    }
}
