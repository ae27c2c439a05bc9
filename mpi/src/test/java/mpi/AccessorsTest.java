package mpi;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.CharBuffer;
import java.nio.DoubleBuffer;
import java.nio.FloatBuffer;
import java.nio.ShortBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import org.hawser.mpi.Running;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;

/** What reads and writes single values in memory, in every form that the API has. */
@ExtendWith(Running.class)
class AccessorsTest {
    /** A field of each kind, alone and as one of two. */
    private static final class Everything extends Struct {
        private final int oneByte = addByte();
        private final int bytes = addByte(2);
        private final int oneShort = setOffset(4).addShort();
        private final int shorts = addShort(2);
        private final int oneChar = addChar();
        private final int chars = addChar(2);
        private final int oneInt = setOffset(16).addInt();
        private final int ints = addInt(2);
        private final int oneFloat = addFloat();
        private final int floats = addFloat(2);
        private final int oneLong = setOffset(40).addLong();
        private final int longs = addLong(2);
        private final int oneDouble = addDouble();
        private final int doubles = addDouble(2);
        private final int oneItem;
        private final int items;
        private final int onePair;

        Everything() throws MPIException {
            oneItem = addData(MPI.INT);
            items = addData(MPI.INT, 2);
            onePair = addStruct(MPI.int2);
        }

        @Override
        protected Data newData() {
            return new Data();
        }

        private final class Data extends Struct.Data {
            void fill(int k) {
                putByte(oneByte, (byte) k);
                putShort(oneShort, (short) k);
                putChar(oneChar, (char) k);
                putInt(oneInt, k);
                putFloat(oneFloat, k);
                putLong(oneLong, k);
                putDouble(oneDouble, k);
                getBuffer(MPI.INT, oneItem).putInt(0, k);
                Int2.Data pair = getData(MPI.int2, onePair);
                pair.putValue(k);
                pair.putIndex(-k);
            }

            void fill(int i, int k) throws MPIException {
                putByte(bytes, i, (byte) k);
                putShort(shorts, i, (short) k);
                putChar(chars, i, (char) k);
                putInt(ints, i, k);
                putFloat(floats, i, k);
                putLong(longs, i, k);
                putDouble(doubles, i, k);
                getBuffer(MPI.INT, items, i).putInt(0, k);
            }

            void assertAll(int k) {
                Int2.Data pair = getData(MPI.int2, onePair, 0);
                assertEquals(7 * k, getByte(oneByte) + getShort(oneShort) + getChar(oneChar) + getInt(oneInt)
                    + (int) getFloat(oneFloat) + (int) getLong(oneLong) + (int) getDouble(oneDouble));
                assertEquals(k, getBuffer(MPI.INT, oneItem).getInt(0));
                assertEquals(k, pair.getValue());
                assertEquals(-k, pair.getIndex());
            }

            void assertAll(int i, int k) throws MPIException {
                assertEquals(8 * k, getByte(bytes, i) + getShort(shorts, i) + getChar(chars, i) + getInt(ints, i)
                    + (int) getFloat(floats, i) + (int) getLong(longs, i) + (int) getDouble(doubles, i)
                    + getBuffer(MPI.INT, items, i).getInt(0));
            }
        }
    }

    @Test
    void fieldsOfEveryKindKeepWhatTheyWereGiven() throws MPIException {
        Everything all = new Everything();
        byte[] array = new byte[2 * all.getExtent()];
        ByteBuffer buffer = MPI.newByteBuffer(array.length);
        Everything.Data[] data = {all.getData(array), all.getData(array, 1), all.getData(buffer),
            all.getData(buffer, 1)};
        for (int n = 0; n < data.length; n++) {
            data[n].fill(n + 1);
            data[n].fill(0, n + 5);
            data[n].fill(1, n + 9);
        }
        for (int n = 0; n < data.length; n++) {
            data[n].assertAll(n + 1);
            data[n].assertAll(0, n + 5);
            data[n].assertAll(1, n + 9);
            assertEquals(n + 1, data[n].getBuffer().get(0));
        }
        byte[] copy = new byte[array.length];
        MPI.COMM_SELF.sendRecv(array, 2, all.getType(), 0, 0, copy, 2, all.getType(), 0, 0);
        Everything.Data second = all.getData(copy, 1);
        second.assertAll(1, 10);
    }

