package org.hawser.bench.nas;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.DoubleBuffer;
import java.nio.LongBuffer;
import mpi.Comm;
import mpi.Info;
import mpi.MPI;
import mpi.MPIException;
import mpi.Win;

/**
 * Exchanges by puts. Each rank's window has two places for what each other rank sends, and two words: how many
 * messages that rank has sent here, and how many of this rank's it has taken. A sender puts the elements, then says so;
 * a place is used again when what was in it is taken.
 *
 * <p><b>Threads:</b> the main thread of each rank. <b>Allocates:</b> a view per put.
 */
final class WindowTransfer implements Transfer {
    /** Elements of the longest exchange: a face of the largest problem. */
    private static final int MOST = 1 << 17;
    private static final int PLACES = 2;
    private static final int LINE = 128;
    private static final VarHandle WORD =
        MethodHandles.byteBufferViewVarHandle(long[].class, ByteOrder.nativeOrder());
    /** Looks at a word before others get the core. */
    private static final int LOOKS = 100;

    private final Comm comm;
    private final boolean overlaps;
    private final int rank;
    private final int size;
    private final ByteBuffer memory;
    private final DoubleBuffer elements;
    private final Win window;
    private final long[] sent;
    private final long[] told;
    private final long[] taken;
    private final LongBuffer word = MPI.newLongBuffer(1);

    WindowTransfer(Comm comm, boolean overlaps) throws MPIException {
        this.comm = comm;
        this.overlaps = overlaps;
        rank = comm.getRank();
        size = comm.getSize();
        sent = new long[size];
        told = new long[size];
        taken = new long[size];
        int bytes = place(size, 0);
        memory = MPI.newByteBuffer(bytes);
        elements = memory.order(ByteOrder.nativeOrder()).asDoubleBuffer();
        window = new Win(memory, bytes, 1, new Info(), comm);
        window.lockAll(0);
    }

    @Override
    public boolean overlaps() {
        return overlaps;
    }

    /** Where a rank's word is that says how many messages it has sent here. */
    private static int sentWord(int source) {
        return 2 * source * LINE;
    }

    /** Where a rank's word is that says how many messages it has taken from here. */
    private static int takenWord(int target) {
        return (2 * target + 1) * LINE;
    }

    private int place(int source, long message) {
        return 2 * size * LINE + (source * PLACES + (int) (message % PLACES)) * MOST * Double.BYTES;
    }

    @Override
    public void begin(double[] outgoing, int from, int to, int target) {
        if (to - from > MOST) {
            throw new IllegalArgumentException("longer than a window's place: elements=" + (to - from));
        }
        try {
            put(outgoing, from, to, target);
        } catch (MPIException e) {
            throw MpiCalls.failed(e);
        }
    }

    private void put(double[] outgoing, int from, int to, int target) throws MPIException {
        long message = ++sent[target];
        await(takenWord(target), message - PLACES);
        DoubleBuffer part = DoubleBuffer.wrap(outgoing, from, to - from).slice();
        window.put(part, to - from, MPI.DOUBLE, target, place(rank, message), to - from, MPI.DOUBLE);
        if (!overlaps) {
            tell(target);
        }
    }

    /** Says how many messages were sent, once they are there. */
    private void tell(int target) throws MPIException {
        if (told[target] < sent[target]) {
            window.flush(target);
            told[target] = sent[target];
            set(target, sentWord(rank), sent[target]);
        }
    }

    private void set(int target, int place, long value) throws MPIException {
        word.put(0, value);
        window.accumulate(word, 1, MPI.LONG, target, place, 1, MPI.LONG, MPI.REPLACE);
        window.flush(target);
    }

    @Override
    public void end(double[] incoming, int from, int to, int source) {
        try {
            take(incoming, from, to, source);
        } catch (MPIException e) {
            throw MpiCalls.failed(e);
        }
    }

    private void take(double[] incoming, int from, int to, int source) throws MPIException {
        for (int target = 0; overlaps && target < size; target++) {
            tell(target);
        }
        long message = ++taken[source];
        await(sentWord(source), message);
        elements.get(place(source, message) / Double.BYTES, incoming, from, to - from);
        set(source, takenWord(rank), message);
    }

    private void await(int place, long value) throws MPIException {
        for (int looks = 0; (long) WORD.getAcquire(memory, place) < value; looks++) {
            if (looks > LOOKS) {
                // Where puts are carried by messages, it is this that lets them in.
                comm.iProbe(MPI.ANY_SOURCE, MPI.ANY_TAG);
                Thread.yield();
            } else {
                Thread.onSpinWait();
            }
        }
    }

    @Override
    public void close() {
        try {
            window.unlockAll();
            window.free();
        } catch (MPIException e) {
            throw MpiCalls.failed(e);
        }
    }
}
