package mpi;

import java.nio.ByteBuffer;
import java.nio.FloatBuffer;

/**
 * A complex number of two floats in a buffer or an array: the real part, then the imaginary one.
 *
 * <pre>{@code
 * float[] numbers = new float[2 * 10];
 * FloatComplex third = FloatComplex.get(numbers, 2);
 * third.putReal(1);
 * MPI.COMM_WORLD.send(numbers, 10, MPI.FLOAT_COMPLEX, 1, 0);
 * }</pre>
 *
 * <p><b>Threads:</b> as the memory underneath.
 */
public final class FloatComplex {
    private final FloatBuffer buffer;
    private final int offset;

    private FloatComplex(FloatBuffer buffer, int index) {
        this.buffer = buffer;
        this.offset = 2 * index;
    }

    /** The number at the start of a buffer. */
    public static FloatComplex get(FloatBuffer buffer) {
        return new FloatComplex(buffer, 0);
    }

    /** A number among several in a buffer. */
    public static FloatComplex get(FloatBuffer buffer, int index) {
        return new FloatComplex(buffer, index);
    }

    /** The number at the start of an array. */
    public static FloatComplex get(float[] array) {
        return new FloatComplex(FloatBuffer.wrap(array), 0);
    }

    /** A number among several in an array. */
    public static FloatComplex get(float[] array, int index) {
        return new FloatComplex(FloatBuffer.wrap(array), index);
    }

    /** The number at the start of a buffer of bytes, in the buffer's byte order. */
    public static FloatComplex get(ByteBuffer buffer) {
        return new FloatComplex(fromStart(buffer), 0);
    }

    /** A number among several in a buffer of bytes, in the buffer's byte order. */
    public static FloatComplex get(ByteBuffer buffer, int index) {
        return new FloatComplex(fromStart(buffer), index);
    }

    private static FloatBuffer fromStart(ByteBuffer buffer) {
        return buffer.duplicate().order(buffer.order()).clear().asFloatBuffer();
    }

    /** The real part. */
    public float getReal() {
        return buffer.get(offset);
    }

    /** The imaginary part. */
    public float getImag() {
        return buffer.get(offset + 1);
    }

    /** Sets the real part. */
    public void putReal(float real) {
        buffer.put(offset, real);
    }

    /** Sets the imaginary part. */
    public void putImag(float imag) {
        buffer.put(offset + 1, imag);
    }

    /** The buffer from this number on. */
    public FloatBuffer getBuffer() {
        return offset == 0 ? buffer : MPI.slice(buffer, offset);
    }
}
