package mpi;

import org.hawser.mpi.datatype.TypeShape;

/**
 * A short and an index, as {@link MPI#MAXLOC} and {@link MPI#MINLOC} compare them; use {@link MPI#shortInt}.
 *
 * <pre>{@code
 * ShortInt.Data pair = MPI.shortInt.getData(MPI.newByteBuffer(MPI.shortInt.getExtent()));
 * pair.putValue((short) 7);
 * pair.putIndex(MPI.COMM_WORLD.getRank());
 * MPI.COMM_WORLD.send(pair.getBuffer(), 1, MPI.SHORT_INT, 0, 0);
 * }</pre>
 *
 * <p><b>Threads:</b> any.
 */
public final class ShortInt extends Struct {
    private final int value = addShort();
    private final int index = setOffset(TypeShape.indexOffset(Short.BYTES)).addInt();

    ShortInt(Datatype type) {
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
        public short getValue() {
            return getShort(value);
        }

        /** The index. */
        public int getIndex() {
            return getInt(index);
        }

        /** Sets the value. */
        public void putValue(short v) {
            putShort(value, v);
        }

        /** Sets the index. */
        public void putIndex(int v) {
            putInt(index, v);
        }
    }
}
