package org.hawser.mpi.coll.op;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.Random;

/** What MPI's own operations mean, item by item on bytes, and random items for them. */
public final class NaiveReduction {
    private NaiveReduction() {
    }

    /** Whether the operation is for the type, as Reductions says. */
    public static boolean isDefined(Operator operator, Operand operand) {
        return switch (operator) {
            case MAX, MIN -> operand.ordinal() <= Operand.DOUBLE.ordinal();
            case SUM, PROD -> operand.ordinal() <= Operand.DOUBLE_COMPLEX.ordinal() && operand != Operand.BOOLEAN;
            case LAND, LOR, LXOR, BAND, BOR, BXOR -> operand.ordinal() <= Operand.LONG.ordinal();
            case MINLOC, MAXLOC -> operand.ordinal() >= Operand.INT2.ordinal();
            case REPLACE, NO_OP -> true;
        };
    }

    /** Sets the item at {@code at} of {@code b} to that of {@code a} combined with it. */
    static void combine(Operator operator, Operand operand, int index, ByteBuffer a, ByteBuffer b, int at) {
        switch (operand) {
            case BYTE -> b.put(at, (byte) whole(operator, a.get(at), b.get(at)));
            case BOOLEAN -> b.put(at, (byte) (whole(operator, a.get(at), b.get(at)) & 1));
            case CHAR -> b.putChar(at, (char) whole(operator, a.getChar(at), b.getChar(at)));
            case SHORT -> b.putShort(at, (short) whole(operator, a.getShort(at), b.getShort(at)));
            case INT -> b.putInt(at, (int) whole(operator, a.getInt(at), b.getInt(at)));
            case LONG -> b.putLong(at, whole(operator, a.getLong(at), b.getLong(at)));
            case FLOAT -> b.putFloat(at, (float) real(operator, a.getFloat(at), b.getFloat(at)));
            case DOUBLE -> b.putDouble(at, real(operator, a.getDouble(at), b.getDouble(at)));
            case FLOAT_COMPLEX -> floats(operator, a, b, at);
            case DOUBLE_COMPLEX -> doubles(operator, a, b, at);
            default -> pair(operator, operand, index, a, b, at);
        }
    }

    private static long whole(Operator operator, long a, long b) {
        return switch (operator) {
            case MAX -> a > b ? a : b;
            case MIN -> a < b ? a : b;
            case SUM -> a + b;
            case PROD -> a * b;
            case BAND -> a & b;
            case BOR -> a | b;
            case BXOR -> a ^ b;
            case LAND -> a != 0 && b != 0 ? 1 : 0;
            case LOR -> a != 0 || b != 0 ? 1 : 0;
            case LXOR -> a == 0 ^ b == 0 ? 1 : 0;
            default -> throw new AssertionError(operator);
        };
    }

    /** In doubles, which is exact enough for the sum and product of two floats to be rounded right. */
    private static double real(Operator operator, double a, double b) {
        return switch (operator) {
            case MAX -> Math.max(a, b);
            case MIN -> Math.min(a, b);
            case SUM -> a + b;
            case PROD -> a * b;
            default -> throw new AssertionError(operator);
        };
    }

    private static void floats(Operator operator, ByteBuffer a, ByteBuffer b, int at) {
        float re = a.getFloat(at);
        float im = a.getFloat(at + 4);
        float re2 = b.getFloat(at);
        float im2 = b.getFloat(at + 4);
        b.putFloat(at, operator == Operator.SUM ? re + re2 : re * re2 - im * im2);
        b.putFloat(at + 4, operator == Operator.SUM ? im + im2 : re * im2 + im * re2);
    }

    private static void doubles(Operator operator, ByteBuffer a, ByteBuffer b, int at) {
        double re = a.getDouble(at);
        double im = a.getDouble(at + 8);
        double re2 = b.getDouble(at);
        double im2 = b.getDouble(at + 8);
        b.putDouble(at, operator == Operator.SUM ? re + re2 : re * re2 - im * im2);
        b.putDouble(at + 8, operator == Operator.SUM ? im + im2 : re * im2 + im * re2);
    }

    private static void pair(Operator operator, Operand operand, int index, ByteBuffer a, ByteBuffer b, int at) {
        int order = switch (operand) {
            case SHORT_INT -> Short.compare(a.getShort(at), b.getShort(at));
            case LONG_INT -> Long.compare(a.getLong(at), b.getLong(at));
            case FLOAT_INT -> Float.compare(a.getFloat(at), b.getFloat(at));
            case DOUBLE_INT -> Double.compare(a.getDouble(at), b.getDouble(at));
            default -> Integer.compare(a.getInt(at), b.getInt(at));
        };
        boolean wins = operator == Operator.MAXLOC ? order > 0 : order < 0;
        if (wins) {
            b.put(at, a, at, operand.bytes);
            b.putInt(at + index, a.getInt(at + index));
        } else if (order == 0) {
            b.putInt(at + index, Math.min(a.getInt(at + index), b.getInt(at + index)));
        }
    }

    /** Random items, and some that operations may get wrong. */
    public static byte[] items(Operand operand, int index, int item, int count, Random random) {
        ByteBuffer items = ByteBuffer.allocate(count * item).order(ByteOrder.nativeOrder());
        double[] special = {Double.NaN, -0.0, 0.0, Double.POSITIVE_INFINITY, 1, -1};
        for (int i = 0; i < count; i++) {
            int at = i * item;
            double real = random.nextInt(4) == 0 ? special[random.nextInt(special.length)] : random.nextGaussian();
            long whole = random.nextInt(4) == 0 ? random.nextInt(3) : random.nextLong();
            switch (operand) {
                case BYTE -> items.put(at, (byte) whole);
                case BOOLEAN -> items.put(at, (byte) (whole & 1));
                case CHAR, SHORT, SHORT_INT -> items.putShort(at, (short) whole);
                case INT, INT2 -> items.putInt(at, (int) whole);
                case LONG, LONG_INT -> items.putLong(at, whole);
                case FLOAT, FLOAT_INT -> items.putFloat(at, (float) real);
                case DOUBLE, DOUBLE_INT -> items.putDouble(at, real);
                case FLOAT_COMPLEX -> items.putFloat(at, (float) real).putFloat(at + 4, random.nextFloat());
                case DOUBLE_COMPLEX -> items.putDouble(at, real).putDouble(at + 8, random.nextGaussian());
                default -> throw new AssertionError(operand);
            }
            if (operand.isPair()) {
                items.putInt(at + index, random.nextInt(5));
            }
        }
        return items.array();
    }

    /** Where the index of a pair is. */
    public static int index(Operand operand, boolean packed) {
        return packed ? operand.bytes : Math.max(operand.bytes, 4);
    }

    /** What {@code b} becomes when {@code a} is combined into it. */
    public static byte[] expected(Operator operator, Operand operand, boolean packed, int item, byte[] a, byte[] b) {
        byte[] result = b.clone();
        ByteBuffer in = ByteBuffer.wrap(a).order(ByteOrder.nativeOrder());
        ByteBuffer inOut = ByteBuffer.wrap(result).order(ByteOrder.nativeOrder());
        for (int at = 0; at < a.length; at += item) {
            if (operator == Operator.REPLACE) {
                inOut.put(at, in, at, item);
            } else if (operator != Operator.NO_OP) {
                combine(operator, operand, index(operand, packed), in, inOut, at);
            }
        }
        return result;
    }
}
