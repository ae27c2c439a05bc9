package org.hawser.mpi.p2p;

import java.lang.foreign.MemorySegment;
import org.hawser.fabric.Completion;
import org.hawser.fabric.Post;
import org.hawser.mpi.ErrorClass;
import org.hawser.mpi.MpiFailure;
import org.hawser.platform.memory.RawBytes;

/**
 * A message of middle size that the network takes from where the program has it, in pieces. It is done when the peer
 * has all of them: until then a connection that breaks is made again, and what the peer has not got is sent from the
 * program's memory once more.
 *
 * <p><b>Threads:</b> whoever holds the rank. <b>Allocates:</b> per message and piece.
 */
final class ReferredSend extends Completion {
    private final Engine engine;
    private final Partner to;
    private final MemorySegment heads;
    private final long headsAt;
    /** Null when it is over, whichever way. */
    private Operation send;
    /** Pieces that the network has not told of. */
    private int open;

    /** A send that has not begun; {@code heads} is memory for the head of a piece, which anybody may use in between. */
    ReferredSend(Engine engine, Partner to, Operation send, MemorySegment heads) {
        this.engine = engine;
        this.to = to;
        this.send = send;
        this.heads = heads;
        headsAt = heads.address();
    }

    /** The operation; null when it is over. */
    Operation send() {
        return send;
    }

    /** Nobody waits for it any more. */
    void giveUp() {
        send = null;
    }

    /** Posts what there is room for. */
    void push() {
        boolean more = true;
        while (more && send.moved < send.room) {
            long length = Math.min(to.link.maxReferred() - HybridAfar.HEADS, send.room - send.moved);
            HybridAfar.writeHeads(headsAt, send);
            open++;
            int outcome = to.link.offerFrom(Wire.HYBRID_PIECE, heads,
                RawBytes.segmentAt(send.offset + send.moved, length), this);
            open -= outcome == Post.STARTED ? 0 : 1;
            more = outcome != Post.BUSY;
            send.moved += more ? length : 0;
        }
    }

    /** Ends the send if all pieces have been posted and the network has told of each that it did not copy. */
    void endIfOver() {
        if (send != null && open == 0 && send.moved == send.room) {
            end(null);
        }
    }

    @Override
    public void completed(long result) {
        open--;
        endIfOver();
    }

    @Override
    public void failed(RuntimeException cause) {
        open--;
        boolean lost = engine.watch.isLoss(to.rank, cause);
        end(new MpiFailure(lost ? ErrorClass.PROC_FAILED : ErrorClass.OTHER, "a message could not be sent: "
            + cause.getMessage(), cause));
    }

    private void end(MpiFailure failure) {
        Operation over = send;
        send = null;
        engine.hybridAfar.forget(this);
        if (over != null) {
            if (failure != null && over.failure() == null) {
                over.fail(failure);
            }
            engine.complete(over);
        }
    }
}
