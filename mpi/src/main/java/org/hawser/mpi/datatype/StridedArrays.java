package org.hawser.mpi.datatype;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;
import org.hawser.platform.memory.RawBytes;
import org.hawser.platform.memory.RawNumbers;

/**
 * Short blocks between arrays and addresses, element by element: the loops one would write by hand for each kind of
 * array. Blocks must be whole elements; others are left to the caller.
 *
 * <p><b>Threads:</b> any. <b>Allocates:</b> nothing.
 */
final class StridedArrays {
    private static final VarHandle INTS =
        MethodHandles.byteArrayViewVarHandle(int[].class, ByteOrder.nativeOrder()).withInvokeExactBehavior();
    private static final VarHandle LONGS =
        MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.nativeOrder()).withInvokeExactBehavior();

    private StridedArrays() {
    }

    /** Copies out of an array; false when it cannot be done here, and nothing was. */
    static boolean gather(Object array, long at, long step, long to, long toStep, int bytes, int n) {
        return switch (array) {
            case double[] of -> gather(of, at, step, to, toStep, bytes, n);
            case int[] of -> gather(of, at, step, to, toStep, bytes, n);
            case long[] of -> gather(of, at, step, to, toStep, bytes, n);
            case float[] of -> gather(of, at, step, to, toStep, bytes, n);
            case byte[] of -> gather(of, at, step, to, toStep, bytes, n);
            default -> false;
        };
    }

    /** Copies into an array; false when it cannot be done here, and nothing was. */
    static boolean scatter(long from, long fromStep, Object array, long at, long step, int bytes, int n) {
        return switch (array) {
            case double[] of -> scatter(from, fromStep, of, at, step, bytes, n);
            case int[] of -> scatter(from, fromStep, of, at, step, bytes, n);
            case long[] of -> scatter(from, fromStep, of, at, step, bytes, n);
            case float[] of -> scatter(from, fromStep, of, at, step, bytes, n);
            case byte[] of -> scatter(from, fromStep, of, at, step, bytes, n);
            default -> false;
        };
    }

    private static boolean gather(double[] array, long at, long step, long to, long toStep, int bytes, int n) {
        if (((at | step | bytes) & 7) != 0) {
            return false;
        }
        int first = (int) (at >> 3);
        int skip = (int) (step >> 3);
        int length = bytes >> 3;
        if (length == 1) {
            for (int i = 0; i < n; i++) {
                RawNumbers.setDouble(to + i * toStep, array[first + i * skip]);
            }
            return true;
        }
        for (int i = 0; i < n; i++) {
            int index = first + i * skip;
            long target = to + i * toStep;
            for (int j = 0; j < length; j++) {
                RawNumbers.setDouble(target + ((long) j << 3), array[index + j]);
            }
        }
        return true;
    }

    private static boolean scatter(long from, long fromStep, double[] array, long at, long step, int bytes, int n) {
        if (((at | step | bytes) & 7) != 0) {
            return false;
        }
        int first = (int) (at >> 3);
        int skip = (int) (step >> 3);
        int length = bytes >> 3;
        if (length == 1) {
            for (int i = 0; i < n; i++) {
                array[first + i * skip] = RawNumbers.getDouble(from + i * fromStep);
            }
            return true;
        }
        for (int i = 0; i < n; i++) {
            int index = first + i * skip;
            long source = from + i * fromStep;
            for (int j = 0; j < length; j++) {
                array[index + j] = RawNumbers.getDouble(source + ((long) j << 3));
            }
        }
        return true;
    }

    private static boolean gather(int[] array, long at, long step, long to, long toStep, int bytes, int n) {
        if (((at | step | bytes) & 3) != 0) {
            return false;
        }
        int first = (int) (at >> 2);
        int skip = (int) (step >> 2);
        int length = bytes >> 2;
        if (length == 1) {
            for (int i = 0; i < n; i++) {
                RawNumbers.setInt(to + i * toStep, array[first + i * skip]);
            }
            return true;
        }
        for (int i = 0; i < n; i++) {
            int index = first + i * skip;
            long target = to + i * toStep;
            for (int j = 0; j < length; j++) {
                RawNumbers.setInt(target + ((long) j << 2), array[index + j]);
            }
        }
        return true;
    }

    private static boolean scatter(long from, long fromStep, int[] array, long at, long step, int bytes, int n) {
        if (((at | step | bytes) & 3) != 0) {
            return false;
        }
        int first = (int) (at >> 2);
        int skip = (int) (step >> 2);
        int length = bytes >> 2;
        if (length == 1) {
            for (int i = 0; i < n; i++) {
                array[first + i * skip] = RawNumbers.getInt(from + i * fromStep);
            }
            return true;
        }
        for (int i = 0; i < n; i++) {
            int index = first + i * skip;
            long source = from + i * fromStep;
            for (int j = 0; j < length; j++) {
                array[index + j] = RawNumbers.getInt(source + ((long) j << 2));
            }
        }
        return true;
    }

    private static boolean gather(long[] array, long at, long step, long to, long toStep, int bytes, int n) {
        if (((at | step | bytes) & 7) != 0) {
            return false;
        }
        int first = (int) (at >> 3);
        int skip = (int) (step >> 3);
        int length = bytes >> 3;
        if (length == 1) {
            for (int i = 0; i < n; i++) {
                RawBytes.setLong(to + i * toStep, array[first + i * skip]);
            }
            return true;
        }
        for (int i = 0; i < n; i++) {
            int index = first + i * skip;
            long target = to + i * toStep;
            for (int j = 0; j < length; j++) {
                RawBytes.setLong(target + ((long) j << 3), array[index + j]);
            }
        }
        return true;
    }

    private static boolean scatter(long from, long fromStep, long[] array, long at, long step, int bytes, int n) {
        if (((at | step | bytes) & 7) != 0) {
            return false;
        }
        int first = (int) (at >> 3);
        int skip = (int) (step >> 3);
        int length = bytes >> 3;
        if (length == 1) {
            for (int i = 0; i < n; i++) {
                array[first + i * skip] = RawBytes.getLong(from + i * fromStep);
            }
            return true;
        }
        for (int i = 0; i < n; i++) {
            int index = first + i * skip;
            long source = from + i * fromStep;
            for (int j = 0; j < length; j++) {
                array[index + j] = RawBytes.getLong(source + ((long) j << 3));
            }
        }
        return true;
    }

    private static boolean gather(float[] array, long at, long step, long to, long toStep, int bytes, int n) {
        if (((at | step | bytes) & 3) != 0) {
            return false;
        }
        int first = (int) (at >> 2);
        int skip = (int) (step >> 2);
        int length = bytes >> 2;
        if (length == 1) {
            for (int i = 0; i < n; i++) {
                RawNumbers.setFloat(to + i * toStep, array[first + i * skip]);
            }
            return true;
        }
        for (int i = 0; i < n; i++) {
            int index = first + i * skip;
            long target = to + i * toStep;
            for (int j = 0; j < length; j++) {
                RawNumbers.setFloat(target + ((long) j << 2), array[index + j]);
            }
        }
        return true;
    }

    private static boolean scatter(long from, long fromStep, float[] array, long at, long step, int bytes, int n) {
        if (((at | step | bytes) & 3) != 0) {
            return false;
        }
        int first = (int) (at >> 2);
        int skip = (int) (step >> 2);
        int length = bytes >> 2;
        if (length == 1) {
            for (int i = 0; i < n; i++) {
                array[first + i * skip] = RawNumbers.getFloat(from + i * fromStep);
            }
            return true;
        }
        for (int i = 0; i < n; i++) {
            int index = first + i * skip;
            long source = from + i * fromStep;
            for (int j = 0; j < length; j++) {
                array[index + j] = RawNumbers.getFloat(source + ((long) j << 2));
            }
        }
        return true;
    }

    private static boolean gather(byte[] array, long at, long step, long to, long toStep, int bytes, int n) {
        if (bytes == Integer.BYTES) {
            for (int i = 0; i < n; i++) {
                RawNumbers.setInt(to + i * toStep, (int) INTS.get(array, (int) (at + i * step)));
            }
        } else if (bytes >= Long.BYTES) {
            int last = bytes - Long.BYTES;
            for (int i = 0; i < n; i++) {
                int index = (int) (at + i * step);
                long target = to + i * toStep;
                for (int j = 0; j < last; j += Long.BYTES) {
                    RawBytes.setLong(target + j, (long) LONGS.get(array, index + j));
                }
                RawBytes.setLong(target + last, (long) LONGS.get(array, index + last));
            }
        }
        return bytes == Integer.BYTES || bytes >= Long.BYTES;
    }

    private static boolean scatter(long from, long fromStep, byte[] array, long at, long step, int bytes, int n) {
        if (bytes == Integer.BYTES) {
            for (int i = 0; i < n; i++) {
                INTS.set(array, (int) (at + i * step), RawNumbers.getInt(from + i * fromStep));
            }
        } else if (bytes >= Long.BYTES) {
            int last = bytes - Long.BYTES;
            for (int i = 0; i < n; i++) {
                int index = (int) (at + i * step);
                long source = from + i * fromStep;
                for (int j = 0; j < last; j += Long.BYTES) {
                    LONGS.set(array, index + j, RawBytes.getLong(source + j));
                }
                LONGS.set(array, index + last, RawBytes.getLong(source + last));
            }
        }
        return bytes == Integer.BYTES || bytes >= Long.BYTES;
    }
}
