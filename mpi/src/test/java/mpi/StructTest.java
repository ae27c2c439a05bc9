package mpi;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.nio.ByteBuffer;
import org.hawser.mpi.Running;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

@ExtendWith(Running.class)
class StructTest {
    /** Two fields with a gap that the alignment makes at the end. */
    private static final class Point extends Struct {
        private final int weight = addDouble();
        private final int mark = addByte(3);

        @Override
        protected Data newData() {
            return new Data();
        }

        private final class Data extends Struct.Data {
            void fill(double w, int m) {
                putDouble(weight, w);
                putByte(mark, 2, (byte) m);
            }

            double weight() {
                return getDouble(weight);
            }

            byte mark(int i) {
                return getByte(mark, i);
            }
        }
    }

    private static final class Line extends Struct {
        private final Point point = new Point();
        private final int id = addInt();
        private final int name = addChar(2);
        private final int ends;

        Line() throws MPIException {
            ends = setOffset(8).addStruct(point, 2);
        }

        @Override
        protected Data newData() {
            return new Data();
        }

        private final class Data extends Struct.Data {
            Point.Data end(int i) {
                return getData(point, ends, i);
            }

            void id(int v) {
                putInt(id, v);
            }

            ByteBuffer name() {
                return getBuffer(MPI.CHAR, name);
            }
        }
    }

    @Test
    void fieldsFollowEachOtherAndTheExtentIsAligned() throws MPIException {
        Point point = new Point();
        assertEquals(0, point.weight);
        assertEquals(8, point.mark);
        assertEquals(16, point.getExtent());
        assertEquals(11, point.getType().getSize());
        assertEquals(11, point.getType().getTrueExtent());
        Line line = new Line();
        assertEquals(8, line.ends);
        assertEquals(40, line.getExtent());
    }

    @Test
    void dataReadsWhatItWroteInBuffersAndArrays() throws MPIException {
        Line line = new Line();
        byte[] array = new byte[2 * line.getExtent()];
        Line.Data data = line.getData(array, 1);
        data.id(7);
        data.end(1).fill(2.5, 9);
        ByteBuffer seen = ByteBuffer.wrap(array).order(java.nio.ByteOrder.nativeOrder());
        assertEquals(7, seen.getInt(40));
        assertEquals(2.5, seen.getDouble(40 + 8 + 16));
        Point.Data end = data.end(1);
        assertEquals(9, end.mark(2));
        assertEquals(2.5, end.weight());
        assertEquals(80 - 44, data.name().capacity());
        assertEquals(40, data.getBuffer().capacity());
    }

    @Test
    void gapsAreNotTransmitted() throws MPIException {
        Line line = new Line();
        assertEquals(4 + 4 + 2 * 11, line.getType().getSize());
        byte[] out = new byte[2 * line.getExtent()];
        java.util.Arrays.fill(out, (byte) 1);
        byte[] in = new byte[out.length];
        Status status = MPI.COMM_SELF.sendRecv(out, 2, line.getType(), 0, 0, in, 2, line.getType(), 0, 0);
        assertEquals(2, status.getCount(line.getType()));
        assertEquals(60, status.getCount(MPI.BYTE));
        for (int i = 0; i < in.length; i++) {
            int place = i % 40;
            boolean gap = place >= 19 && place < 24 || place >= 35;
            assertEquals(gap ? 0 : 1, in[i], "byte " + i);
        }
        byte[] pairs = new byte[32];
        MPI.COMM_SELF.sendRecv(out, 2, MPI.DOUBLE_INT, 0, 0, pairs, 2, MPI.DOUBLE_INT, 0, 0);
        assertEquals(0, pairs[13]);
        assertEquals(1, pairs[27]);
    }

    @Test
    void aStructThatWasUsedTakesNoMoreFields() throws MPIException {
        Point point = new Point();
        point.getExtent();
        assertThrows(IllegalStateException.class, point::addInt);
        assertThrows(IllegalArgumentException.class, () -> new Point().setOffset(3));
    }

    @Test
    void aStructBeginsAtItsFirstFieldAndEndsWithItsLast() throws MPIException {
        final class Late extends Struct {
            private final int number = setOffset(16).addInt();
            private final int mark = addByte();

            @Override
            protected Struct.Data newData() {
                return new Data();
            }

            final class Data extends Struct.Data {
                void fill(int value) {
                    putInt(number, value);
                    putByte(mark, (byte) value);
                }

                int sum() {
                    return getInt(number) + getByte(mark);
                }
            }
        }
        Late late = new Late();
        assertEquals(16, late.number);
        assertEquals(8, late.getExtent());
        assertEquals(16, late.getType().getLb());
        assertEquals(5, late.getType().getSize());
        byte[] out = new byte[16 + 3 * 8];
        for (int i = 0; i < 3; i++) {
            Late.Data data = late.getData(out, i);
            data.fill(i + 5);
        }
        byte[] in = new byte[out.length];
        MPI.COMM_SELF.sendRecv(out, 3, late.getType(), 0, 0, in, 3, late.getType(), 0, 0);
        for (int i = 0; i < 3; i++) {
            Late.Data data = late.getData(in, i);
            assertEquals(2 * (i + 5), data.sum());
        }
        Struct short4 = new Struct() {
            @Override
            protected Data newData() {
                return null;
            }
        };
        short4.addInt();
        short4.setOffset(64);
        assertEquals(4, short4.getExtent());
    }

    @Test
    void pairsLieAsCLaysThemOut() throws MPIException {
        int[][] expected = {{8, 8, 4}, {6, 8, 4}, {12, 16, 8}, {8, 8, 4}, {12, 16, 8}};
        Struct[] pairs = {MPI.int2, MPI.shortInt, MPI.longInt, MPI.floatInt, MPI.doubleInt};
        Datatype[] types = {MPI.INT2, MPI.SHORT_INT, MPI.LONG_INT, MPI.FLOAT_INT, MPI.DOUBLE_INT};
        for (int i = 0; i < pairs.length; i++) {
            assertEquals(types[i], pairs[i].getType());
            assertEquals(expected[i][0], types[i].getSize());
            assertEquals(expected[i][1], types[i].getExtent());
        }
        ByteBuffer buffer = MPI.newByteBuffer(32);
        DoubleInt.Data second = MPI.doubleInt.getData(buffer, 1);
        second.putValue(1.5);
        second.putIndex(3);
        assertEquals(1.5, buffer.getDouble(16));
        assertEquals(3, buffer.getInt(24));
        ShortInt.Data first = MPI.shortInt.getData(buffer);
        first.putValue((short) 5);
        first.putIndex(6);
        assertEquals(5, buffer.getShort(0));
        assertEquals(6, buffer.getInt(4));
        assertEquals(6, first.getIndex());
    }

    @Test
    void complexNumbersLieInPairs() {
        double[] numbers = {1, 2, 3, 4};
        DoubleComplex second = DoubleComplex.get(numbers, 1);
        assertEquals(3, second.getReal());
        second.putImag(9);
        assertEquals(9, numbers[3]);
        assertEquals(2, second.getBuffer().capacity());
        ByteBuffer bytes = MPI.newByteBuffer(16);
        FloatComplex.get(bytes, 1).putReal(7);
        assertEquals(7, bytes.getFloat(8));
        assertEquals(7, FloatComplex.get(bytes.position(3), 1).getReal());
    }
}
