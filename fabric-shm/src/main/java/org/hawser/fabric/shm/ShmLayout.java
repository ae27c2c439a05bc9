package org.hawser.fabric.shm;

import java.lang.foreign.MemoryLayout;
import java.lang.foreign.MemoryLayout.PathElement;
import java.lang.foreign.ValueLayout;

/**
 * A rank's own piece of shared memory: a control page, then its mailbox.
 *
 * <pre>
 *    0: magic    8: rank    16: pid    24: state
 *  128: doorbell (int)      what the rank sleeps on
 *  256: wanted              a peer found no free lane
 *  384: owners[64]          who writes lane i: rank + 1, or 0
 * 1024: counters[128]
 * 4096: mailbox             a many-to-one ring
 * </pre>
 */
final class ShmLayout {
    static final long MAGIC_VALUE = 0x4841_5753_4552_0001L;
    static final int MAX_LANES = 64;
    static final int COUNTERS = 128;

    static final long RUNNING = 1;
    static final long LEFT = 2;

    private static final MemoryLayout LAYOUT = MemoryLayout.structLayout(
        ValueLayout.JAVA_LONG.withName("magic"), ValueLayout.JAVA_LONG.withName("rank"),
        ValueLayout.JAVA_LONG.withName("pid"), ValueLayout.JAVA_LONG.withName("state"),
        MemoryLayout.paddingLayout(96),
        ValueLayout.JAVA_INT.withName("doorbell"), MemoryLayout.paddingLayout(124),
        ValueLayout.JAVA_LONG.withName("wanted"), MemoryLayout.paddingLayout(120),
        MemoryLayout.sequenceLayout(MAX_LANES, ValueLayout.JAVA_LONG).withName("owners"),
        MemoryLayout.paddingLayout(128),
        MemoryLayout.sequenceLayout(COUNTERS, ValueLayout.JAVA_LONG).withName("counters"),
        MemoryLayout.paddingLayout(2048));

    static final long MAGIC = offset("magic");
    static final long RANK = offset("rank");
    static final long PID = offset("pid");
    static final long STATE = offset("state");
    static final long DOORBELL = offset("doorbell");
    static final long WANTED = offset("wanted");
    static final long COUNTER = offset("counters");
    static final long MAILBOX = LAYOUT.byteSize();

    private static final long OWNERS = offset("owners");

    private ShmLayout() {
    }

    static long owner(int slot) {
        return OWNERS + (long) slot * Long.BYTES;
    }

    static String fileOf(int rank) {
        return "rank-" + rank;
    }

    static String laneFile(int rank, int slot) {
        return "rank-" + rank + ".lane-" + slot;
    }

    static String regionFile(int rank, long id) {
        return "rank-" + rank + ".region-" + Long.toHexString(id);
    }

    private static long offset(String name) {
        return LAYOUT.byteOffset(PathElement.groupElement(name));
    }
}
