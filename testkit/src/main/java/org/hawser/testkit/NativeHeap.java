package org.hawser.testkit;

import java.lang.management.ManagementFactory;
import javax.management.JMException;
import javax.management.ObjectName;

/**
 * The C library's memory, for tests of what is held.
 *
 * <p><b>Threads:</b> any.
 */
public final class NativeHeap {
    private NativeHeap() {
    }

    /**
     * Has the C library give back pages that nobody uses: it keeps some for each thread, many times what is in use.
     * Where the JVM cannot, nothing happens, and what a test then finds is too much.
     */
    public static void trim() {
        try {
            ManagementFactory.getPlatformMBeanServer().invoke(
                new ObjectName("com.sun.management:type=DiagnosticCommand"), "systemTrimNativeHeap",
                new Object[] {new String[0]}, new String[] {String[].class.getName()});
        } catch (JMException e) {
            return;
        }
    }
}
