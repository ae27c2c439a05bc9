package mpi;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.Buffer;
import java.nio.ByteBuffer;
import java.nio.CharBuffer;
import java.nio.DoubleBuffer;
import java.nio.FloatBuffer;
import java.nio.IntBuffer;
import java.nio.LongBuffer;
import java.nio.ShortBuffer;
import java.util.LinkedHashMap;
import java.util.Map;
import org.hawser.mpi.ErrorClass;
import org.hawser.mpi.MpiFailure;
import org.hawser.mpi.comm.Communicator;
import org.hawser.mpi.rma.Hints;
import org.hawser.mpi.rma.Window;
import org.hawser.mpi.rma.WindowMemory;

/**
 * What programs give the calls of a window beside the operations, as the floor below takes it: memory and sizes,
 * assertions, groups, hints. What is wrong with a process's memory is told to all that make the window with it.
 *
 * <p><b>Threads:</b> any.
 */
final class WindowArguments {
    private WindowArguments() {
    }

    /** A window onto a buffer's elements. */
    static Window create(Communicator parent, Buffer base, int size, int unit, Info info) {
        return WindowMemory.create(parent, () -> {
            check(info);
            return memory(base, size);
        }, (long) unit * elementBytes(base), hints(info));
    }

    /** A window onto a segment. */
    static Window create(Communicator parent, MemorySegment memory, int unit, Info info) {
        return WindowMemory.create(parent, () -> {
            check(info);
            return nativeMemory(memory);
        }, unit, hints(info));
    }

    /** A window onto new memory, whose length a buffer's type explains. */
    static Window allocate(Communicator parent, int size, int unit, Info info, Buffer base, int flavor) {
        long unitBytes = (long) unit * elementBytes(base);
        if (flavor == Win.FLAVOR_SHARED) {
            return shared(parent, (long) size * elementBytes(base), unitBytes, info);
        }
        return WindowMemory.allocate(parent, () -> {
            check(info);
            if (base == null || flavor != Win.FLAVOR_PRIVATE) {
                throw new MpiFailure(ErrorClass.ARG, base == null ? "the base is null"
                    : "neither FLAVOR_PRIVATE nor FLAVOR_SHARED: flavor=" + flavor);
            }
            return (long) size * elementBytes(base);
        }, unitBytes, hints(info));
    }

    /** A window onto new memory. */
    static Window allocate(Communicator parent, long size, int unit, Info info) {
        return WindowMemory.allocate(parent, () -> {
            check(info);
            return size;
        }, unit, hints(info));
    }

    /** A window onto new memory that all reach by load and store. */
    static Window shared(Communicator parent, long size, long unit, Info info) {
        return WindowMemory.shared(parent, () -> {
            check(info);
            return size;
        }, unit, hints(info));
    }

    /** A window without memory at first. */
    static Window dynamic(Communicator parent, Info info) {
        return WindowMemory.dynamic(parent, () -> check(info), hints(info));
    }

    /** The bytes of a buffer's elements; 0 for no buffer. */
    private static int elementBytes(Buffer buffer) {
        return switch (buffer) {
            case null -> 0;
            case ByteBuffer b -> Byte.BYTES;
            case CharBuffer b -> Character.BYTES;
            case ShortBuffer b -> Short.BYTES;
            case IntBuffer b -> Integer.BYTES;
            case FloatBuffer b -> Float.BYTES;
            case LongBuffer b -> Long.BYTES;
            case DoubleBuffer b -> Double.BYTES;
        };
    }

    /** The first elements of a direct buffer; those that it does not have cannot be reached. */
    static MemorySegment memory(Buffer buffer, int size) {
        MemorySegment all = nativeMemory(buffer);
        if (size < 0) {
            throw new MpiFailure(ErrorClass.SIZE, "the size is negative: size=" + size);
        }
        return all.asSlice(0, Math.min(all.byteSize(), (long) size * elementBytes(buffer)));
    }

    /** All of a direct buffer or of a native segment, which other processes are to reach. */
    static MemorySegment nativeMemory(Object buffer) {
        if (buffer instanceof MemorySegment segment && segment.isNative() && !segment.isReadOnly()
                && segment.scope().isAlive()) {
            return segment;
        }
        if (buffer instanceof Buffer direct && direct.isDirect() && !direct.isReadOnly()) {
            return MemorySegment.ofBuffer(direct.duplicate().clear());
        }
        throw new MpiFailure(ErrorClass.BASE, "windows need a direct buffer or a native segment that can be written: "
            + "class=" + (buffer == null ? null : buffer.getClass().getSimpleName()));
    }

    /** Writes the address of a window's memory into a buffer that has room for it. */
    static void tellAddress(Buffer base, Window window) {
        MemorySegment told = base != null && base.isDirect() && !base.isReadOnly() ? nativeMemory(base)
            : MemorySegment.NULL;
        if (told.byteSize() >= Long.BYTES) {
            told.set(ValueLayout.JAVA_LONG_UNALIGNED, 0, window.memory().segment().address());
        }
    }

    /** MPI's own attributes of a window; null for other keys. */
    static Object attribute(WindowMemory memory, int keyval) {
        if (keyval == MPI.WIN_BASE) {
            return memory.segment().address();
        }
        if (keyval == MPI.WIN_DISP_UNIT) {
            return memory.unit();
        }
        if (keyval != MPI.WIN_SIZE) {
            return null;
        }
        long bytes = memory.segment().byteSize();
        return bytes > Integer.MAX_VALUE ? (Object) bytes : (Object) (int) bytes;
    }

    /** What an Info says; nothing when it is null. */
    static Hints hints(Info info) {
        return new Hints(Info.values(info));
    }

    private static void check(Info info) {
        if (info != null && info != MPI.INFO_NULL && info.isNull()) {
            throw new MpiFailure(ErrorClass.INFO, "the Info was freed");
        }
    }

    /** An Info of the window's own that says the same. */
    static Info copy(Info info) {
        return new Info(new LinkedHashMap<>(Info.values(info)), false);
    }

    /** What is so when no hint says otherwise. */
    static Info standardHints() {
        return new Info(new LinkedHashMap<>(Map.of("no_locks", "false", "same_size", "false", "same_disp_unit", "false",
            "accumulate_ordering", "rar,raw,war,waw", "accumulate_ops", "same_op_no_op",
            "alloc_shared_noncontig", "false")), false);
    }

    /** Refuses assertions that a call does not know. */
    static void checkAssertion(int assertion, int known) {
        if ((assertion & ~known) != 0) {
            throw new MpiFailure(ErrorClass.ASSERT, "an assertion that this call does not know: assertion=" + assertion
                + " known=" + known);
        }
    }

    /** Refuses what is no kind of lock. */
    static void checkLockType(int lockType) {
        if (lockType != MPI.LOCK_EXCLUSIVE && lockType != MPI.LOCK_SHARED) {
            throw new MpiFailure(ErrorClass.LOCKTYPE, "neither LOCK_EXCLUSIVE nor LOCK_SHARED: type=" + lockType);
        }
    }
}
