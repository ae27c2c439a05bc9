package org.hawser.pgas;

import java.lang.reflect.Array;
import java.util.List;
import java.util.function.IntUnaryOperator;

/** A shared array of any type as one of small numbers, so that one test serves all types. */
abstract class TypedArray {
    private final SharedArray array;

    private TypedArray(SharedArray array) {
        this.array = array;
    }

    /** One of each type. */
    static List<TypedArray> all(Pgas pgas, long length, Distribution distribution) {
        return List.of(of(pgas.bytes(length, distribution)), of(pgas.shorts(length, distribution)),
            of(pgas.chars(length, distribution)), of(pgas.ints(length, distribution)),
            of(pgas.longs(length, distribution)), of(pgas.floats(length, distribution)),
            of(pgas.doubles(length, distribution)), of(pgas.booleans(length, distribution)));
    }

    final SharedArray array() {
        return array;
    }

    /** How the type has a number: as the box that {@link #get} returns. */
    abstract Object value(int number);

    abstract Object get(long index);

    abstract void put(long index, int number);

    abstract Object getStrict(long index);

    abstract void putStrict(long index, int number);

    abstract void fill(long index, long count, int number);

    /** A Java array of the type. */
    abstract Object java(int length);

    abstract void get(long index, Object into, int at, int count);

    abstract void put(long index, Object from, int at, int count);

    abstract void get(Tiling tiling, Box box, Object into, int at);

    abstract void put(Tiling tiling, Box box, Object from, int at);

    /** Sets elements to {@code number}, the next number, and so on, in one call. */
    final void putSection(long index, int number, int count) {
        Object from = java(count + 3);
        for (int i = 0; i < count; i++) {
            Array.set(from, 2 + i, value(number + i));
        }
        put(index, from, 2, count);
    }

    /** True when a section has these numbers by index, got in one call that leaves its neighbours alone. */
    final boolean sectionIs(int index, int count, IntUnaryOperator expected) {
        Object into = java(count + 2);
        get(index, into, 1, count);
        boolean same = Array.get(into, 0).equals(value(0)) && Array.get(into, count + 1).equals(value(0));
        for (int i = 0; i < count; i++) {
            same &= Array.get(into, 1 + i).equals(value(expected.applyAsInt(index + i)));
        }
        return same;
    }

    @Override
    public final String toString() {
        return array.toString();
    }

    private static TypedArray of(SharedByteArray array) {
        return new TypedArray(array) {
            @Override
            Byte value(int number) {
                return (byte) number;
            }

            @Override
            Object get(long index) {
                return array.get(index);
            }

            @Override
            void put(long index, int number) {
                array.put(index, value(number));
            }

            @Override
            Object getStrict(long index) {
                return array.getStrict(index);
            }

            @Override
            void putStrict(long index, int number) {
                array.putStrict(index, value(number));
            }

            @Override
            void fill(long index, long count, int number) {
                array.fill(index, count, value(number));
            }

            @Override
            Object java(int length) {
                return new byte[length];
            }

            @Override
            void get(long index, Object into, int at, int count) {
                array.get(index, (byte[]) into, at, count);
            }

            @Override
            void put(long index, Object from, int at, int count) {
                array.put(index, (byte[]) from, at, count);
            }

            @Override
            void get(Tiling tiling, Box box, Object into, int at) {
                array.get(tiling, box, (byte[]) into, at);
            }

            @Override
            void put(Tiling tiling, Box box, Object from, int at) {
                array.put(tiling, box, (byte[]) from, at);
            }
        };
    }

