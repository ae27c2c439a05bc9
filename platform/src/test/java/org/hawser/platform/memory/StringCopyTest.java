package org.hawser.platform.memory;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Random;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Long copies by address arrive as they left, by whichever instructions, and before what is stored later. */
class StringCopyTest {
    private static final int ROOM = 700 << 10;

    private final Arena arena = Arena.ofAuto();
    private final Random random = new Random(5);

    private static void needString() {
        assumeTrue(StringCopy.prepare().join(), "no machine code here");
    }

    private byte[] randomBytes() {
        byte[] bytes = new byte[ROOM];
        random.nextBytes(bytes);
        return bytes;
    }

    private MemorySegment place(byte[] content) {
        return arena.allocate(ROOM, 4096).copyFrom(MemorySegment.ofArray(content));
    }

    @Test
    void bytesArriveFromEveryPlaceAndOfEveryLength() {
        for (int i = 0; i < 200; i++) {
            check(random.nextInt(200), random.nextInt(200), (int) StringCopy.LEAST + random.nextInt(300 << 10), false);
        }
    }

    @Test
    void theInstructionMovesTheSameBytes() {
        needString();
        for (int i = 0; i < 200; i++) {
            int start = random.nextInt(200);
            int length = i < 100 ? random.nextInt(300) : random.nextInt(600 << 10);
            check(start, start + 64 * random.nextInt(80), length, true);
        }
    }

    private void check(int fromAt, int toAt, int length, boolean moved) {
        byte[] content = randomBytes();
        byte[] expected = randomBytes();
        MemorySegment from = place(content);
        MemorySegment to = place(expected);
        long source = RawWords.addressOf(from) + fromAt;
        long target = RawWords.addressOf(to) + toAt;
        if (moved) {
            assertTrue(StringCopy.isFit(source, target, length));
            StringCopy.move(source, target, length);
        } else {
            StringCopy.copy(source, target, length);
        }
        System.arraycopy(content, fromAt, expected, toAt, length);
        assertArrayEquals(expected, to.toArray(ValueLayout.JAVA_BYTE),
            () -> "from=" + fromAt + " to=" + toAt + " length=" + length);
    }

    @Test
    void placesThatOverlapAreCopiedAsIfThroughAThird() {
        StringCopy.prepare().join();
        for (int distance : new int[] {-4096, -64, 0, 64, 4096}) {
            byte[] content = randomBytes();
            MemorySegment memory = place(content);
            int length = 100 << 10;
            long from = RawWords.addressOf(memory) + 8192;
            assertFalse(StringCopy.isFit(from, from + distance, length));
            StringCopy.copy(from, from + distance, length);
            System.arraycopy(content, 8192, content, 8192 + distance, length);
            assertArrayEquals(content, memory.toArray(ValueLayout.JAVA_BYTE), () -> "distance=" + distance);
        }
    }

    /** As memory of a window is that others have freed. */
    @Test
    void memoryInAFileThatWasCutOffIsAnErrorOfJavas(@TempDir Path directory) throws IOException {
        needString();
        try (FileChannel file = FileChannel.open(directory.resolve("memory"), StandardOpenOption.CREATE,
                StandardOpenOption.READ, StandardOpenOption.WRITE)) {
            MemorySegment cut = file.map(FileChannel.MapMode.READ_WRITE, 0, ROOM, arena);
            MemorySegment whole = place(randomBytes());
            file.truncate(0);
            long there = RawWords.addressOf(cut);
            long here = RawWords.addressOf(whole);
            for (int i = 0; i < 500; i++) {
                assertThrows(InternalError.class, () -> StringCopy.move(here, there, StringCopy.LEAST));
                assertThrows(InternalError.class, () -> StringCopy.move(there, here, StringCopy.LEAST));
            }
        }
    }

    /** The order of the instruction's own stores is its own. */
    @Test
    void whoSeesTheFlagSeesAllBytesBeforeIt() throws InterruptedException {
        needString();
        int turns = 20_000;
        MemorySegment source = arena.allocate(StringCopy.LEAST, 64);
        MemorySegment block = arena.allocate(StringCopy.LEAST, 64);
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
        for (long turn = 1; turn <= turns && wrong.get() == null; turn++) {
            for (long at = 0; at < source.byteSize(); at += 8) {
                source.set(ValueLayout.JAVA_LONG, at, turn);
            }
            StringCopy.move(RawWords.addressOf(source), RawWords.addressOf(block), block.byteSize());
            RawWords.setRelease(written, turn);
            while (RawWords.getAcquire(read) < turn && reader.isAlive()) {
                Thread.onSpinWait();
            }
        }
        reader.join();
        assertEquals(null, wrong.get());
    }
}
