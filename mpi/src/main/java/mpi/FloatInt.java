package mpi;

import org.hawser.mpi.datatype.TypeShape;

/**
 * A float and an index, as {@link MPI#MAXLOC} and {@link MPI#MINLOC} compare them; use {@link MPI#floatInt}.
 *
 * <pre>{@code
 * FloatInt.Data pair = MPI.floatInt.getData(MPI.newByteBuffer(MPI.floatInt.getExtent()));
 * pair.putValue((float) 7);
 * pair.putIndex(MPI.COMM_WORLD.getRank());
 * MPI.COMM_WORLD.send(pair.getBuffer(), 1, MPI.FLOAT_INT, 0, 0);
 * }</pre>
 *
 * <p><b>Threads:</b> any.
 */
public final class FloatInt extends Struct {
    private final int value = addFloat();
    private final int index = setOffset(TypeShape.indexOffset(Float.BYTES)).addInt();

    FloatInt(Datatype type) {
        super(type);
    }

    @Override
    protected Data newData() {
        return new Data();
    }

    /**
     * One pair in a buffer.
     *
     * <p><b>Threads:</b> as the buffer underneath.
     */
    public final class Data extends Struct.Data {
        /** Given its buffer by {@link Struct#getData(java.nio.ByteBuffer)}. */
        public Data() {
        }

        /** The value. */
        public float getValue() {
            return getFloat(value);
        }

        /** The index. */
        public int getIndex() {
            return getInt(index);
        }

        /** Sets the value. */
        public void putValue(float v) {
            putFloat(value, v);
        }

        /** Sets the index. */
        public void putIndex(int v) {
            putInt(index, v);
        }
    }
}
