package org.hawser.platform.ring;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.ArrayDeque;
import java.util.Arrays;
import java.util.List;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import net.jqwik.api.constraints.Size;

/** Rings against a queue: any sequence of writes and polls gives each record once, whole, in order. */
class RingModelTest {
    private static final int CAPACITY = 1024;

    /** One record, as it was written. */
    private record Written(int word, byte[] body) {
    }

    private final ArrayDeque<Written> model = new ArrayDeque<>();
    private int number;

    private Written next(int length) {
        byte[] body = new byte[length];
        Arrays.fill(body, (byte) (number * 31 + 1));
        return new Written(number++ & Integer.MAX_VALUE, body);
    }

    private final RingReader check = (word, memory, offset, length) -> {
        Written wanted = model.remove();
        assertEquals(wanted.word, word);
        assertEquals(-1, MemorySegment.ofArray(wanted.body).mismatch(memory.asSlice(offset, length)));
    };

    @Property(tries = 300)
    void oneToOneRing(@ForAll @Size(max = 400) List<@IntRange(min = -70, max = 1000) Integer> steps) {
        MemorySegment ring = Arena.ofAuto().allocate(SpscLayout.bytes(CAPACITY), 64);
        SpscWriter writer = new SpscWriter(ring);
        SpscReader reader = new SpscReader(ring);
        for (int step : steps) {
            if (step < 0) {
                int wanted = Math.min(-step, model.size());
                assertEquals(wanted, reader.poll(check, -step));
            } else if (step % 5 == 0) {
                offer(writer);
            } else {
                int length = step % (SpscLayout.maxBody(CAPACITY) + 1);
                long at = writer.claim(length);
                if (at >= 0) {
                    write(writer.memory(), at, next(length), step % 3 > 0, (w, l) -> writer.commit(at, l, w));
                }
            }
        }
        reader.poll(check, Integer.MAX_VALUE);
        assertTrue(model.isEmpty());
        assertTrue(writer.claim(SpscLayout.maxBody(CAPACITY)) >= 0, "a drained ring takes the longest record");
    }

    private void offer(SpscWriter writer) {
        Written record = next(Long.BYTES);
        if (writer.offer(record.word, MemorySegment.ofArray(record.body).get(ValueLayout.JAVA_LONG_UNALIGNED, 0))) {
            model.add(record);
        }
    }

    @Property(tries = 300)
    void manyToOneRing(@ForAll @Size(max = 400) List<@IntRange(min = -70, max = 1000) Integer> steps) {
        MemorySegment ring = Arena.ofAuto().allocate(MpscLayout.bytes(CAPACITY), 64);
        MpscWriter[] writers = {new MpscWriter(ring), new MpscWriter(ring)};
        MpscReader reader = new MpscReader(ring);
        for (int step : steps) {
            if (step < 0) {
                int wanted = Math.min(-step, model.size());
                assertEquals(wanted, reader.poll(check, -step));
            } else {
                int length = step % (MpscLayout.maxBody(CAPACITY) + 1);
                MpscWriter writer = writers[step % 2];
                long at = writer.claim(length);
                if (at >= 0) {
                    write(writer.memory(), at, next(length), true, (w, l) -> writer.commit(at, l, w));
                }
            }
        }
        reader.poll(check, Integer.MAX_VALUE);
        assertTrue(model.isEmpty());
        assertTrue(writers[0].claim(MpscLayout.maxBody(CAPACITY)) >= 0, "a drained ring takes the longest record");
    }

    /** Makes a claimed record visible. */
    private interface Commit {
        void commit(int word, int length);
    }

    private void write(MemorySegment memory, long at, Written record, boolean commit, Commit how) {
        MemorySegment.copy(record.body, 0, memory, ValueLayout.JAVA_BYTE, at, record.body.length);
        if (commit) {
            how.commit(record.word, record.body.length);
            model.add(record);
        }
    }
}
