package org.hawser.mpi.rma;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.Random;
import org.hawser.mpi.ErrorClass;
import org.hawser.mpi.MpiFailure;
import org.hawser.mpi.datatype.Layout;
import org.hawser.mpi.datatype.RandomTypes;
import org.hawser.mpi.datatype.Runs;
import org.hawser.mpi.p2p.PointToPoint;
import org.hawser.platform.memory.RawBytes;
import org.hawser.platform.memory.RawWords;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Put and get bring every byte to its place and touch no other, whatever the two ends look like. */
class PathTest {
    private static final int ROOM = 1 << 17;
    private static final int CASES = 400;

    private final Arena arena = Arena.ofAuto();

    /** Items of one side: in the memory that the way leads to, or at the origin. */
    private record Side(Layout layout, long count) {
        /** What a path is given: null for a row. */
        Layout gaps() {
            return layout.isContiguous() ? null : layout;
        }

        long first() {
            return layout.firstOf(count);
        }

        long span() {
            return layout.endOf(count) - first();
        }

        boolean overlapsItself() {
            boolean[] seen = new boolean[(int) span()];
            for (Runs runs = new Runs().start(layout, count); !runs.isDone(); runs.next()) {
                for (long i = 0; i < runs.length(); i++) {
                    int place = (int) (runs.offset() + i - first());
                    if (seen[place]) {
                        return true;
                    }
                    seen[place] = true;
                }
            }
            return false;
        }
    }

    /** Two sides of as many bytes, or null when the seed has none. */
    private static Side[] sides(long seed) {
        RandomTypes types = new RandomTypes(seed);
        Random random = new Random(seed);
        Layout one = random.nextInt(4) == 0 ? Layout.basic(1 << random.nextInt(4)) : random.nextInt(4) == 0
            ? types.large() : types.next().layout();
        Layout other = random.nextInt(4) == 0 ? Layout.basic(1) : random.nextInt(3) == 0 ? one : types.next().layout();
        if (one.size() == 0 || other.size() == 0) {
            return null;
        }
        long bytes = one.size() / gcd(one.size(), other.size()) * other.size() * (1 + random.nextInt(3));
        Side[] sides = {new Side(one, bytes / one.size()), new Side(other, bytes / other.size())};
        return sides[0].span() > ROOM / 2 || sides[1].span() > ROOM / 2 || sides[0].overlapsItself()
            || sides[1].overlapsItself() ? null : sides;
    }

    private static long gcd(long a, long b) {
        return b == 0 ? a : gcd(b, a % b);
    }

    /** An origin's memory: an array or native. */
    private final class Origin {
        final Object array;
        final MemorySegment memory;
        final long at;

        Origin(int kind, long bytes, Random random) {
            int length = (int) (bytes + 7) / 8 + 2;
            array = switch (kind) {
                case 0 -> new byte[8 * length];
                case 1 -> new long[length];
                case 2 -> new int[2 * length];
                default -> null;
            };
            memory = array == null ? arena.allocate(8L * length, 8) : RawBytes.segmentOf(array);
            byte[] content = new byte[8 * length];
            random.nextBytes(content);
            memory.copyFrom(MemorySegment.ofArray(content));
            at = (array == null ? RawWords.addressOf(memory) : 0) + random.nextInt(9);
        }

        byte[] content() {
            return memory.toArray(ValueLayout.JAVA_BYTE);
        }

        /** The place in {@link #content} of the first byte of items. */
        long start() {
            return at - (array == null ? memory.address() : 0);
        }
    }

    private static byte[] packed(byte[] memory, long at, Side side) {
        byte[] packed = new byte[(int) (side.count * side.layout.size())];
        side.layout.pack(memory, at, 0, packed.length, packed, 0);
        return packed;
    }

    private static void unpack(byte[] packed, byte[] memory, long at, Side side) {
        side.layout.unpack(packed, 0, memory, at, 0, packed.length);
    }

    @ParameterizedTest
    @EnumSource(PathJob.Way.class)
    void itemsArriveAtTheirPlacesAndNowhereElse(PathJob.Way way) {
        PathJob.run(way, ROOM, (path, memory, point) -> {
            int done = 0;
            for (long seed = 0; done < CASES; seed++) {
                Side[] sides = sides(seed);
                if (sides != null) {
                    Random random = new Random(seed);
                    put(path, memory, sides[0], sides[1], random, "put seed=" + seed);
                    get(path, memory, point, sides[0], sides[1], random, "get seed=" + seed);
                    done++;
                }
            }
        });
    }

    private void put(Path path, MemorySegment memory, Side origin, Side target, Random random, String name) {
        Origin from = new Origin(random.nextInt(5), origin.span(), random);
        long offset = random.nextInt((int) (ROOM - target.span())) - target.first();
        byte[] expected = memory.toArray(ValueLayout.JAVA_BYTE);
        unpack(packed(from.content(), from.start() - origin.first(), origin), expected, offset, target);
        long bytes = origin.count * origin.layout.size();
        path.put(from.array, from.at - origin.first(), origin.gaps(), offset, target.gaps(), bytes, null);
        path.keep(from, null);
        path.flush();
        assertArrayEquals(expected, memory.toArray(ValueLayout.JAVA_BYTE), name);
    }

