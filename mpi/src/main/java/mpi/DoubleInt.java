package mpi;

import org.hawser.mpi.datatype.TypeShape;

/**
 * A double and an index, as {@link MPI#MAXLOC} and {@link MPI#MINLOC} compare them; use {@link MPI#doubleInt}.
 *
 * <pre>{@code
 * DoubleInt.Data pair = MPI.doubleInt.getData(MPI.newByteBuffer(MPI.doubleInt.getExtent()));
 * pair.putValue((double) 7);
 * pair.putIndex(MPI.COMM_WORLD.getRank());
 * MPI.COMM_WORLD.send(pair.getBuffer(), 1, MPI.DOUBLE_INT, 0, 0);
 * }</pre>
 *
 * <p><b>Threads:</b> any.
 */
public final class DoubleInt extends Struct {
    private final int value = addDouble();
    private final int index = setOffset(TypeShape.indexOffset(Double.BYTES)).addInt();

    DoubleInt(Datatype type) {
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
        public double getValue() {
            return getDouble(value);
        }

        /** The index. */
        public int getIndex() {
            return getInt(index);
        }

        /** Sets the value. */
        public void putValue(double v) {
            putDouble(value, v);
        }

        /** Sets the index. */
        public void putIndex(int v) {
            putInt(index, v);
        }
    }
}
