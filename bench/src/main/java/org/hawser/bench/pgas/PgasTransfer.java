package org.hawser.bench.pgas;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import org.hawser.bench.nas.Transfer;
import org.hawser.pgas.Pgas;

/**
 * The exchanges of NAS kernels by puts into shared memory.
 *
 * <p><b>Threads:</b> the main thread of each rank. <b>Allocates:</b> a view per put.
 */
final class PgasTransfer implements Transfer {
    /** Elements of the longest exchange: a face of the largest problem. */
    private static final int MOST = 1 << 17;

    private final Mailbox mailbox;

    /** Collective. */
    PgasTransfer(Pgas pgas, Puts puts) {
        mailbox = new Mailbox(pgas, (long) MOST * Double.BYTES, puts);
    }

    @Override
    public boolean overlaps() {
        return mailbox.overlaps();
    }

    @Override
    public void begin(double[] outgoing, int from, int to, int target) {
        mailbox.put(target, MemorySegment.ofArray(outgoing), (long) from * Double.BYTES,
            (long) (to - from) * Double.BYTES);
    }

    @Override
    public void end(double[] incoming, int from, int to, int source) {
        long place = mailbox.await(source);
        MemorySegment.copy(mailbox.mine(), ValueLayout.JAVA_DOUBLE, place, incoming, from, to - from);
        mailbox.empty(source);
    }

    @Override
    public void close() {
        mailbox.close();
    }
}
