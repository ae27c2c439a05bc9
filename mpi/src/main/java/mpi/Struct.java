package mpi;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.ArrayList;
import java.util.List;
import org.hawser.mpi.datatype.Layout;
import org.hawser.mpi.datatype.LayoutBuilder;
import org.hawser.mpi.datatype.TypeShape;

/**
 * A datatype made of fields, which lie in a byte buffer or a byte array. Subclasses add the fields in their
 * initialisers and give a {@link Data} that reads and writes them. Fields follow each other without gaps;
 * {@link #setOffset} makes one, and messages leave it out. The whole is as long as the alignment of its fields demands.
 *
 * <pre>{@code
 * class Particle extends Struct {
 *     private final int position = addDouble(3);
 *     private final int charge = addInt();
 *
 *     protected Data newData() {
 *         return new Data();
 *     }
 *
 *     class Data extends Struct.Data {
 *         double x() {
 *             return getDouble(position, 0);
 *         }
 *     }
 * }
 * }</pre>
 *
 * <p><b>Threads:</b> one at a time while fields are added, then any.
 */
public abstract class Struct {
    private record Field(Datatype type, int offset, int length) {
    }

    private final List<Field> fields = new ArrayList<>();
    /** Where the next field lies. */
    private int end;
    private Datatype datatype;
    /** True from the first use on: there are no more fields then. */
    private boolean committed;

    /** A struct with no fields yet. */
    public Struct() {
    }

    /** A struct that has a type already. */
    Struct(Datatype datatype) {
        this.datatype = datatype;
    }

    /** From one struct to the next, in bytes. */
    public final int getExtent() throws MPIException {
        return commit().bytes();
    }

    /** The datatype to send structs with. */
    public final Datatype getType() throws MPIException {
        return commit();
    }

    private Datatype commit() {
        committed = true;
        if (datatype == null) {
            LayoutBuilder builder = new LayoutBuilder();
            for (Field field : fields) {
                Layout layout = field.type.layout();
                builder.add(layout, field.offset, field.length, layout.extent());
            }
            // As of every struct type: from the first field to the end of the last, with no gaps around.
            datatype = new Datatype(new TypeShape(getClass().getSimpleName(), 0, 1, builder.build()), false);
        }
        return datatype;
    }

    /** Makes what reads and writes one struct. */
    protected abstract Data newData();

    /** The struct at the start of a buffer. */
    public final <T extends Data> T getData(ByteBuffer buffer) throws MPIException {
        return data(buffer, 0);
    }

    /** A struct among several in a buffer. */
    public final <T extends Data> T getData(ByteBuffer buffer, int index) throws MPIException {
        return data(buffer, index * getExtent());
    }

    /** The struct at the start of an array. */
    public final <T extends Data> T getData(byte[] array) throws MPIException {
        return data(ByteBuffer.wrap(array).order(ByteOrder.nativeOrder()), 0);
    }

    /** A struct among several in an array. */
    public final <T extends Data> T getData(byte[] array, int index) throws MPIException {
        return data(ByteBuffer.wrap(array).order(ByteOrder.nativeOrder()), index * getExtent());
    }

    @SuppressWarnings("unchecked")
    private <T extends Data> T data(ByteBuffer buffer, int offset) {
        commit();
        Data data = newData();
        data.buffer = buffer;
        data.offset = offset;
        return (T) data;
    }

    /** Sets where the next field lies; not before the end of the last one. */
    public final Struct setOffset(int offset) {
        checkOpen();
        if (offset < end) {
            throw new IllegalArgumentException("the offset lies before the end of the last field: offset=" + offset
                + " end=" + end);
        }
        end = offset;
        return this;
    }

    /** Adds a byte; returns where it lies. */
    public final int addByte() {
        return addByte(1);
    }

    /** Adds bytes; returns where the first lies. */
    public final int addByte(int length) {
        return add(MPI.BYTE, length);
    }

    /** Adds a char; returns where it lies. */
    public final int addChar() {
        return addChar(1);
    }

    /** Adds chars; returns where the first lies. */
    public final int addChar(int length) {
        return add(MPI.CHAR, length);
    }

    /** Adds a short; returns where it lies. */
    public final int addShort() {
        return addShort(1);
    }

