package org.hawser.mpi.datatype;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.lang.ref.Reference;
import java.util.Random;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Tag;
import net.jqwik.api.constraints.IntRange;
import org.hawser.platform.memory.RawWords;

/** Items in every kind of memory are packed into, and unpacked from, every kind. */
@Tag("once")
class LayoutMemoryTest {
    private enum Kind { BYTES, SHORTS, CHARS, INTS, LONGS, FLOATS, DOUBLES, NATIVE }

    /** Memory with random contents. */
    private record Place(Object array, long start, MemorySegment memory) {
        static Place make(Kind kind, long bytes, Random random) {
            int count = (int) (bytes / 8 + 1);
            Object array = switch (kind) {
                case BYTES -> new byte[8 * count];
                case SHORTS -> new short[4 * count];
                case CHARS -> new char[4 * count];
                case INTS -> new int[2 * count];
                case LONGS -> new long[count];
                case FLOATS -> new float[2 * count];
                case DOUBLES -> new double[count];
                case NATIVE -> null;
            };
            MemorySegment memory = array == null ? Arena.ofAuto().allocate(8L * count, 16) : Memory.segment(array);
            for (long at = 0; at < memory.byteSize(); at++) {
                memory.set(ValueLayout.JAVA_BYTE, at, (byte) random.nextInt());
            }
            return new Place(array, array == null ? RawWords.addressOf(memory) : 0, memory);
        }

        byte[] bytes() {
            return memory.toArray(ValueLayout.JAVA_BYTE);
        }
    }

    @Property(tries = 200)
    void blocksOfEveryShortLengthArriveWhole(@ForAll @IntRange(min = 1, max = 48) int length, @ForAll long seed) {
        Random random = new Random(seed);
        Layout layout = Layout.contiguous(1).hvector(9, length, length + 1 + random.nextInt(80));
        Place memory = Place.make(Kind.NATIVE, layout.endOf(1), random);
        Place packed = Place.make(Kind.NATIVE, layout.size(), random);
        byte[] expected = packed.bytes();
        layout.pack(memory.bytes(), 0, 0, layout.size(), expected, 0);
        layout.pack(null, memory.start, 0, layout.size(), null, packed.start);
        assertArrayEquals(expected, packed.bytes());

        Place back = Place.make(Kind.NATIVE, layout.endOf(1), random);
        byte[] wanted = back.bytes();
        layout.unpack(expected, 0, wanted, 0, 0, layout.size());
        layout.unpack(null, packed.start, null, back.start, 0, layout.size());
        assertArrayEquals(wanted, back.bytes());
        Reference.reachabilityFence(memory.memory);
        Reference.reachabilityFence(packed.memory);
        Reference.reachabilityFence(back.memory);
    }

    @Property(tries = 1_000)
    void packingAndUnpackingDoNotDependOnTheKindOfMemory(@ForAll long seed, @ForAll Kind items, @ForAll Kind packed,
                                                         @ForAll boolean aligned) {
        Random random = new Random(seed);
        RandomTypes types = new RandomTypes(seed);
        RandomTypes.Both type = aligned ? types.of(1 << random.nextInt(4)) : types.next();
        int count = random.nextInt(40);
        Layout layout = type.layout();
        long first = layout.firstOf(count);
        // The first item may begin anywhere, but a multiple of 8 keeps whole elements whole.
        long at = Math.floorDiv(-first + 7, 8) * 8 + (aligned ? 0 : random.nextInt(8));
        Place memory = Place.make(items, at + layout.endOf(count), random);
        long bytes = count * layout.size();
        int shift = aligned ? 8 * random.nextInt(2) : random.nextInt(9);
        Place target = Place.make(packed, bytes + shift, random);
        byte[] before = memory.bytes();
        byte[] expected = target.bytes();
        layout.pack(before, at, 0, bytes, expected, shift);
        layout.pack(memory.array, memory.start + at, 0, bytes, target.array, target.start + shift);
        assertArrayEquals(expected, target.bytes(), () -> count + " of " + type.made());

        Place back = Place.make(items, at + layout.endOf(count), random);
        byte[] wanted = back.bytes();
        layout.unpack(expected, shift, wanted, at, 0, bytes);
        layout.unpack(target.array, target.start + shift, back.array, back.start + at, 0, bytes);
        assertArrayEquals(wanted, back.bytes(), () -> count + " of " + type.made());
        assertEquals(back.memory.byteSize(), memory.memory.byteSize());
        Reference.reachabilityFence(memory);
        Reference.reachabilityFence(target);
    }

    @Property(tries = 200)
    void booleansArePackedAsBytes(@ForAll long seed) {
        Random random = new Random(seed);
        Layout layout = new RandomTypes(seed).of(1).layout();
        int at = (int) -layout.firstOf(3);
        boolean[] flags = new boolean[(int) (at + layout.endOf(3))];
        byte[] bytes = new byte[flags.length];
        for (int i = 0; i < flags.length; i++) {
            flags[i] = random.nextBoolean();
            bytes[i] = (byte) (flags[i] ? 1 : 0);
        }
        byte[] expected = new byte[(int) (3 * layout.size())];
        byte[] got = expected.clone();
        layout.pack(bytes, at, 0, expected.length, expected, 0);
        layout.pack(flags, at, 0, got.length, got, 0);
        assertArrayEquals(expected, got);
        MemorySegment memory = Arena.ofAuto().allocate(got.length + 1L);
        layout.pack(flags, at, 0, got.length, null, RawWords.addressOf(memory));
        assertArrayEquals(expected, memory.asSlice(0, got.length).toArray(ValueLayout.JAVA_BYTE));
        boolean[] back = flags.clone();
        layout.unpack(null, RawWords.addressOf(memory), back, at, 0, got.length);
        assertArrayEquals(flags, back);
        Reference.reachabilityFence(memory);
    }
}
