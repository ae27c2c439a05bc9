package org.hawser.mpi.coll.op;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.ref.Reference;
import java.util.Random;
import org.hawser.mpi.ErrorClass;
import org.hawser.mpi.MpiFailure;
import org.hawser.platform.memory.RawBytes;
import org.hawser.platform.memory.RawWords;
import org.hawser.testkit.AllocatedBytes;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Every operation on every type and kind of memory gives what the same operation gives item by item. */
@Tag("once")
class ReductionsTest {
    private static final int[] COUNTS = {0, 1, 3, 8, 17, 1000, 2049};

    /** Where items may lie. */
    private enum Kind { OWN, OWN_LATER, BYTES, UNALIGNED_BYTES, ADDRESS, UNALIGNED_ADDRESS }

    /** Items at some place. */
    private static final class Place {
        final Object array;
        final long at;
        private final MemorySegment memory;

        Place(Kind kind, Operand operand, byte[] content) {
            int room = content.length + 64;
            array = switch (kind) {
                case OWN, OWN_LATER -> own(operand, room);
                case BYTES, UNALIGNED_BYTES -> new byte[room];
                default -> null;
            };
            memory = array == null ? Arena.ofAuto().allocate(room, 16) : null;
            long offset = switch (kind) {
                case OWN_LATER, BYTES -> 32;
                case UNALIGNED_BYTES, UNALIGNED_ADDRESS -> 3;
                default -> 0;
            };
            at = offset + (array == null ? RawWords.addressOf(memory) : 0);
            RawBytes.copy(content, 0, array, at, content.length);
        }

        private static Object own(Operand operand, int room) {
            return switch (operand) {
                case CHAR -> new char[room / 2];
                case SHORT -> new short[room / 2];
                case BOOLEAN -> new boolean[room];
                case INT, INT2 -> new int[room / 4];
                case LONG -> new long[room / 8];
                case FLOAT, FLOAT_COMPLEX -> new float[room / 4];
                case DOUBLE, DOUBLE_COMPLEX -> new double[room / 8];
                default -> new byte[room];
            };
        }

        /** Keeps the memory, whose address alone was handed out, until here. */
        void stay() {
            Reference.reachabilityFence(memory);
        }

        byte[] content(int bytes) {
            byte[] content = new byte[bytes];
            RawBytes.copy(array, at, content, 0, bytes);
            stay();
            return content;
        }
    }

    @ParameterizedTest
    @EnumSource(Operator.class)
    void everyTypeAndPlaceGivesTheSameAsItemByItem(Operator operator) {
        for (Operand operand : Operand.values()) {
            if (!NaiveReduction.isDefined(operator, operand)) {
                MpiFailure e = assertThrows(MpiFailure.class, () -> Reductions.of(operator, operand, false));
                assertEquals(ErrorClass.OP, e.errorClass());
                continue;
            }
            for (boolean packed : operand.isPair() ? new boolean[] {false, true} : new boolean[] {false}) {
                Reduction reduction = Reductions.of(operator, operand, packed);
                assertSame(reduction, Reductions.of(operator, operand, packed));
                for (int count : COUNTS) {
                    places(reduction, operator, operand, packed, count);
                }
            }
        }
    }

    private static void places(Reduction reduction, Operator operator, Operand operand, boolean packed, int count) {
        Random random = new Random(count + 31L * operator.ordinal());
        int item = reduction.item();
        int bytes = count * item;
        byte[] a = NaiveReduction.items(operand, NaiveReduction.index(operand, packed), item, count, random);
        byte[] b = NaiveReduction.items(operand, NaiveReduction.index(operand, packed), item, count, random);
        byte[] expected = NaiveReduction.expected(operator, operand, packed, item, a, b);
        for (Kind in : Kind.values()) {
            for (Kind inOut : Kind.values()) {
                String what = operator + " of " + operand + " count=" + count + " in=" + in + " inOut=" + inOut;
                Place from = new Place(in, operand, a);
                Place to = new Place(inOut, operand, b);
                reduction.combine(from.array, from.at, to.array, to.at, bytes);
                assertArrayEquals(a, from.content(bytes), what);
                assertArrayEquals(expected, to.content(bytes), what);
                Kind out = Kind.values()[random.nextInt(Kind.values().length)];
                threePlaces(reduction, operand, new Place(in, operand, a), new Place(inOut, operand, b),
                    new Place(out, operand, new byte[bytes]), expected, what + " out=" + out);
            }
        }
    }

    private static void threePlaces(Reduction reduction, Operand operand, Place first, Place second, Place out,
                                    byte[] expected, String what) {
        int bytes = expected.length;
        byte[] a = first.content(bytes);
        byte[] b = second.content(bytes);
        reduction.combine(first.array, first.at, second.array, second.at, out.array, out.at, bytes);
        assertArrayEquals(expected, out.content(bytes), what);
        assertArrayEquals(a, first.content(bytes), what);
        assertArrayEquals(b, second.content(bytes), what);
        reduction.combine(first.array, first.at, second.array, second.at, first.array, first.at, bytes);
        assertArrayEquals(expected, first.content(bytes), what + ", into the first");
        Place again = new Place(Kind.ADDRESS, operand, a);
        reduction.combine(again.array, again.at, second.array, second.at, second.array, second.at, bytes);
        assertArrayEquals(expected, second.content(bytes), what + ", into the second");
        again.stay();
    }

    @ParameterizedTest
    @EnumSource(Operand.class)
    void combiningAllocatesNothing(Operand operand) {
        for (Operator operator : Operator.values()) {
            if (!NaiveReduction.isDefined(operator, operand)) {
                continue;
            }
            Reduction reduction = Reductions.of(operator, operand, false);
            byte[] content = new byte[16 * reduction.item()];
            for (Kind in : new Kind[] {Kind.OWN, Kind.ADDRESS}) {
                for (Kind out : new Kind[] {Kind.OWN, Kind.ADDRESS}) {
                    Place from = new Place(in, operand, content);
                    Place to = new Place(out, operand, content);
                    long least = Long.MAX_VALUE;
                    for (int round = 0; round < 10 && least >= 2000; round++) {
                        long before = AllocatedBytes.ofThisThread();
                        for (int i = 0; i < 2000; i++) {
                            reduction.combine(from.array, from.at, to.array, to.at, content.length);
                        }
                        least = Math.min(least, AllocatedBytes.ofThisThread() - before);
                    }
                    from.stay();
                    to.stay();
                    assertTrue(least < 2000, operator + " of " + operand + " " + in + " to " + out + " bytes=" + least);
                }
            }
        }
    }
}
