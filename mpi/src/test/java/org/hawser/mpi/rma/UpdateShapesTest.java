package org.hawser.mpi.rma;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.lang.ref.Reference;
import java.util.Random;
import org.hawser.mpi.coll.op.NaiveReduction;
import org.hawser.mpi.coll.op.Operand;
import org.hawser.mpi.coll.op.Operator;
import org.hawser.mpi.datatype.Layout;
import org.hawser.mpi.datatype.TypeShape;
import org.hawser.platform.memory.RawBytes;
import org.hawser.platform.memory.RawWords;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Every operation on every type does to items of every shape what it does to them one by one. */
@Tag("once")
class UpdateShapesTest {
    private static final int[] COUNTS = {0, 1, 3, 130, 300};
    private static final int ROUNDS = 6;
    private static final int WINDOW = 20 << 10;

    /** How items lie. */
    private enum Shape { ROW, STRIDED, SHUFFLED, PAIRWISE }

    /** Items of one side, somewhere in memory of that side. */
    private record Side(Layout layout, long count, int lead, byte[] content) {
        /** With other content. */
        Side with(byte[] other) {
            return new Side(layout, count, lead, other);
        }

        Layout gaps() {
            return layout.isContiguous() ? null : layout;
        }

        byte[] packed(int bytes) {
            byte[] packed = new byte[bytes];
            layout.pack(content, lead, 0, bytes, packed, 0);
            return packed;
        }
    }

    private static Layout element(Operand operand) {
        return switch (operand) {
            case BYTE, BOOLEAN -> Layout.basic(1);
            case CHAR, SHORT -> Layout.basic(2);
            case INT, FLOAT -> Layout.basic(4);
            case LONG, DOUBLE -> Layout.basic(8);
            case FLOAT_COMPLEX -> Layout.complex(4);
            case DOUBLE_COMPLEX -> Layout.complex(8);
            case INT2, FLOAT_INT -> TypeShape.pair("", 4, 0).layout();
            case SHORT_INT -> TypeShape.pair("", 2, 0).layout();
            case LONG_INT, DOUBLE_INT -> TypeShape.pair("", 8, 0).layout();
        };
    }

    private static Layout shaped(Layout element, Shape shape, int count, Random random) {
        return switch (shape) {
            case ROW -> element;
            case STRIDED -> element.vector(count, 1, 3);
            case SHUFFLED -> shuffled(element, count, random);
            case PAIRWISE -> element.vector(count / 2, 2, 3).repeat(1);
        };
    }

    private static Layout shuffled(Layout element, int count, Random random) {
        int[] lengths = new int[count];
        int[] places = new int[count];
        for (int i = 0; i < count; i++) {
            lengths[i] = 1;
            places[i] = 2 * i;
            int other = random.nextInt(i + 1);
            places[i] = places[other];
            places[other] = 2 * i;
        }
        return element.indexed(lengths, places, element.extent());
    }

    private static Side side(Operand operand, int count, int room, Random random) {
        Shape shape = Shape.values()[random.nextInt(Shape.values().length)];
        if (shape == Shape.PAIRWISE && count % 2 != 0) {
            shape = Shape.STRIDED;
        }
        int lead = random.nextBoolean() ? 1024 - 8 * random.nextInt(4) : random.nextInt(2000);
        byte[] content = new byte[room];
        random.nextBytes(content);
        Layout layout = shaped(element(operand), shape, count, random);
        return new Side(layout, shape == Shape.ROW ? count : 1, lead, content);
    }

    private static void fill(Side side, byte[] packed) {
        side.layout.unpack(packed, 0, side.content, side.lead, 0, packed.length);
    }

    @ParameterizedTest
    @ValueSource(strings = {"auto", "items", "rows"})
    void allShapesGiveTheSame(String mode) {
        ByteWindow.run(1, WINDOW, mode, (window, communicator) -> {
            for (Operator operator : Operator.values()) {
                for (Operand operand : Operand.values()) {
                    if (NaiveReduction.isDefined(operator, operand)) {
                        shapes(window, operator, operand);
                    }
                }
            }
        });
    }

    private static void shapes(Window window, Operator operator, Operand operand) {
        Update update = Update.of(operator, operand);
        Random random = new Random(31L * operator.ordinal() + operand.ordinal());
        for (int count : COUNTS) {
            for (int round = 0; round < ROUNDS; round++) {
                int bytes = count * update.item;
                int index = NaiveReduction.index(operand, true);
                byte[] a = NaiveReduction.items(operand, index, update.item, count, random);
                byte[] b = NaiveReduction.items(operand, index, update.item, count, random);
                Side origin = side(operand, count, WINDOW, random);
                Side target = side(operand, count, WINDOW, random);
                Side result = side(operand, count, WINDOW, random);
                fill(origin, a);
                fill(target, b);
                byte[] after = NaiveReduction.expected(operator, operand, true, update.item, a, b);
                String what = update + " count=" + count + " origin=" + origin + " target=" + target;
                byte[] expected = target.content.clone();
                fill(target.with(expected), after);
                byte[] fetched = run(window, update, origin, target, result, bytes, round);
                assertArrayEquals(expected, RawWindow.content(window), what);
                if (round % 3 != 0) {
                    byte[] expectedResult = result.content.clone();
                    fill(result.with(expectedResult), b);
                    assertArrayEquals(expectedResult, fetched, what + " result=" + result);
                }
            }
        }
    }

    private static byte[] run(Window window, Update update, Side origin, Side target, Side result, int bytes,
                              int round) {
        RawWindow.fill(window, target.content);
        boolean inArray = round % 2 == 0;
        MemorySegment outside = Arena.ofAuto().allocate(2 * WINDOW, 16);
        long address = RawWords.addressOf(outside);
        byte[] memory = origin.content.clone();
        byte[] fetched = result.content.clone();
        RawBytes.copy(memory, 0, address, WINDOW);
        RawBytes.copy(fetched, 0, address + WINDOW, WINDOW);
        Object array = inArray ? memory : null;
        Object into = inArray ? fetched : null;
        long at = (inArray ? 0 : address) + origin.lead;
        long resultAt = (inArray ? 0 : address + WINDOW) + result.lead;
        if (round % 3 == 0) {
            window.accumulate(array, at, origin.gaps(), 0, target.lead, target.count, target.layout, bytes, update,
                null);
        } else if (bytes == update.item && target.gaps() == null && origin.gaps() == null && result.gaps() == null) {
            window.fetchAndOp(array, at, into, resultAt, 0, target.lead, update);
        } else {
            window.getAccumulate(array, at, origin.gaps(), into, resultAt, result.gaps(), 0, target.lead, target.count,
                target.layout, bytes, update, null);
        }
        if (!inArray) {
            fetched = outside.asSlice(WINDOW, WINDOW).toArray(ValueLayout.JAVA_BYTE);
        }
        Reference.reachabilityFence(outside);
        return fetched;
    }

    /** The window's own memory. */
    private static final class RawWindow {
        static void fill(Window window, byte[] content) {
            MemorySegment.copy(content, 0, window.memory().segment(), ValueLayout.JAVA_BYTE, 0, content.length);
        }

        static byte[] content(Window window) {
            return window.memory().segment().toArray(ValueLayout.JAVA_BYTE);
        }
    }
}
