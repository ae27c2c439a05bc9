package org.hawser.platform.memory;

import static java.lang.foreign.ValueLayout.ADDRESS;
import static java.lang.foreign.ValueLayout.JAVA_LONG;

import java.lang.foreign.Arena;
import java.lang.foreign.FunctionDescriptor;
import java.lang.foreign.Linker;
import java.lang.foreign.MemorySegment;
import java.lang.invoke.MethodHandle;
import java.util.concurrent.CompletableFuture;
import org.hawser.platform.libc.MachineCode;

/**
 * Copies into native memory past the caches: the bytes go to main memory, and no line of the target is fetched or
 * owned first.
 *
 * <p>Why: memory that one core fills and another reads, again and again, has its lines in the reader's cache when it is
 * filled the next time. A plain store then waits until the line has been taken away there, one after the other; between
 * cores that share no cache this is ten times as long as the store of a line to main memory, from where the reader
 * fetches it no slower than from the writer's cache. Between cores that share a cache both ways take about the same.
 * Java has no such store, so {@link MachineCode} has it: on an x86-64, where native access is granted and the system
 * lets a process make code. Nowhere else, and then whoever wants it copies plainly.
 *
 * <p>A call of machine code is slow until it is compiled, so slow that nobody would choose it: {@link #prepare} has a
 * thread of its own make it fast, beside the program.
 *
 * <p><b>Threads:</b> any. <b>Allocates:</b> when it is prepared, which takes some milliseconds.
 */
final class StreamingCopy {
    /** What the machine moves at once. */
    private static final long LINE = 64;
    /** A thread inside holds off safepoints, so it is let out after some microseconds. */
    private static final long MOST = 64 << 10;
    /** Calls after which the compiler has taken notice. */
    private static final int REHEARSALS = 4_000;

    private StreamingCopy() {
    }

    /** Begins to make copies fast, if nobody has; when that is over, says whether there are any. */
    static CompletableFuture<Boolean> prepare() {
        return Preparation.AVAILABLE;
    }

    private static final class Preparation {
        static final CompletableFuture<Boolean> AVAILABLE = CompletableFuture.supplyAsync(StreamingCopy::rehearse,
            task -> Thread.ofPlatform().name("hawser-streaming").daemon().start(task));
    }

    private static boolean rehearse() {
        if (!MachineCode.isForX86() || !RawWords.DIRECT || Code.NATIVE == null) {
            return false;
        }
        try (Arena arena = Arena.ofConfined()) {
            long to = RawWords.addressOf(arena.allocate(2 * LINE, LINE));
            Object[] sources = {null, new byte[64], new int[16], new long[8], new double[8]};
            for (int i = 0; i < REHEARSALS; i++) {
                for (Object source : sources) {
                    copy(source, source == null ? to + LINE : 0, to, LINE);
                }
            }
        }
        return true;
    }

    /** Copies from an array of numbers, or from an address when that is null; the two must not overlap. */
    static void copy(Object array, long offset, long to, long bytes) {
        long head = Math.min(bytes, -to & LINE - 1);
        long lines = bytes - head & -LINE;
        long tail = bytes - head - lines;
        if (head > 0) {
            RawBytes.copy(array, offset, null, to, head);
        }
        Way way = Way.from(array);
        try {
            for (long done = 0; done < lines; done += MOST) {
                way.copy(array, offset + head + done, to + head + done, Math.min(MOST, lines - done));
            }
        } catch (Throwable e) {
            throw new AssertionError(e);
        }
        if (tail > 0) {
            RawBytes.copy(array, offset + bytes - tail, null, to + bytes - tail, tail);
        }
    }

