package org.hawser.testkit;

import com.sun.management.ThreadMXBean;
import java.lang.management.ManagementFactory;

/**
 * What a thread has allocated on the heap, for tests of budgets.
 *
 * <p><b>Threads:</b> any; each asks for itself.
 */
public final class AllocatedBytes {
    private static final ThreadMXBean THREADS = (ThreadMXBean) ManagementFactory.getThreadMXBean();

    private AllocatedBytes() {
    }

    /** Bytes that the calling thread has allocated since it began. */
    public static long ofThisThread() {
        return THREADS.getCurrentThreadAllocatedBytes();
    }
}
