package mpi;

import java.nio.ByteBuffer;

/**
 * How a program's own operation combines two arrays of items. Override one of the two: the one with objects sees arrays
 * or buffers as the caller of the reduction gave them, the one with byte buffers sees bytes in native order.
 *
 * <pre>{@code
 * Op longest = new Op(new UserFunction() {
 *     public void call(Object in, Object inOut, int count, Datatype type) {
 *         int[] a = (int[]) in;
 *         int[] b = (int[]) inOut;
 *         for (int i = 0; i < count; i++) {
 *             b[i] = Math.max(a[i], b[i]);
 *         }
 *     }
 * }, true);
 * }</pre>
 *
 * <p><b>Threads:</b> called by the thread that reduces.
 */
public abstract class UserFunction {
    /** A function. */
    public UserFunction() {
    }

    /** Combines {@code in} and {@code inOut} into {@code inOut}, item by item. */
    public void call(Object in, Object inOut, int count, Datatype datatype) throws MPIException {
        throw new UnsupportedOperationException("override one of UserFunction's two methods: class="
            + getClass().getName());
    }

    /** The same on bytes; calls the other one unless it is overridden. */
    public void call(ByteBuffer in, ByteBuffer inOut, int count, Datatype datatype) throws MPIException {
        call((Object) in, (Object) inOut, count, datatype);
    }
}
