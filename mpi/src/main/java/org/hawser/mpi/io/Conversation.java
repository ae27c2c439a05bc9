package org.hawser.mpi.io;

import java.util.ArrayList;
import java.util.List;
import org.hawser.mpi.ErrorClass;
import org.hawser.mpi.MpiFailure;
import org.hawser.mpi.comm.Communicator;
import org.hawser.mpi.p2p.Envelope;
import org.hawser.mpi.p2p.Operation;
import org.hawser.mpi.p2p.PointToPoint;
import org.hawser.runtime.Awaitable;

/**
 * The messages of one collective call on a file. Each call has a number, the same at all ranks, which is in the tags of
 * its messages; so a call that a thread of Hawser's carries out never takes the messages of another call.
 *
 * <p>When a rank of the file is lost every wait ends with an error, whomever it is for: the one waited for may have
 * given up because of the lost one.
 *
 * <p><b>Threads:</b> one.
 */
final class Conversation {
    /** Kinds of message that may be on their way between two ranks at the same time. */
    private static final int AGREEMENT = 0;
    private static final int REQUEST = 1;
    private static final int REPLY = 2;
    private static final int KINDS = 4;
    private static final int NUMBERS = 1 << 24;

    private final Communicator comm;
    private final PointToPoint point;
    private final int tag;
    /** Few: one per message of a round. */
    private final List<Operation> underWay = new ArrayList<>();

    Conversation(Communicator comm, long number) {
        this.comm = comm;
        point = comm.point();
        tag = (int) (number % NUMBERS) * KINDS;
    }

    int rank() {
        return comm.rank();
    }

    int size() {
        return comm.size();
    }

    /**
     * Tells every rank what each one says; nobody is told before all have come. The algorithm is Bruck's.
     *
     * <p>Cost: lg p · α + p · n · β.
     *
     * @param mine as many numbers at every rank
     * @return those of rank 0, then those of rank 1, and so on
     */
    long[] gather(long... mine) {
        int size = size();
        int width = mine.length;
        long[] known = new long[size * width];
        System.arraycopy(mine, 0, known, 0, width);
        for (int have = 1; have < size; have *= 2) {
            int blocks = Math.min(have, size - have);
            long bytes = (long) blocks * width * Long.BYTES;
            Operation send = start((rank() - have + size) % size, AGREEMENT, known, 0, bytes, null);
            Operation receive = begun(point.startReceive(comm.collectives(), world((rank() + have) % size),
                tag + AGREEMENT, known, (long) have * width * Long.BYTES, bytes, null));
            finish(receive);
            finish(send);
        }
        long[] all = new long[size * width];
        for (int i = 0; i < size; i++) {
            System.arraycopy(known, i * width, all, (rank() + i) % size * width, width);
        }
        return all;
    }

    /**
     * Ends a call for all when it failed for one.
     *
     * @param mine what went wrong here, or null
     * @throws MpiFailure what went wrong here or, when nothing did, the word of the first rank where something did
     */
    void settle(MpiFailure mine) {
        long[] all = gather(mine == null ? ErrorClass.SUCCESS : mine.errorClass());
        judge(mine, all, 0, 1);
    }

    /**
     * The same, where the error classes have been told: that of rank i is {@code all[at + i * width]}.
     */
    static void judge(MpiFailure mine, long[] all, int at, int width) {
        if (mine != null) {
            throw mine;
        }
        for (int i = 0; at + i * width < all.length; i++) {
            int errorClass = (int) all[at + i * width];
            if (errorClass != ErrorClass.SUCCESS) {
                throw new MpiFailure(errorClass, "the call failed at another rank, and so for all: rank=" + i);
            }
        }
    }

    /** Refuses arguments that differ: that of rank i is {@code all[at + i * width]}. */
    static void same(String what, long[] all, int at, int width) {
        for (int i = at; i < all.length; i += width) {
            if (all[i] != all[at]) {
                throw new MpiFailure(ErrorClass.NOT_SAME, "the ranks of a collective call gave different arguments: "
                    + "argument=" + what + " ranks=0," + i / width);
            }
        }
    }

    /** Starts to send a request, or what is to be written. */
    Operation request(int to, Slab message, long bytes) {
        return start(to, REQUEST, null, message.address(), bytes, message);
    }

    /** Starts to send an answer. */
    Operation reply(int to, Slab message, long bytes) {
        return start(to, REPLY, null, message.address(), bytes, message);
    }

    /** Waits for a request of {@code from}, in a slab that is as long as it needs to be. */
    Slab awaitRequest(int from, Slab.Pool slabs) {
        return await(from, REQUEST, slabs);
    }

    /** Waits for an answer of {@code from}. */
    Slab awaitReply(int from, Slab.Pool slabs) {
        return await(from, REPLY, slabs);
    }

    private Slab await(int from, int kind, Slab.Pool slabs) {
        Envelope found = new Envelope();
        int source = world(from);
        Awaitable arrival = () -> point.probes().peek(comm.collectives(), source, tag + kind, found);
        await(arrival);
        Slab slab = slabs.take(found.bytes());
        finish(begun(point.startReceive(comm.collectives(), source, tag + kind, null, slab.address(), found.bytes(),
            slab)));
        return slab;
    }

    private Operation start(int to, int kind, Object array, long at, long bytes, Object keep) {
        return begun(point.startSend(comm.collectives(), world(to), tag + kind, false, array, at, bytes, keep));
    }

    private Operation begun(Operation operation) {
        underWay.add(operation);
        return operation;
    }

    /** Waits until an operation is done and gives it back. */
    void finish(Operation operation) {
        if (!operation.isDone()) {
            await(operation);
        }
        MpiFailure failure = operation.failure();
        underWay.remove(operation);
        point.recycle(operation);
        if (failure != null) {
            throw givenUp(failure);
        }
    }

    /** Waits, with an eye on all ranks of the file. */
    private void await(Awaitable awaited) {
        try {
            point.await(awaited, comm.local());
        } catch (MpiFailure e) {
            throw givenUp(e);
        }
    }

    /** Nothing stays under way in a call that has failed. */
    private MpiFailure givenUp(MpiFailure why) {
        for (Operation operation : underWay) {
            point.abandon(operation, why);
            point.recycle(operation);
        }
        underWay.clear();
        return why;
    }

    private int world(int rank) {
        return comm.local().get(rank);
    }
}