    @Test
    void pairsHoldAValueAndAnIndex() throws MPIException {
        ByteBuffer buffer = MPI.newByteBuffer(32);
        Int2.Data ints = MPI.int2.getData(buffer, 1);
        ints.putValue(1 << 20);
        ints.putIndex(3);
        assertEquals(3 + (1 << 20), ints.getValue() + ints.getIndex());
        FloatInt.Data floats = MPI.floatInt.getData(buffer, 2);
        floats.putValue(1.5f);
        floats.putIndex(4);
        assertEquals(5.5f, floats.getValue() + floats.getIndex());
        LongInt.Data longs = MPI.longInt.getData(new byte[32], 1);
        longs.putValue(1L << 40);
        longs.putIndex(5);
        assertEquals(5 + (1L << 40), longs.getValue() + longs.getIndex());
        ShortInt.Data shorts = MPI.shortInt.getData(new byte[8]);
        shorts.putValue((short) -7);
        shorts.putIndex(6);
        assertEquals(-1, shorts.getValue() + shorts.getIndex());
        DoubleInt.Data doubles = MPI.doubleInt.getData(buffer, 1);
        doubles.putValue(0.25);
        doubles.putIndex(8);
        assertEquals(8.25, doubles.getValue() + doubles.getIndex());
    }

    @Test
    void complexNumbersAreSeenInBuffersAndArrays() {
        DoubleBuffer doubles = MPI.newDoubleBuffer(4);
        ByteBuffer bytes = MPI.newByteBuffer(32);
        for (DoubleComplex number : new DoubleComplex[] {DoubleComplex.get(doubles), DoubleComplex.get(doubles, 1),
            DoubleComplex.get(new double[2]), DoubleComplex.get(new double[4], 1), DoubleComplex.get(bytes),
            DoubleComplex.get(bytes, 1)}) {
            number.putReal(2);
            number.putImag(-3);
            assertEquals(2, number.getReal());
            assertEquals(-3, number.getImag());
            assertEquals(-3, number.getBuffer().get(1));
        }
        assertEquals(-3, doubles.get(3));
        assertEquals(2, bytes.getDouble(16));
        FloatBuffer floats = MPI.newFloatBuffer(4);
        for (FloatComplex number : new FloatComplex[] {FloatComplex.get(floats), FloatComplex.get(floats, 1),
            FloatComplex.get(new float[2]), FloatComplex.get(new float[4], 1), FloatComplex.get(bytes),
            FloatComplex.get(bytes, 1)}) {
            number.putReal(4);
            number.putImag(-5);
            assertEquals(4, number.getReal());
            assertEquals(-5, number.getImag());
            assertEquals(-5, number.getBuffer().get(1));
        }
        assertEquals(-5, floats.get(3));
        assertEquals(4, bytes.getFloat(8));
    }

    @Test
    void slicesOfEveryKindShareTheirMemory() {
        CharBuffer chars = MPI.newCharBuffer(3);
        ShortBuffer shorts = MPI.newShortBuffer(3);
        FloatBuffer floats = MPI.newFloatBuffer(3);
        char[] letters = new char[3];
        short[] numbers = new short[3];
        float[] parts = new float[3];
        MPI.slice(chars, 2).put(0, 'x');
        MPI.slice(shorts, 2).put(0, (short) 4);
        MPI.slice(floats, 2).put(0, 0.5f);
        MPI.slice(letters, 1).put(0, 'y');
        MPI.slice(numbers, 1).put(0, (short) 5);
        MPI.slice(parts, 1).put(0, 1.5f);
        assertEquals('x', chars.get(2));
        assertEquals(4, shorts.get(2));
        assertEquals(0.5f, floats.get(2));
        assertEquals('y', letters[1]);
        assertEquals(5, numbers[1]);
        assertEquals(1.5f, parts[1]);
    }

    @Test
    void whatProgramsMakeThemselvesIsKept() throws MPIException {
        assertNotEquals(null, new MPI());
        assertEquals("why", new MPIException("why").getMessage());
        IOException cause = new IOException("disk");
        assertSame(cause, new MPIException(cause).getCause());
        FileView view = new FileView(8, MPI.INT, MPI.DOUBLE, "native");
        assertEquals(8, view.getDisp());
        assertSame(MPI.INT, view.getEType());
        assertSame(MPI.DOUBLE, view.getFileType());
        assertEquals("native", view.getDataRep());
        Freeable freed = new Op(new UserFunction() { }, true);
        freed.free();
        assertTrue(((Op) freed).isNull());
        assertTrue(new Count(3).equals(new Count(3)));
        assertEquals(-1, new Count(3).compareTo("three"));
    }

    @Test
    void aGraphTellsItsIndicesAndEdges() throws MPIException {
        GraphComm graph = MPI.COMM_SELF.createGraph(new int[] {2}, new int[] {0, 0}, false);
        GraphParms shape = graph.getDims();
        assertEquals(2, shape.getIndex(0));
        assertEquals(0, shape.getEdge(1));
        graph.free();
    }

    @Test
    void aFileHasRoomBeforeItIsWrittenAndIsDeletedWithHints(@TempDir Path directory) throws MPIException {
        String name = directory.resolve("room").toString();
        File file = new File(MPI.COMM_SELF, name, MPI.MODE_CREATE | MPI.MODE_RDWR);
        file.preallocate(1000);
        assertEquals(1000, file.getSize());
        file.close();
        File.delete(name, MPI.INFO_NULL);
        assertTrue(Files.notExists(Path.of(name)));
    }
}