    private static TypedArray of(SharedShortArray array) {
        return new TypedArray(array) {
            @Override
            Short value(int number) {
                return (short) number;
            }

            @Override
            Object get(long index) {
                return array.get(index);
            }

            @Override
            void put(long index, int number) {
                array.put(index, value(number));
            }

            @Override
            Object getStrict(long index) {
                return array.getStrict(index);
            }

            @Override
            void putStrict(long index, int number) {
                array.putStrict(index, value(number));
            }

            @Override
            void fill(long index, long count, int number) {
                array.fill(index, count, value(number));
            }

            @Override
            Object java(int length) {
                return new short[length];
            }

            @Override
            void get(long index, Object into, int at, int count) {
                array.get(index, (short[]) into, at, count);
            }

            @Override
            void put(long index, Object from, int at, int count) {
                array.put(index, (short[]) from, at, count);
            }

            @Override
            void get(Tiling tiling, Box box, Object into, int at) {
                array.get(tiling, box, (short[]) into, at);
            }

            @Override
            void put(Tiling tiling, Box box, Object from, int at) {
                array.put(tiling, box, (short[]) from, at);
            }
        };
    }

    private static TypedArray of(SharedCharArray array) {
        return new TypedArray(array) {
            @Override
            Character value(int number) {
                return (char) number;
            }

            @Override
            Object get(long index) {
                return array.get(index);
            }

            @Override
            void put(long index, int number) {
                array.put(index, value(number));
            }

            @Override
            Object getStrict(long index) {
                return array.getStrict(index);
            }

            @Override
            void putStrict(long index, int number) {
                array.putStrict(index, value(number));
            }

            @Override
            void fill(long index, long count, int number) {
                array.fill(index, count, value(number));
            }

            @Override
            Object java(int length) {
                return new char[length];
            }

            @Override
            void get(long index, Object into, int at, int count) {
                array.get(index, (char[]) into, at, count);
            }

            @Override
            void put(long index, Object from, int at, int count) {
                array.put(index, (char[]) from, at, count);
            }

            @Override
            void get(Tiling tiling, Box box, Object into, int at) {
                array.get(tiling, box, (char[]) into, at);
            }

            @Override
            void put(Tiling tiling, Box box, Object from, int at) {
                array.put(tiling, box, (char[]) from, at);
            }
        };
    }

    private static TypedArray of(SharedIntArray array) {
        return new TypedArray(array) {
            @Override
            Integer value(int number) {
                return number;
            }

            @Override
            Object get(long index) {
                return array.get(index);
            }

            @Override
            void put(long index, int number) {
                array.put(index, value(number));
            }

            @Override
            Object getStrict(long index) {
                return array.getStrict(index);
            }

            @Override
            void putStrict(long index, int number) {
                array.putStrict(index, value(number));
            }

            @Override
            void fill(long index, long count, int number) {
                array.fill(index, count, value(number));
            }

            @Override
            Object java(int length) {
                return new int[length];
            }

            @Override
            void get(long index, Object into, int at, int count) {
                array.get(index, (int[]) into, at, count);
            }

            @Override
            void put(long index, Object from, int at, int count) {
                array.put(index, (int[]) from, at, count);
            }

            @Override
            void get(Tiling tiling, Box box, Object into, int at) {
                array.get(tiling, box, (int[]) into, at);
            }

            @Override
            void put(Tiling tiling, Box box, Object from, int at) {
                array.put(tiling, box, (int[]) from, at);
            }
        };
    }

    private static TypedArray of(SharedLongArray array) {
        return new TypedArray(array) {
            @Override
            Long value(int number) {
                return (long) number;
            }

            @Override
            Object get(long index) {
                return array.get(index);
            }

            @Override
            void put(long index, int number) {
                array.put(index, value(number));
            }

            @Override
            Object getStrict(long index) {
                return array.getStrict(index);
            }

            @Override
            void putStrict(long index, int number) {
                array.putStrict(index, value(number));
            }

            @Override
            void fill(long index, long count, int number) {
                array.fill(index, count, value(number));
            }

            @Override
            Object java(int length) {
                return new long[length];
            }

            @Override
            void get(long index, Object into, int at, int count) {
                array.get(index, (long[]) into, at, count);
            }

            @Override
            void put(long index, Object from, int at, int count) {
                array.put(index, (long[]) from, at, count);
            }

            @Override
            void get(Tiling tiling, Box box, Object into, int at) {
                array.get(tiling, box, (long[]) into, at);
            }

            @Override
            void put(Tiling tiling, Box box, Object from, int at) {
                array.put(tiling, box, (long[]) from, at);
            }
        };
    }

