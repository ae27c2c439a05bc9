package org.hawser.mpi.datatype;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.Arrays;
import java.util.Random;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Tag;
import org.junit.jupiter.api.Test;

/** Walks over pieces, copies from layout to layout, and layouts as words, on random types. */
@Tag("once")
class RunsTest {
    private final Runs runs = new Runs();

    @Property(tries = 2_000)
    void piecesAreTheBytesInTheOrderOfThePackedForm(@ForAll long seed) {
        RandomTypes.Both type = new RandomTypes(seed).next();
        Random random = new Random(seed);
        int count = random.nextInt(5);
        long[] places = type.model().places(count);
        int from = random.nextInt(places.length + 1);
        int to = from + random.nextInt(places.length - from + 1);
        int position = from;
        long pieces = 0;
        for (runs.start(type.layout(), from, to); !runs.isDone();) {
            long taken = take(random);
            assertTrue(taken > 0, type.made());
            long length = runs.length();
            for (long done = 0; done < taken; done++) {
                assertEquals(places[position++], runs.offset() + done / length * runs.stride() + done % length,
                    type.made());
            }
            runs.skip(taken);
            pieces++;
        }
        assertEquals(to, position, type.made());
        assertTrue(pieces <= to - from, type.made());
    }

    private long take(Random random) {
        return switch (random.nextInt(3)) {
            case 0 -> runs.length();
            case 1 -> 1 + random.nextInt((int) runs.length());
            default -> runs.length() * (1 + random.nextInt((int) runs.blocks()));
        };
    }

    @Property(tries = 2_000)
    void blocksGoToBlocksInOnePass(@ForAll long seed) {
        RandomTypes types = new RandomTypes(seed);
        RandomTypes.Both source = types.next();
        RandomTypes.Both target = types.next();
        Random random = new Random(seed);
        if (source.model().size() == 0 || target.model().size() == 0) {
            return;
        }
        int bytes = random.nextInt((int) Math.min(2_000, 3 * source.model().size()) + 1);
        int sources = (int) (bytes / source.model().size()) + 1;
        int targets = (int) (bytes / target.model().size()) + 1;
        byte[] out = new byte[(int) (source.layout().endOf(sources) - source.layout().firstOf(sources))];
        random.nextBytes(out);
        byte[] packed = new byte[bytes];
        long outAt = -source.layout().firstOf(sources);
        long inAt = -target.layout().firstOf(targets);
        source.layout().pack(out, outAt, 0, bytes, packed, 0);
        byte[] expected = new byte[(int) (target.layout().endOf(targets) + inAt)];
        byte[] got = expected.clone();
        byte[] each = expected.clone();
        target.layout().unpack(packed, 0, expected, inAt, 0, bytes);
        new BlockCopy().copy(out, outAt, source.layout(), got, inAt, target.layout(), bytes);
        new BlockCopy().copyEach(out, outAt, source.layout(), each, inAt, target.layout(), bytes);
        long[] places = Arrays.copyOf(target.model().places(targets), bytes);
        if (Arrays.stream(places).distinct().count() == bytes) {
            assertArrayEquals(expected, got, () -> source.made() + " to " + target.made());
            assertArrayEquals(expected, each, () -> source.made() + " to " + target.made());
        }
    }

    @Property(tries = 2_000)
    void layoutsAreTheSameAfterTheyWereWords(@ForAll long seed) {
        RandomTypes.Both type = new RandomTypes(seed).next();
        Layout read = LayoutCode.read(LayoutCode.write(type.layout()));
        assertEquals(type.layout().size(), read.size(), type.made());
        assertEquals(type.layout().extent(), read.extent(), type.made());
        assertEquals(type.layout().trueLb(), read.trueLb(), type.made());
        assertEquals(type.layout().trueExtent(), read.trueExtent(), type.made());
        int count = 3;
        long[] places = type.model().places(count);
        int position = 0;
        for (runs.start(read, count); !runs.isDone(); runs.next()) {
            for (long i = 0; i < runs.length(); i++) {
                assertEquals(places[position++], runs.offset() + i, type.made());
            }
        }
        assertEquals(places.length, position, type.made());
    }

    @Property(tries = 2_000)
    void wordsThatAreNoLayoutAreRefusedOrHarmless(@ForAll long seed) {
        Random random = new Random(seed);
        long[] words = LayoutCode.write(new RandomTypes(seed).next().layout());
        for (int i = 0; i < 1 + random.nextInt(3); i++) {
            words[random.nextInt(words.length)] = random.nextBoolean() ? random.nextLong() : random.nextInt(10) - 3;
        }
        Layout read;
        try {
            read = LayoutCode.read(words);
        } catch (IllegalArgumentException e) {
            return;
        }
        if (read.size() < 100_000) {
            for (runs.start(read, 1); !runs.isDone(); runs.next()) {
                assertTrue(runs.offset() >= read.trueLb()
                    && runs.offset() + runs.length() <= read.trueLb() + read.trueExtent());
            }
        }
    }

    @Test
    void regularItemsAreOneSeries() {
        Layout column = Layout.basic(4).vector(64, 8, 4096);
        runs.start(column, 1);
        assertEquals(64, runs.blocks());
        assertEquals(32, runs.length());
        assertEquals(4 * 4096, runs.stride());
        runs.skip(64 * 32);
        assertTrue(runs.isDone());
        runs.start(Layout.basic(4).repeat(10), 7);
        assertEquals(280, runs.length());
        assertThrows(IllegalArgumentException.class, () -> LayoutCode.read(new long[] {1, 2}));
    }
}
