package mpi;

import org.hawser.mpi.ErrorClass;

/**
 * What is known of a message that was received or probed, or of a request that is complete.
 *
 * <pre>{@code
 * Status status = MPI.COMM_WORLD.recv(buffer, buffer.length, MPI.INT, MPI.ANY_SOURCE, MPI.ANY_TAG);
 * int from = status.getSource();
 * int ints = status.getCount(MPI.INT);
 * }</pre>
 *
 * <p><b>Threads:</b> one at a time.
 */
public final class Status {
    /** The index where there was no array to have a place in. */
    static final int ALONE = 0;

    private final int source;
    private final int tag;
    private final int index;
    private long bytes;
    private boolean cancelled;

    Status(int source, int tag, long bytes, boolean cancelled, int index) {
        this.source = source;
        this.tag = tag;
        this.bytes = bytes;
        this.cancelled = cancelled;
        this.index = index;
    }

    Status(int source, int tag, long bytes) {
        this(source, tag, bytes, false, ALONE);
    }

    /** Of a request that stands for nothing. */
    static Status empty(int index) {
        return new Status(MPI.ANY_SOURCE, MPI.ANY_TAG, 0, false, index);
    }

    /**
     * How many items of {@code datatype} the message has; {@link MPI#UNDEFINED} when it is no whole number, or too
     * large a one.
     */
    public int getCount(Datatype datatype) throws MPIException {
        long item = Datatype.usable(datatype, "Status.getCount").layout().size();
        if (item == 0) {
            return bytes == 0 ? 0 : MPI.UNDEFINED;
        }
        long count = bytes / item;
        return count * item == bytes && count <= Integer.MAX_VALUE ? (int) count : MPI.UNDEFINED;
    }

    /** True when the request was cancelled. */
    public boolean isCancelled() throws MPIException {
        return cancelled;
    }

    /**
     * How many basic elements the message has when its items are {@code datatype}; the last item may be incomplete.
     * {@link MPI#UNDEFINED} when it ends inside an element.
     */
    public int getElements(Datatype datatype) throws MPIException {
        long elements = elements(datatype, "Status.getElements");
        return elements < 0 || elements > Integer.MAX_VALUE ? MPI.UNDEFINED : (int) elements;
    }

    /** The same as {@link #getElements}, without its limit. */
    public Count getElementsX(Datatype datatype) throws MPIException {
        return new Count(elements(datatype, "Status.getElementsX"));
    }

    private long elements(Datatype datatype, String call) throws MPIException {
        long elements = Datatype.usable(datatype, call).layout().signature().elementsIn(bytes);
        return elements < 0 ? MPI.UNDEFINED : elements;
    }

    /** Sets what {@link #getElements} says. */
    public void setElements(Datatype datatype, int count) throws MPIException {
        setElements(datatype, count, "Status.setElements");
    }

    /** Sets what {@link #getElementsX} says. */
    public void setElementsX(Datatype datatype, Count count) throws MPIException {
        if (count == null) {
            throw Errors.raise(null, "Status.setElementsX", ErrorClass.COUNT, "the count is a null reference");
        }
        setElements(datatype, count.getCount(), "Status.setElementsX");
    }

    private void setElements(Datatype datatype, long count, String call) throws MPIException {
        Datatype type = Datatype.usable(datatype, call);
        if (count < 0) {
            throw Errors.raise(null, call, ErrorClass.COUNT, "the count is negative: count=" + count);
        }
        bytes = type.layout().signature().bytesOf(count);
    }

    /** Sets what {@link #isCancelled} says. */
    public void setCancelled(boolean flag) throws MPIException {
        cancelled = flag;
    }

    /** The sender's rank in the communicator. */
    public int getSource() {
        return source;
    }

    /** The message's tag. */
    public int getTag() {
        return tag;
    }

    /** {@link MPI#SUCCESS}: what goes wrong is thrown. */
    public int getError() {
        return ErrorClass.SUCCESS;
    }

    /** The request's place in the array that was waited for or tested, else 0. */
    public int getIndex() {
        return index;
    }
}
