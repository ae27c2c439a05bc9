package org.hawser.mpi.rma;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.Arrays;
import java.util.Random;
import java.util.concurrent.atomic.AtomicIntegerArray;
import java.util.concurrent.atomic.AtomicLong;
import org.hawser.mpi.coll.op.Operand;
import org.hawser.mpi.coll.op.Operator;
import org.hawser.mpi.datatype.Layout;
import org.hawser.mpi.datatype.TypeShape;
import org.hawser.platform.memory.RawBytes;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Updates of one item by many ranks at once: nothing is lost, nothing is torn, whatever they do. */
@Tag("once")
class UpdateContentionTest {
    private static final int RANKS = 4;
    private static final int TURNS = 3000;

    /** A number as an item of a type; parts of an item that could be torn apart are equal. */
    private static byte[] item(Operand operand, long value) {
        ByteBuffer item = ByteBuffer.allocate(16).order(ByteOrder.nativeOrder());
        switch (operand) {
            case BYTE -> item.put((byte) value);
            case CHAR, SHORT -> item.putShort((short) value);
            case INT -> item.putInt((int) value);
            case LONG -> item.putLong(value);
            case FLOAT -> item.putFloat(value);
            case DOUBLE -> item.putDouble(value);
            case FLOAT_COMPLEX -> item.putFloat(value).putFloat(value);
            case DOUBLE_COMPLEX -> item.putDouble(value).putDouble(value);
            default -> throw new AssertionError(operand);
        }
        return Arrays.copyOf(item.array(), item.position());
    }

    private static long value(Operand operand, byte[] bytes) {
        ByteBuffer item = ByteBuffer.wrap(bytes).order(ByteOrder.nativeOrder());
        return switch (operand) {
            case BYTE -> item.get();
            case CHAR, SHORT -> item.getShort();
            case INT -> item.getInt();
            case LONG -> item.getLong();
            case FLOAT -> (long) item.getFloat();
            case DOUBLE -> (long) item.getDouble();
            case FLOAT_COMPLEX -> same(item.getFloat(), item.getFloat());
            case DOUBLE_COMPLEX -> same(item.getDouble(), item.getDouble());
            default -> throw new AssertionError(operand);
        };
    }

    private static long same(double first, double second) {
        assertEquals(first, second, "an item was torn");
        return (long) first;
    }

    /** As many bits as the type keeps. */
    private static long cut(Operand operand, long value) {
        return switch (operand) {
            case BYTE -> (byte) value;
            case CHAR, SHORT -> (short) value;
            default -> value;
        };
    }

    /** What one rank does to one item. */
    private static final class Player {
        final Window window;
        final Operand operand;
        final Layout item;
        final int bytes;
        final long place;
        final Random random;
        final byte[] fetched;
        long put;
        long taken;

        Player(Window window, Operand operand, long place, int seed) {
            this.window = window;
            this.operand = operand;
            this.place = place;
            fetched = item(operand, 0);
            bytes = fetched.length;
            item = Layout.contiguous(bytes);
            random = new Random(seed);
        }

        long fetch(Operator operator, long value) {
            window.fetchAndOp(item(operand, value), 0, fetched, 0, 0, place, Update.of(operator, operand));
            return value(operand, fetched);
        }

        void turn() {
            int amount = 1 + random.nextInt(3);
            switch (random.nextInt(operand.isInteger() ? 6 : 4)) {
                case 0 -> {
                    fetch(Operator.SUM, amount);
                    put += amount;
                }
                case 1 -> {
                    window.accumulate(item(operand, amount), 0, null, 0, place, 1, item, bytes,
                        Update.of(Operator.SUM, operand), null);
                    put += amount;
                }
                case 2 -> taken += fetch(Operator.REPLACE, 0);
                case 3 -> fetch(Operator.NO_OP, 0);
                default -> {
                    long held = fetch(Operator.NO_OP, 0);
                    window.compareAndSwap(item(operand, held + amount), 0, item(operand, held), 0, fetched, 0, 0,
                        place, (int) item.size());
                    if (value(operand, fetched) == held) {
                        put += amount;
                    }
                }
            }
        }
    }

    @ParameterizedTest
    @CsvSource({"auto,0", "items,0", "rows,0", "auto,1021", "auto,1", "items,2"})
    void whatGoesInComesOut(String mode, int place) {
        for (Operand operand : Operand.values()) {
            if (operand.ordinal() > Operand.DOUBLE_COMPLEX.ordinal() || operand == Operand.BOOLEAN) {
                continue;
            }
            AtomicLong put = new AtomicLong();
            AtomicLong taken = new AtomicLong();
            ByteWindow.run(RANKS, 4096, mode, (window, communicator) -> {
                Player player = new Player(window, operand, place, communicator.rank());
                for (int i = 0; i < TURNS; i++) {
                    player.turn();
                }
                put.addAndGet(player.put);
                taken.addAndGet(player.taken);
                communicator.point().rank().barrier();
                if (communicator.rank() == 0) {
                    taken.addAndGet(player.fetch(Operator.REPLACE, 0));
                    assertEquals(cut(operand, put.get()), cut(operand, taken.get()), operand + " mode=" + mode);
                }
            });
        }
    }

