package mpi;

import org.hawser.mpi.datatype.TypeShape;

/**
 * An int and an index, as {@link MPI#MAXLOC} and {@link MPI#MINLOC} compare them; use {@link MPI#int2}.
 *
 * <pre>{@code
 * Int2.Data pair = MPI.int2.getData(MPI.newByteBuffer(MPI.int2.getExtent()));
 * pair.putValue((int) 7);
 * pair.putIndex(MPI.COMM_WORLD.getRank());
 * MPI.COMM_WORLD.send(pair.getBuffer(), 1, MPI.INT2, 0, 0);
 * }</pre>
 *
 * <p><b>Threads:</b> any.
 */
public final class Int2 extends Struct {
    private final int value = addInt();
    private final int index = setOffset(TypeShape.indexOffset(Integer.BYTES)).addInt();

    Int2(Datatype type) {
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
        public int getValue() {
            return getInt(value);
        }

        /** The index. */
        public int getIndex() {
            return getInt(index);
        }

        /** Sets the value. */
        public void putValue(int v) {
            putInt(value, v);
        }

        /** Sets the index. */
        public void putIndex(int v) {
            putInt(index, v);
        }
    }
}
