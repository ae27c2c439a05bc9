package org.hawser.testkit;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.util.ArrayList;
import java.util.List;

/**
 * Native memory for tests that hand out its address: it stays for as long as the thread that asked for it lives,
 * however early the last reference to it is dead to the compiler.
 *
 * <p><b>Threads:</b> any; each holds its own. Meant for threads that end with their test, such as those of
 * {@link RankThreads}.
 */
public final class HeldMemory {
    private static final ThreadLocal<List<MemorySegment>> HELD = ThreadLocal.withInitial(ArrayList::new);

    private HeldMemory() {
    }

    /** So much memory, zeroed. */
    public static MemorySegment allocate(long bytes, long alignment) {
        MemorySegment memory = Arena.ofAuto().allocate(bytes, alignment);
        HELD.get().add(memory);
        return memory;
    }
}