    private static TypedArray of(SharedFloatArray array) {
        return new TypedArray(array) {
            @Override
            Float value(int number) {
                return (float) number;
            }

            @Override
            Object get(long index) {
                return array.get(index);
            }

            @Override
            void put(long index, int number) {
                array.put(index, value(number));
            }

            @Override
            Object getStrict(long index) {
                return array.getStrict(index);
            }

            @Override
            void putStrict(long index, int number) {
                array.putStrict(index, value(number));
            }

            @Override
            void fill(long index, long count, int number) {
                array.fill(index, count, value(number));
            }

            @Override
            Object java(int length) {
                return new float[length];
            }

            @Override
            void get(long index, Object into, int at, int count) {
                array.get(index, (float[]) into, at, count);
            }

            @Override
            void put(long index, Object from, int at, int count) {
                array.put(index, (float[]) from, at, count);
            }

            @Override
            void get(Tiling tiling, Box box, Object into, int at) {
                array.get(tiling, box, (float[]) into, at);
            }

            @Override
            void put(Tiling tiling, Box box, Object from, int at) {
                array.put(tiling, box, (float[]) from, at);
            }
        };
    }

    private static TypedArray of(SharedDoubleArray array) {
        return new TypedArray(array) {
            @Override
            Double value(int number) {
                return (double) number;
            }

            @Override
            Object get(long index) {
                return array.get(index);
            }

            @Override
            void put(long index, int number) {
                array.put(index, value(number));
            }

            @Override
            Object getStrict(long index) {
                return array.getStrict(index);
            }

            @Override
            void putStrict(long index, int number) {
                array.putStrict(index, value(number));
            }

            @Override
            void fill(long index, long count, int number) {
                array.fill(index, count, value(number));
            }

            @Override
            Object java(int length) {
                return new double[length];
            }

            @Override
            void get(long index, Object into, int at, int count) {
                array.get(index, (double[]) into, at, count);
            }

            @Override
            void put(long index, Object from, int at, int count) {
                array.put(index, (double[]) from, at, count);
            }

            @Override
            void get(Tiling tiling, Box box, Object into, int at) {
                array.get(tiling, box, (double[]) into, at);
            }

            @Override
            void put(Tiling tiling, Box box, Object from, int at) {
                array.put(tiling, box, (double[]) from, at);
            }
        };
    }

    private static TypedArray of(SharedBooleanArray array) {
        return new TypedArray(array) {
            @Override
            Boolean value(int number) {
                return number % 2 == 1;
            }

            @Override
            Object get(long index) {
                return array.get(index);
            }

            @Override
            void put(long index, int number) {
                array.put(index, value(number));
            }

            @Override
            Object getStrict(long index) {
                return array.getStrict(index);
            }

            @Override
            void putStrict(long index, int number) {
                array.putStrict(index, value(number));
            }

            @Override
            void fill(long index, long count, int number) {
                array.fill(index, count, value(number));
            }

            @Override
            Object java(int length) {
                return new boolean[length];
            }

            @Override
            void get(long index, Object into, int at, int count) {
                array.get(index, (boolean[]) into, at, count);
            }

            @Override
            void put(long index, Object from, int at, int count) {
                array.put(index, (boolean[]) from, at, count);
            }

            @Override
            void get(Tiling tiling, Box box, Object into, int at) {
                array.get(tiling, box, (boolean[]) into, at);
            }

            @Override
            void put(Tiling tiling, Box box, Object from, int at) {
                array.put(tiling, box, (boolean[]) from, at);
            }
        };
    }
}