    private void get(Path path, MemorySegment memory, PointToPoint point, Side origin, Side target, Random random,
                     String name) {
        Origin into = new Origin(random.nextInt(5), origin.span(), random);
        long offset = random.nextInt((int) (ROOM - target.span())) - target.first();
        byte[] expected = into.content();
        unpack(packed(memory.toArray(ValueLayout.JAVA_BYTE), offset, target), expected, into.start() - origin.first(),
            origin);
        long bytes = origin.count * origin.layout.size();
        Transfer transfer = path.transfer();
        path.get(into.array, into.at - origin.first(), origin.gaps(), offset, target.gaps(), bytes,
            transfer.handle());
        path.keep(into, transfer.handle());
        transfer.await(point);
        assertNull(transfer.failure(), name);
        assertArrayEquals(expected, into.content(), name);
    }

    @ParameterizedTest
    @EnumSource(PathJob.Way.class)
    void rowsOfEveryLengthArrive(PathJob.Way way) {
        PathJob.run(way, 8 << 20, (path, memory, point) -> {
            Random random = new Random(5);
            for (long length = 0; length < 5 << 20; length = length < 40 ? length + 1 : length * 2 + 1) {
                for (int kind = 0; kind < 4; kind++) {
                    Origin from = new Origin(kind, length, random);
                    path.put(from.array, from.at, null, 17, null, length, null);
                    path.keep(from, null);
                    path.flush();
                    Origin into = new Origin(kind, length, random);
                    path.get(into.array, into.at, null, 17, null, length, null);
                    path.keep(into, null);
                    path.flushLocal();
                    assertEquals(-1, from.memory.asSlice(from.start(), length)
                        .mismatch(into.memory.asSlice(into.start(), length)), "length=" + length + " kind=" + kind);
                    assertEquals(-1, from.memory.asSlice(from.start(), length).mismatch(memory.asSlice(17, length)));
                }
            }
        });
    }

    /** More than goes through scratch memory at once, so that layouts are entered in their middle. */
    @ParameterizedTest
    @EnumSource(PathJob.Way.class)
    void manyItemsWithGapsGoInPortions(PathJob.Way way) {
        PathJob.run(way, 6 << 20, (path, memory, point) -> {
            Random random = new Random(11);
            Side fine = new Side(Layout.basic(8).vector(7, 3, 5), 1 << 13);
            Side coarse = new Side(Layout.basic(8).vector(3, 1 << 7, 1 << 8).resized(0, 6000), 7 << 6);
            Side row = new Side(Layout.basic(8), 21 << 13);
            assertEquals(fine.count * fine.layout.size(), coarse.count * coarse.layout.size());
            Side[][] pairs = {{fine, coarse}, {coarse, fine}, {row, fine}, {coarse, row}, {fine, fine}};
            for (Side[] sides : pairs) {
                for (int kind = 0; kind < 4; kind += 3) {
                    large(path, memory, sides[0], sides[1], new Origin(kind, sides[0].span(), random));
                }
            }
        });
    }

    private void large(Path path, MemorySegment memory, Side origin, Side target, Origin from) {
        long bytes = origin.count * origin.layout.size();
        byte[] sent = packed(from.content(), from.start() - origin.first(), origin);
        path.put(from.array, from.at - origin.first(), origin.gaps(), 64, target.gaps(), bytes, null);
        path.keep(from, null);
        path.flush();
        assertArrayEquals(sent, packed(memory.toArray(ValueLayout.JAVA_BYTE), 64, target));
        from.memory.fill((byte) 0);
        path.get(from.array, from.at - origin.first(), origin.gaps(), 64, target.gaps(), bytes, null);
        path.keep(from, null);
        path.flushLocal();
        assertArrayEquals(sent, packed(from.content(), from.start() - origin.first(), origin));
    }

    /** Many transfers under way at once, with one handle for all, none, and one each. */
    @ParameterizedTest
    @EnumSource(PathJob.Way.class)
    void aHandleStandsForAllThatItWasGivenTo(PathJob.Way way) {
        PathJob.run(way, 200 * 4096L, (path, memory, point) -> {
            MemorySegment from = arena.allocate(200 * 4096L, 64);
            MemorySegment back = arena.allocate(200 * 4096L, 64);
            for (long i = 0; i < from.byteSize(); i++) {
                from.set(ValueLayout.JAVA_BYTE, i, (byte) (i * 31 >> 3));
            }
            Transfer all = path.transfer();
            for (int i = 0; i < 200; i++) {
                Transfer own = i % 3 == 0 ? all : i % 3 == 1 ? Transfer.DONE : path.transfer();
                path.put(null, RawWords.addressOf(from) + i * 4096L, null, i * 4096L, null, 4096, own.handle());
                path.keep(from, own.handle());
            }
            path.flush();
            assertTrue(all.isDone());
            for (int i = 0; i < 200; i++) {
                path.get(null, RawWords.addressOf(back) + i * 4096L, null, i * 4096L, null, 4096, all.handle());
                path.keep(back, all.handle());
            }
            all.await(point);
            assertNull(all.failure());
            assertEquals(-1, from.mismatch(back));
        });
    }

    @ParameterizedTest
    @EnumSource(value = PathJob.Way.class, names = {"KERNEL", "AGENT"})
    void anAccessThatTheOwnerRefusesIsAFailureOfTheCallTheFlushOrTheRequest(PathJob.Way way) {
        PathJob.run(way, 4096, (path, memory, point) -> {
            MemorySegment own = arena.allocate(4096, 8);
            long at = RawWords.addressOf(own);
            MpiFailure failure = assertThrows(MpiFailure.class, () -> {
                path.put(null, at, null, 4095, null, 2, null);
                path.flush();
            });
            assertEquals(ErrorClass.WIN, failure.errorClass());
            assertThrows(MpiFailure.class, () -> path.get(null, at, null, 4095, null, 2, path.transfer().handle()));
            path.flush();
            assertEquals(0, memory.get(ValueLayout.JAVA_BYTE, 4095));
        });
    }
}
