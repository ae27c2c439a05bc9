package mpi;

/**
 * A number of elements that may be larger than an {@code int}.
 *
 * <pre>{@code
 * long elements = status.getElementsX(MPI.DOUBLE).getCount();
 * }</pre>
 *
 * <p><b>Threads:</b> one at a time.
 */
@SuppressWarnings("rawtypes")
public final class Count implements Comparable {
    private long count;

    /** A count. */
    public Count(long count) {
        this.count = count;
    }

    /** The number. */
    public long getCount() {
        return count;
    }

    /** Changes the number. */
    public void setCount(long count) {
        this.count = count;
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof Count that && count == that.count;
    }

    @Override
    public int hashCode() {
        return Long.hashCode(count);
    }

    @Override
    public int compareTo(Object other) {
        return other instanceof Count that ? Long.compare(count, that.count) : -1;
    }
}