    /** Adds shorts; returns where the first lies. */
    public final int addShort(int length) {
        return add(MPI.SHORT, length);
    }

    /** Adds an int; returns where it lies. */
    public final int addInt() {
        return addInt(1);
    }

    /** Adds ints; returns where the first lies. */
    public final int addInt(int length) {
        return add(MPI.INT, length);
    }

    /** Adds a long; returns where it lies. */
    public final int addLong() {
        return addLong(1);
    }

    /** Adds longs; returns where the first lies. */
    public final int addLong(int length) {
        return add(MPI.LONG, length);
    }

    /** Adds a float; returns where it lies. */
    public final int addFloat() {
        return addFloat(1);
    }

    /** Adds floats; returns where the first lies. */
    public final int addFloat(int length) {
        return add(MPI.FLOAT, length);
    }

    /** Adds a double; returns where it lies. */
    public final int addDouble() {
        return addDouble(1);
    }

    /** Adds doubles; returns where the first lies. */
    public final int addDouble(int length) {
        return add(MPI.DOUBLE, length);
    }

    /** Adds a struct; returns where it lies. */
    public final int addStruct(Struct struct) throws MPIException {
        return addStruct(struct, 1);
    }

    /** Adds structs; returns where the first lies. */
    public final int addStruct(Struct struct, int length) throws MPIException {
        return add(struct.getType(), length);
    }

    /** Adds an item of a datatype; returns where it lies. */
    public final int addData(Datatype type) throws MPIException {
        return addData(type, 1);
    }

    /** Adds items of a datatype; returns where the first lies. */
    public final int addData(Datatype type, int length) throws MPIException {
        return add(Datatype.usable(type, "Struct.addData"), length);
    }

    private int add(Datatype type, int length) {
        checkOpen();
        if (length < 0) {
            throw new IllegalArgumentException("the length is negative: length=" + length);
        }
        int offset = end;
        fields.add(new Field(type, offset, length));
        end = Math.addExact(offset, Math.multiplyExact(type.bytes(), length));
        return offset;
    }

    private void checkOpen() {
        if (committed) {
            throw new IllegalStateException("no fields can be added once the struct has been used: struct="
                + getClass().getName());
        }
    }

    private boolean has(int offset, int index, Datatype type) {
        for (Field field : fields) {
            if (field.offset == offset && field.type == type && index >= 0 && index < field.length) {
                return true;
            }
        }
        return false;
    }

    /**
     * One struct in a buffer. Fields are named by where they lie, as the methods that added them said.
     *
     * <p><b>Threads:</b> as the buffer underneath.
     */
    public abstract class Data {
        private ByteBuffer buffer;
        private int offset;

        /** Given its buffer by {@link Struct#getData(ByteBuffer)}. */
        public Data() {
        }

        /** The buffer from this struct on, to be sent or received into. */
        public final ByteBuffer getBuffer() {
            return offset == 0 ? buffer : MPI.slice(buffer, offset);
        }

        /** Where an item of a field lies. */
        private int at(int field, int index, Datatype type) {
            assert has(field, index, type) : "no such field: field=" + field + " index=" + index;
            return offset + field + index * type.bytes();
        }

        /** The byte of a field. */
        protected final byte getByte(int field) {
            return buffer.get(at(field, 0, MPI.BYTE));
        }

        /** One byte of a field of several. */
        protected final byte getByte(int field, int index) {
            return buffer.get(at(field, index, MPI.BYTE));
        }

        /** Sets the byte of a field. */
        protected final void putByte(int field, byte v) {
            buffer.put(at(field, 0, MPI.BYTE), v);
        }

        /** Sets one byte of a field of several. */
        protected final void putByte(int field, int index, byte v) {
            buffer.put(at(field, index, MPI.BYTE), v);
        }

        /** The char of a field. */
        protected final char getChar(int field) {
            return buffer.getChar(at(field, 0, MPI.CHAR));
        }

        /** One char of a field of several. */
        protected final char getChar(int field, int index) {
            return buffer.getChar(at(field, index, MPI.CHAR));
        }

        /** Sets the char of a field. */
        protected final void putChar(int field, char v) {
            buffer.putChar(at(field, 0, MPI.CHAR), v);
        }

