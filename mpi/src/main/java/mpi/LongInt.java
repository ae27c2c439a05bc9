package mpi;

import org.hawser.mpi.datatype.TypeShape;

/**
 * A long and an index, as {@link MPI#MAXLOC} and {@link MPI#MINLOC} compare them; use {@link MPI#longInt}.
 *
 * <pre>{@code
 * LongInt.Data pair = MPI.longInt.getData(MPI.newByteBuffer(MPI.longInt.getExtent()));
 * pair.putValue((long) 7);
 * pair.putIndex(MPI.COMM_WORLD.getRank());
 * MPI.COMM_WORLD.send(pair.getBuffer(), 1, MPI.LONG_INT, 0, 0);
 * }</pre>
 *
 * <p><b>Threads:</b> any.
 */
public final class LongInt extends Struct {
    private final int value = addLong();
    private final int index = setOffset(TypeShape.indexOffset(Long.BYTES)).addInt();

    LongInt(Datatype type) {
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
        public long getValue() {
            return getLong(value);
        }

        /** The index. */
        public int getIndex() {
            return getInt(index);
        }

        /** Sets the value. */
        public void putValue(long v) {
            putLong(value, v);
        }

        /** Sets the index. */
        public void putIndex(int v) {
            putInt(index, v);
        }
    }
}
