package org.hawser.platform.memory;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Bytes arrive as they left, whichever way they are stored, and before what is stored later. */
class HandoverTest {
    private static final String SETTING = "hawser.streaming";
    private static final int ROOM = 40 << 10;

    private final Arena arena = Arena.ofAuto();
    private final Random random = new Random(11);
    private String before;

    @BeforeEach
    void remember() {
        before = System.getProperty(SETTING);
    }

    @AfterEach
    void restore() {
        if (before == null) {
            System.clearProperty(SETTING);
        } else {
            System.setProperty(SETTING, before);
        }
    }

    private static Handover with(String setting) {
        System.setProperty(SETTING, setting);
        return new Handover();
    }

    private static void needStreaming() {
        assumeTrue(StreamingCopy.prepare().join(), "no stores past the caches here");
    }

    private byte[] randomBytes(int length) {
        byte[] bytes = new byte[length];
        random.nextBytes(bytes);
        return bytes;
    }

    private Object arrayOf(Class<?> type, byte[] content) {
        MemorySegment bytes = arena.allocate(content.length, 8).copyFrom(MemorySegment.ofArray(content));
        if (type == boolean.class) {
            boolean[] flags = new boolean[content.length];
            for (int i = 0; i < flags.length; i++) {
                content[i] &= 1;
                flags[i] = content[i] != 0;
            }
            return flags;
        }
        return type == byte.class ? content : type == short.class ? bytes.toArray(ValueLayout.JAVA_SHORT)
            : type == char.class ? bytes.toArray(ValueLayout.JAVA_CHAR)
            : type == int.class ? bytes.toArray(ValueLayout.JAVA_INT)
            : type == long.class ? bytes.toArray(ValueLayout.JAVA_LONG)
            : type == float.class ? bytes.toArray(ValueLayout.JAVA_FLOAT) : bytes.toArray(ValueLayout.JAVA_DOUBLE);
    }

    @Test
    void copiesFromArraysOfEveryTypeAndFromMemoryAtEveryAlignment() {
        for (Handover handover : List.of(with("on"), with("off"), with("auto"))) {
            for (Class<?> type : List.of(byte.class, short.class, char.class, int.class, long.class, float.class,
                    double.class, boolean.class, MemorySegment.class)) {
                for (int i = 0; i < 40; i++) {
                    checkCopy(handover, type, 8 * random.nextInt(16), random.nextInt(65), lengthOf(i));
                }
            }
        }
    }

    private int lengthOf(int i) {
        return i < 10 ? 8 * i : (int) Handover.LEAST - 32 + 8 * random.nextInt(i < 30 ? 32 : 3000);
    }

    private void checkCopy(Handover handover, Class<?> type, int offset, int shift, int length) {
        byte[] content = randomBytes(ROOM);
        MemorySegment to = arena.allocate(ROOM, 64).fill((byte) 0x55);
        Object array = null;
        long from = offset;
        MemorySegment source = null;
        if (type == MemorySegment.class) {
            source = arena.allocate(ROOM, 64).copyFrom(MemorySegment.ofArray(content));
            from += RawWords.addressOf(source);
        } else {
            array = arrayOf(type, content);
        }
        handover.copy(array, from, RawWords.addressOf(to) + shift, length);
        byte[] expected = new byte[ROOM];
        Arrays.fill(expected, (byte) 0x55);
        System.arraycopy(content, offset, expected, shift, length);
        assertArrayEquals(expected, to.toArray(ValueLayout.JAVA_BYTE), () -> type + " offset=" + offset + " shift="
            + shift + " length=" + length);
    }

    @Test
    void keepsCopyingRightWhileItLooksWhichWayIsFaster() {
        System.setProperty(SETTING, "auto");
        Handover handover = new Handover(0, 0);
        StreamingCopy.prepare().join();
        long[] from = new long[1024];
        MemorySegment to = arena.allocate(8 * from.length, 64);
        for (int turn = 0; turn < 5000; turn++) {
            Arrays.fill(from, turn);
            handover.copy(from, 0, RawWords.addressOf(to), 8L * from.length);
            assertEquals(turn, to.get(ValueLayout.JAVA_LONG, 8L * random.nextInt(from.length)));
        }
    }

    /** The order of stores past the caches is their own, up to the fence at their end. */
    @Test
    void whoSeesTheFlagSeesAllBytesBeforeIt() throws InterruptedException {
        needStreaming();
        Handover handover = with("on");
        assertTrue(handover.isStreaming());
        int turns = 20_000;
        MemorySegment block = arena.allocate(8 << 10, 64);
        MemorySegment flags = arena.allocate(256, 64);
        long written = RawWords.addressOf(flags);
        long read = written + 128;
        AtomicReference<String> wrong = new AtomicReference<>();
        Thread reader = Thread.ofPlatform().start(() -> {
            for (long turn = 1; turn <= turns && wrong.get() == null; turn++) {
                while (RawWords.getAcquire(written) < turn) {
                    Thread.onSpinWait();
                }
                for (long at = 0; at < block.byteSize(); at += 8) {
                    long seen = block.get(ValueLayout.JAVA_LONG, at);
                    if (seen != turn) {
                        wrong.set("at=" + at + " turn=" + turn + " seen=" + seen);
                    }
                }
                RawWords.setRelease(read, turn);
            }
        });
        long[] from = new long[1024];
        for (long turn = 1; turn <= turns && wrong.get() == null; turn++) {
            Arrays.fill(from, turn);
            handover.copy(from, 0, RawWords.addressOf(block), block.byteSize());
            RawWords.setRelease(written, turn);
            while (RawWords.getAcquire(read) < turn && reader.isAlive()) {
                Thread.onSpinWait();
            }
        }
        reader.join();
        assertEquals(null, wrong.get());
    }
}