        /** Sets one char of a field of several. */
        protected final void putChar(int field, int index, char v) {
            buffer.putChar(at(field, index, MPI.CHAR), v);
        }

        /** The short of a field. */
        protected final short getShort(int field) {
            return buffer.getShort(at(field, 0, MPI.SHORT));
        }

        /** One short of a field of several. */
        protected final short getShort(int field, int index) {
            return buffer.getShort(at(field, index, MPI.SHORT));
        }

        /** Sets the short of a field. */
        protected final void putShort(int field, short v) {
            buffer.putShort(at(field, 0, MPI.SHORT), v);
        }

        /** Sets one short of a field of several. */
        protected final void putShort(int field, int index, short v) {
            buffer.putShort(at(field, index, MPI.SHORT), v);
        }

        /** The int of a field. */
        protected final int getInt(int field) {
            return buffer.getInt(at(field, 0, MPI.INT));
        }

        /** One int of a field of several. */
        protected final int getInt(int field, int index) {
            return buffer.getInt(at(field, index, MPI.INT));
        }

        /** Sets the int of a field. */
        protected final void putInt(int field, int v) {
            buffer.putInt(at(field, 0, MPI.INT), v);
        }

        /** Sets one int of a field of several. */
        protected final void putInt(int field, int index, int v) {
            buffer.putInt(at(field, index, MPI.INT), v);
        }

        /** The long of a field. */
        protected final long getLong(int field) {
            return buffer.getLong(at(field, 0, MPI.LONG));
        }

        /** One long of a field of several. */
        protected final long getLong(int field, int index) {
            return buffer.getLong(at(field, index, MPI.LONG));
        }

        /** Sets the long of a field. */
        protected final void putLong(int field, long v) {
            buffer.putLong(at(field, 0, MPI.LONG), v);
        }

        /** Sets one long of a field of several. */
        protected final void putLong(int field, int index, long v) {
            buffer.putLong(at(field, index, MPI.LONG), v);
        }

        /** The float of a field. */
        protected final float getFloat(int field) {
            return buffer.getFloat(at(field, 0, MPI.FLOAT));
        }

        /** One float of a field of several. */
        protected final float getFloat(int field, int index) {
            return buffer.getFloat(at(field, index, MPI.FLOAT));
        }

        /** Sets the float of a field. */
        protected final void putFloat(int field, float v) {
            buffer.putFloat(at(field, 0, MPI.FLOAT), v);
        }

        /** Sets one float of a field of several. */
        protected final void putFloat(int field, int index, float v) {
            buffer.putFloat(at(field, index, MPI.FLOAT), v);
        }

        /** The double of a field. */
        protected final double getDouble(int field) {
            return buffer.getDouble(at(field, 0, MPI.DOUBLE));
        }

        /** One double of a field of several. */
        protected final double getDouble(int field, int index) {
            return buffer.getDouble(at(field, index, MPI.DOUBLE));
        }

        /** Sets the double of a field. */
        protected final void putDouble(int field, double v) {
            buffer.putDouble(at(field, 0, MPI.DOUBLE), v);
        }

        /** Sets one double of a field of several. */
        protected final void putDouble(int field, int index, double v) {
            buffer.putDouble(at(field, index, MPI.DOUBLE), v);
        }

        /** The struct in a field. */
        protected final <S extends Struct, D extends Struct.Data> D getData(S struct, int field) {
            return getData(struct, field, 0);
        }

        /** One struct in a field of several. */
        protected final <S extends Struct, D extends Struct.Data> D getData(S struct, int field, int index) {
            Struct inner = struct;
            return inner.data(buffer, at(field, index, inner.commit()));
        }

        /** The buffer from an item in a field on. */
        protected final ByteBuffer getBuffer(Datatype type, int field) {
            return from(at(field, 0, type));
        }

        /** The buffer from one item in a field of several on. */
        protected final ByteBuffer getBuffer(Datatype type, int field, int index) throws MPIException {
            return from(at(field, index, type));
        }

        private ByteBuffer from(int position) {
            return position == 0 ? buffer : MPI.slice(buffer, position);
        }
    }
}
