package org.hawser.mpi.p2p;

import java.util.ArrayList;
import java.util.List;
import org.hawser.fabric.Completion;
import org.hawser.fabric.FabricException;
import org.hawser.fabric.Post;
import org.hawser.fabric.RemoteRegion;
import org.hawser.mpi.ErrorClass;
import org.hawser.mpi.MpiFailure;
import org.hawser.platform.memory.RawBytes;

/**
 * Large messages to a peer whose memory is not mapped but can be written over the network: the receiver lends the
 * memory of its receive to the sender for this one message, and the sender has the network take the bytes from where
 * the program has them and put them where the program wants them. Memory that is in an array, or has gaps, is not lent,
 * and a sender whose own is sends chunks instead.
 *
 * <p>Cost: the messages of the rendezvous, and one behind the data; no copy by either rank.
 *
 * <p>What keeps it safe: lent memory is open to that one peer and under a secret of its own, from when the receive is
 * announced or has its message until it is done, whatever way it ends. The sender's memory is the program's again when
 * the network says that the receiver has it.
 *
 * <p><b>Threads:</b> whoever holds the rank. <b>Allocates:</b> per message.
 */
final class RemoteWrites {
    private final Engine engine;
    /** Writes that found no room. */
    private final List<Write> unposted = new ArrayList<>();
    /** Writes under way. */
    private final List<Write> posted = new ArrayList<>();

    RemoteWrites(Engine engine) {
        this.engine = engine;
    }

    /** Opens the memory of a receive to its sender; null when that cannot be, or is not worth it. */
    Place lend(Operation receive, Partner from) {
        if (receive.array != null || receive.layout != null || receive.room <= from.eager) {
            return null;
        }
        if (receive.lent() == null) {
            receive.lend(engine.rank.lend(RawBytes.segmentAt(receive.offset, receive.room), from.rank));
        }
        return new Place(receive.lent().key(), 0);
    }

    /** The receive is over: its memory is the program's alone. */
    void takeBack(Operation receive) {
        receive.lent().close();
        receive.lend(null);
    }

    /**
     * Sends to an announced receive; false when there is no room now. The notice goes first, so that this message has
     * its turn among those of its sender; the bytes may come later.
     */
    boolean tryStart(Partner to, Operation send, Place place) {
        if (!canWrite(send)) {
            return engine.chunks.tryStart(to, send);
        }
        long at = to.link.claim(2 * Wire.WORD);
        if (at < 0) {
            return false;
        }
        RawBytes.setLong(at, send.other);
        RawBytes.setLong(at + Wire.WORD, send.room);
        to.link.commitAhead(Wire.COMING);
        write(to, send, place);
        return true;
    }

    /** Sends to a receive that has been told of the message and waits for it. */
    void start(Partner to, Operation send, Place place) {
        if (place == null || send.room == 0 || !canWrite(send)) {
            engine.chunks.start(send);
        } else {
            write(to, send, place);
        }
    }

    private static boolean canWrite(Operation send) {
        return send.array == null && send.layout == null;
    }

    private void write(Partner to, Operation send, Place place) {
        send.state = Operation.State.STREAMING;
        engine.counts.written++;
        Write write = new Write(to, send, engine.rank.attach(place.key()), place.offset());
        posted.add(write);
        if (!write.post()) {
            unposted.add(write);
            engine.rank.wantChores();
        }
    }

    boolean isBusy() {
        return !unposted.isEmpty();
    }

    /** Posts what found no room; returns how much found some. */
    int advance() {
        int before = unposted.size();
        unposted.removeIf(Write::post);
        return before - unposted.size();
    }

    /** Forgets a send that is given up; true when it was one of these. */
    boolean remove(Operation send) {
        boolean found = false;
        for (int i = posted.size() - 1; i >= 0; i--) {
            Write write = posted.get(i);
            if (write.send == send) {
                found = true;
                write.send = null;
                posted.remove(i);
                if (!unposted.remove(write)) {
                    // Whatever the network has not got of it: the memory is the program's again.
                    write.to.link.recall(RawBytes.segmentAt(send.offset, send.room));
                }
            }
        }
        return found;
    }

    void onComing(Partner from, long at) {
        Operation receive = engine.operations.find(Wire.word(at, 0), from.rank, Operation.State.POSTED);
        long bytes = Wire.word(at, 1);
        if (receive == null || bytes < 0 || bytes > receive.room) {
            engine.endings.checkGivenUp("a message that comes to no receive", from, bytes);
            return;
        }
        engine.receiveRendezvous.leaveQueue(from, receive, bytes);
        receive.state = Operation.State.FILLING;
    }

    void onFilled(Partner from, long at) {
        Operation receive = engine.operations.find(Wire.word(at, 0), from.rank, Operation.State.FILLING);
        if (receive == null || receive.lent() == null || receive.comesInPieces()) {
            engine.endings.checkGivenUp("a message written to no receive", from, Wire.word(at, 0));
            return;
        }
        engine.complete(receive);
    }

    /** One message on its way. */
    private final class Write extends Completion {
        private final Partner to;
        private final RemoteRegion region;
        private final long offset;
        private Operation send;

        Write(Partner to, Operation send, RemoteRegion region, long offset) {
            this.to = to;
            this.send = send;
            this.region = region;
            this.offset = offset;
        }

        /** False when there is no room now. */
        boolean post() {
            int outcome;
            try {
                outcome = to.link.write(region, offset, RawBytes.segmentAt(send.offset, send.room), Wire.FILLED,
                    send.other, this);
            } catch (FabricException e) {
                failed(e);
                return true;
            }
            if (outcome == Post.DONE) {
                completed(0);
            }
            return outcome != Post.BUSY;
        }

        @Override
        public void completed(long result) {
            end(null);
        }

        @Override
        public void failed(RuntimeException cause) {
            boolean lost = engine.watch.isLoss(to.rank, cause);
            end(new MpiFailure(lost ? ErrorClass.PROC_FAILED : ErrorClass.OTHER, "a message could not be written: "
                + cause.getMessage(), cause));
        }

        private void end(MpiFailure failure) {
            posted.remove(this);
            region.close();
            Operation over = send;
            send = null;
            if (over != null) {
                if (failure != null) {
                    over.fail(failure);
                }
                engine.complete(over);
            }
        }
    }
}