    /**
     * Copies from one kind of memory. The compiler makes each by itself, for a call with so many targets is left a
     * call; all in one method it would take each for seldom, and make an object for every copy. A segment that is made
     * and used in one place is never allocated; of arrays of other types there is one per copy.
     */
    private enum Way {
        NATIVE {
            @Override
            void copy(Object array, long offset, long to, long bytes) throws Throwable {
                Code.NATIVE.invokeExact(to, 0L, bytes, offset);
            }
        },
        BYTES {
            @Override
            void copy(Object array, long offset, long to, long bytes) throws Throwable {
                Code.HEAP.invokeExact(to, MemorySegment.ofArray((byte[]) array), bytes, offset);
            }
        },
        INTS {
            @Override
            void copy(Object array, long offset, long to, long bytes) throws Throwable {
                Code.HEAP.invokeExact(to, MemorySegment.ofArray((int[]) array), bytes, offset);
            }
        },
        LONGS {
            @Override
            void copy(Object array, long offset, long to, long bytes) throws Throwable {
                Code.HEAP.invokeExact(to, MemorySegment.ofArray((long[]) array), bytes, offset);
            }
        },
        DOUBLES {
            @Override
            void copy(Object array, long offset, long to, long bytes) throws Throwable {
                Code.HEAP.invokeExact(to, MemorySegment.ofArray((double[]) array), bytes, offset);
            }
        },
        OTHERS {
            @Override
            void copy(Object array, long offset, long to, long bytes) throws Throwable {
                Code.HEAP.invokeExact(to, RawBytes.segmentOf(array), bytes, offset);
            }
        };

        /** Copies whole lines. */
        abstract void copy(Object array, long offset, long to, long bytes) throws Throwable;

        static Way from(Object array) {
            return array == null ? NATIVE : array instanceof byte[] ? BYTES : array instanceof int[] ? INTS
                : array instanceof long[] ? LONGS : array instanceof double[] ? DOUBLES : OTHERS;
        }
    }

    /**
     * The function {@code copy(to, from, bytes, offset)}, for a multiple of 64 bytes and a target that is aligned so:
     *
     * <pre>{@code
     *        add     rsi, rcx
     * next:  movdqu  xmm0, [rsi]          ; and xmm1 to xmm3 from 16, 32 and 48 on
     *        movntdq [rdi], xmm0          ; and so on: a whole line, which the processor collects and writes at once
     *        add     rsi, 64
     *        add     rdi, 64
     *        sub     rdx, 64
     *        jnz     next
     *        sfence                       ; such stores keep no order: all of them first, then whatever is stored later
     *        ret
     * }</pre>
     */
    private static final class Code {
        static final MethodHandle NATIVE;
        /** The same from an array, which stays where it is during the call. */
        static final MethodHandle HEAP;

        static {
            MachineCode code = MachineCode.of(new byte[] {
                0x48, 0x01, (byte) 0xce,
                (byte) 0xf3, 0x0f, 0x6f, 0x06,
                (byte) 0xf3, 0x0f, 0x6f, 0x4e, 0x10,
                (byte) 0xf3, 0x0f, 0x6f, 0x56, 0x20,
                (byte) 0xf3, 0x0f, 0x6f, 0x5e, 0x30,
                0x66, 0x0f, (byte) 0xe7, 0x07,
                0x66, 0x0f, (byte) 0xe7, 0x4f, 0x10,
                0x66, 0x0f, (byte) 0xe7, 0x57, 0x20,
                0x66, 0x0f, (byte) 0xe7, 0x5f, 0x30,
                0x48, (byte) 0x83, (byte) 0xc6, 0x40,
                0x48, (byte) 0x83, (byte) 0xc7, 0x40,
                0x48, (byte) 0x83, (byte) 0xea, 0x40,
                0x75, (byte) 0xcc,
                0x0f, (byte) 0xae, (byte) 0xf8,
                (byte) 0xc3});
            NATIVE = code == null ? null : code.function(
                FunctionDescriptor.ofVoid(JAVA_LONG, JAVA_LONG, JAVA_LONG, JAVA_LONG), Linker.Option.critical(false));
            HEAP = code == null ? null : code.function(
                FunctionDescriptor.ofVoid(JAVA_LONG, ADDRESS, JAVA_LONG, JAVA_LONG), Linker.Option.critical(true));
        }
    }
}
