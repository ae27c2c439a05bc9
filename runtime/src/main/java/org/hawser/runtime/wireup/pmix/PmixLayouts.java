package org.hawser.runtime.wireup.pmix;

import static java.lang.foreign.MemoryLayout.PathElement.groupElement;
import static java.lang.foreign.ValueLayout.ADDRESS;
import static java.lang.foreign.ValueLayout.JAVA_BYTE;
import static java.lang.foreign.ValueLayout.JAVA_INT;
import static java.lang.foreign.ValueLayout.JAVA_LONG;
import static java.lang.foreign.ValueLayout.JAVA_SHORT;

import java.lang.foreign.Arena;
import java.lang.foreign.MemoryLayout;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.StructLayout;
import java.nio.charset.StandardCharsets;

/**
 * The structures that PMIx's calls take, as they are from its version 2 on.
 *
 * <pre>
 * proc   0: name of the job (256)   256: rank                              260: end
 * value  0: type (2)                8: number or pointer, or a larger one  32: end
 * info   0: key (512)               512: flags   520: value               552: end
 * </pre>
 *
 * <p><b>Threads:</b> stateless.
 */
final class PmixLayouts {
    static final short BOOL = 1;
    static final short STRING = 3;
    static final short INT = 6;
    static final short UINT16 = 13;
    static final short UINT32 = 14;
    static final short RANK = 40;

    static final StructLayout PROC = MemoryLayout.structLayout(
        MemoryLayout.sequenceLayout(256, JAVA_BYTE).withName("job"), JAVA_INT.withName("rank"));
    static final StructLayout VALUE = MemoryLayout.structLayout(
        JAVA_SHORT.withName("type"), MemoryLayout.paddingLayout(6), JAVA_LONG.withName("data"),
        MemoryLayout.paddingLayout(16));
    static final StructLayout INFO = MemoryLayout.structLayout(
        MemoryLayout.sequenceLayout(512, JAVA_BYTE).withName("key"), JAVA_INT.withName("flags"),
        MemoryLayout.paddingLayout(4), VALUE.withName("value"));

    private static final long PROC_RANK = PROC.byteOffset(groupElement("rank"));
    private static final long DATA = VALUE.byteOffset(groupElement("data"));
    private static final long INFO_VALUE = INFO.byteOffset(groupElement("value"));

    private PmixLayouts() {
    }

    /** A process of a job. */
    static MemorySegment proc(Arena arena, String job, int rank) {
        MemorySegment proc = arena.allocate(PROC);
        proc.setString(0, job, StandardCharsets.UTF_8);
        proc.set(JAVA_INT, PROC_RANK, rank);
        return proc;
    }

    static String job(MemorySegment proc) {
        return proc.getString(0, StandardCharsets.UTF_8);
    }

    static int rank(MemorySegment proc) {
        return proc.get(JAVA_INT, PROC_RANK);
    }

    /** A text. */
    static MemorySegment text(Arena arena, String text) {
        MemorySegment value = arena.allocate(VALUE);
        value.set(JAVA_SHORT, 0, STRING);
        value.set(ADDRESS, DATA, arena.allocateFrom(text));
        return value;
    }

    /** Options for a call: that it collects all values, or asks nobody far away, and how long it may take. */
    static MemorySegment options(Arena arena, String option, int seconds) {
        MemorySegment infos = arena.allocate(INFO, 2);
        infos.setString(0, option, StandardCharsets.US_ASCII);
        infos.set(JAVA_SHORT, INFO_VALUE, BOOL);
        infos.set(JAVA_BYTE, INFO_VALUE + DATA, (byte) 1);
        MemorySegment limit = infos.asSlice(INFO.byteSize());
        limit.setString(0, "pmix.timeout", StandardCharsets.US_ASCII);
        limit.set(JAVA_SHORT, INFO_VALUE, INT);
        limit.set(JAVA_INT, INFO_VALUE + DATA, seconds);
        return infos;
    }

    /** A value as text, whatever it is; null when it is of a type that no rank asks for. */
    @SuppressWarnings("restricted")
    static String asText(MemorySegment value) {
        return switch (value.get(JAVA_SHORT, 0)) {
            case STRING -> value.get(ADDRESS, DATA).reinterpret(Long.MAX_VALUE).getString(0, StandardCharsets.US_ASCII);
            case UINT32, RANK -> Integer.toUnsignedString(value.get(JAVA_INT, DATA));
            case UINT16 -> Integer.toString(value.get(JAVA_SHORT, DATA) & 0xffff);
            case INT -> Integer.toString(value.get(JAVA_INT, DATA));
            default -> null;
        };
    }
}