    @ParameterizedTest
    @CsvSource({"auto,INT", "auto,LONG", "auto,DOUBLE", "items,DOUBLE", "items,FLOAT", "rows,LONG", "rows,INT"})
    void rowsAndScatteredItemsAddUp(String mode, Operand operand) {
        int count = 600;
        int bytes = item(operand, 0).length;
        ByteWindow.run(RANKS, (long) count * bytes, mode, (window, communicator) -> {
            Layout item = Layout.basic(bytes);
            int[] lengths = new int[count];
            int[] places = new int[count];
            Arrays.fill(lengths, 1);
            Random random = new Random(communicator.rank());
            for (int i = 0; i < count; i++) {
                int other = random.nextInt(i + 1);
                places[i] = places[other];
                places[other] = i;
            }
            Layout shuffled = item.indexed(lengths, places, bytes);
            byte[] ones = new byte[count * bytes];
            for (int i = 0; i < count; i++) {
                RawBytes.copy(item(operand, 1), 0, ones, (long) i * bytes, bytes);
            }
            byte[] fetched = new byte[ones.length];
            Update sum = Update.of(Operator.SUM, operand);
            for (int i = 0; i < 60; i++) {
                window.accumulate(ones, 0, null, 0, 0, count, item, ones.length, sum, null);
                window.accumulate(ones, 0, null, 0, 0, 1, shuffled, ones.length, sum, null);
                window.getAccumulate(ones, 0, null, fetched, 0, shuffled, 0, 0, 1, shuffled, ones.length, sum, null);
                window.fetchAndOp(ones, 0, fetched, 0, 0, (long) (i % count) * bytes, sum);
            }
            communicator.point().rank().barrier();
            window.get(fetched, 0, null, 0, 0, count, item, fetched.length, null);
            for (int i = 0; i < count; i++) {
                byte[] one = Arrays.copyOfRange(fetched, i * bytes, (i + 1) * bytes);
                assertEquals(RANKS * (180 + (i < 60 ? 1 : 0)), value(operand, one), "item=" + i);
            }
        });
    }

    @ParameterizedTest
    @CsvSource({"auto,LONG", "auto,INT", "auto,DOUBLE", "items,DOUBLE", "rows,LONG"})
    void everyTicketIsDrawnOnce(String mode, Operand operand) {
        AtomicIntegerArray drawn = new AtomicIntegerArray(RANKS * TURNS);
        ByteWindow.run(RANKS, 64, mode, (window, communicator) -> {
            Player player = new Player(window, operand, 8, 1);
            for (int i = 0; i < TURNS; i++) {
                drawn.incrementAndGet((int) player.fetch(Operator.SUM, 1));
            }
        });
        for (int i = 0; i < drawn.length(); i++) {
            assertEquals(1, drawn.get(i), "ticket=" + i);
        }
    }

    @ParameterizedTest
    @CsvSource({"auto,INT2", "auto,LONG_INT", "auto,DOUBLE_INT", "auto,SHORT_INT", "rows,INT2", "items,FLOAT_INT"})
    void pairsStayTogether(String mode, Operand operand) {
        int value = switch (operand) {
            case SHORT_INT -> 2;
            case INT2, FLOAT_INT -> 4;
            default -> 8;
        };
        Layout pair = TypeShape.pair("", value, 0).layout();
        Layout gaps = pair.isContiguous() ? null : pair;
        long bytes = pair.size();
        ByteWindow.run(RANKS, 2048, mode, (window, communicator) -> {
            Random random = new Random(communicator.rank());
            byte[] mine = new byte[(int) pair.extent()];
            byte[] held = new byte[mine.length];
            for (int i = 0; i < TURNS; i++) {
                byte kind = (byte) (1 + random.nextInt(7));
                Arrays.fill(mine, kind);
                Operator operator = switch (random.nextInt(3)) {
                    case 0 -> Operator.REPLACE;
                    case 1 -> Operator.MAXLOC;
                    default -> Operator.NO_OP;
                };
                window.getAccumulate(mine, 0, gaps, held, 0, gaps, 0, 1020, 1, pair, bytes,
                    Update.of(operator, operand), null);
                byte first = held[0];
                int index = TypeShape.indexOffset(value);
                assertTrue(held[value - 1] == first && held[index] == first && held[index + 3] == first,
                    () -> "a pair was torn: " + Arrays.toString(held));
            }
        });
    }
}
