package org.hawser.mpi.datatype;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;
import org.hawser.platform.memory.RawBytes;
import org.hawser.platform.memory.RawNumbers;

/**
 * Blocks of whole elements between arrays and addresses, for each kind of array: the loops one would write by hand for
 * one element, and copies that know the kind of array for more. Other blocks are left to the caller.
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
        } else {
            for (int i = 0; i < n; i++) {
                RawNumbers.copy(array, first + i * skip, to + i * toStep, length);
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
        } else {
            for (int i = 0; i < n; i++) {
                RawNumbers.copy(from + i * fromStep, array, first + i * skip, length);
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
        } else {
            for (int i = 0; i < n; i++) {
                RawNumbers.copy(array, first + i * skip, to + i * toStep, length);
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
        } else {
            for (int i = 0; i < n; i++) {
                RawNumbers.copy(from + i * fromStep, array, first + i * skip, length);
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
        } else {
            for (int i = 0; i < n; i++) {
                RawNumbers.copy(array, first + i * skip, to + i * toStep, length);
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
        } else {
            for (int i = 0; i < n; i++) {
                RawNumbers.copy(from + i * fromStep, array, first + i * skip, length);
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
        } else {
            for (int i = 0; i < n; i++) {
                RawNumbers.copy(array, first + i * skip, to + i * toStep, length);
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
        } else {
            for (int i = 0; i < n; i++) {
                RawNumbers.copy(from + i * fromStep, array, first + i * skip, length);
            }
        }
        return true;
    }

    private static boolean gather(byte[] array, long at, long step, long to, long toStep, int bytes, int n) {
        if (bytes == Integer.BYTES) {
            for (int i = 0; i < n; i++) {
                RawNumbers.setInt(to + i * toStep, (int) INTS.get(array, (int) (at + i * step)));
            }
        } else if (bytes == Long.BYTES) {
            for (int i = 0; i < n; i++) {
                RawBytes.setLong(to + i * toStep, (long) LONGS.get(array, (int) (at + i * step)));
            }
        } else {
            for (int i = 0; i < n; i++) {
                RawBytes.copy(array, at + i * step, to + i * toStep, bytes);
            }
        }
        return true;
    }

    private static boolean scatter(long from, long fromStep, byte[] array, long at, long step, int bytes, int n) {
        if (bytes == Integer.BYTES) {
            for (int i = 0; i < n; i++) {
                INTS.set(array, (int) (at + i * step), RawNumbers.getInt(from + i * fromStep));
            }
        } else if (bytes == Long.BYTES) {
            for (int i = 0; i < n; i++) {
                LONGS.set(array, (int) (at + i * step), RawBytes.getLong(from + i * fromStep));
            }
        } else {
            for (int i = 0; i < n; i++) {
                RawBytes.copy(from + i * fromStep, array, at + i * step, bytes);
            }
        }
        return true;
    }
}
