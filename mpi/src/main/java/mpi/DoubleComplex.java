package mpi;

import java.nio.ByteBuffer;
import java.nio.DoubleBuffer;

/**
 * A complex number of two doubles in a buffer or an array: the real part, then the imaginary one.
 *
 * <pre>{@code
 * double[] numbers = new double[2 * 10];
 * DoubleComplex third = DoubleComplex.get(numbers, 2);
 * third.putReal(1);
 * MPI.COMM_WORLD.send(numbers, 10, MPI.DOUBLE_COMPLEX, 1, 0);
 * }</pre>
 *
 * <p><b>Threads:</b> as the memory underneath.
 */
public final class DoubleComplex {
    private final DoubleBuffer buffer;
    private final int offset;

    private DoubleComplex(DoubleBuffer buffer, int index) {
        this.buffer = buffer;
        this.offset = 2 * index;
    }

    /** The number at the start of a buffer. */
    public static DoubleComplex get(DoubleBuffer buffer) {
        return new DoubleComplex(buffer, 0);
    }

    /** A number among several in a buffer. */
    public static DoubleComplex get(DoubleBuffer buffer, int index) {
        return new DoubleComplex(buffer, index);
    }

    /** The number at the start of an array. */
    public static DoubleComplex get(double[] array) {
        return new DoubleComplex(DoubleBuffer.wrap(array), 0);
    }

    /** A number among several in an array. */
    public static DoubleComplex get(double[] array, int index) {
        return new DoubleComplex(DoubleBuffer.wrap(array), index);
    }

    /** The number at the start of a buffer of bytes, in the buffer's byte order. */
    public static DoubleComplex get(ByteBuffer buffer) {
        return new DoubleComplex(fromStart(buffer), 0);
    }

    /** A number among several in a buffer of bytes, in the buffer's byte order. */
    public static DoubleComplex get(ByteBuffer buffer, int index) {
        return new DoubleComplex(fromStart(buffer), index);
    }

    private static DoubleBuffer fromStart(ByteBuffer buffer) {
        return buffer.duplicate().order(buffer.order()).clear().asDoubleBuffer();
    }

    /** The real part. */
    public double getReal() {
        return buffer.get(offset);
    }

    /** The imaginary part. */
    public double getImag() {
        return buffer.get(offset + 1);
    }

    /** Sets the real part. */
    public void putReal(double real) {
        buffer.put(offset, real);
    }

    /** Sets the imaginary part. */
    public void putImag(double imag) {
        buffer.put(offset + 1, imag);
    }

    /** The buffer from this number on. */
    public DoubleBuffer getBuffer() {
        return offset == 0 ? buffer : MPI.slice(buffer, offset);
    }
}
