package org.hawser.mpi.coll;

import java.util.Arrays;
import org.hawser.fabric.FabricException;
import org.hawser.mpi.ErrorClass;
import org.hawser.mpi.MpiFailure;
import org.hawser.mpi.coll.node.NodeCollectives;
import org.hawser.mpi.coll.op.Reduction;
import org.hawser.mpi.comm.Communicator;
import org.hawser.mpi.datatype.Layout;
import org.hawser.mpi.group.Members;
import org.hawser.mpi.p2p.CollectiveCalls;
import org.hawser.mpi.p2p.Operation;
import org.hawser.mpi.p2p.PointToPoint;
import org.hawser.mpi.p2p.Scratch;
import org.hawser.platform.memory.RawBytes;

/**
 * Carries out the steps of a collective as they are given; {@link #endRound} waits.
 *
 * <p>What goes wrong in one step does not stop the others, so that no rank waits for ever for one that has given up: it
 * is kept for the end, and until then every message has a length that its receiver does not expect
 * ({@link Mishap#lengthOf}), which makes its collective fail in turn.
 *
 * <p><b>Threads:</b> one at a time. <b>Allocates:</b> when a collective needs more than any before.
 */
public final class Direct implements Steps {
    private final Communicator communicator;
    private final CollectiveCalls calls;
    private final NodeCollectives node;
    private final Hierarchy hierarchy;
    private final PointToPoint point;
    private final int context;
    private final Mishap mishap;
    private Operation[] pending = new Operation[16];
    /** What each pending receive expects; -1 for sends. */
    private long[] expected = new long[16];
    private int count;
    private Members group;
    private int[] table;
    private int first;
    private int rank;
    private long number;
    private int tag;
    private Scratch borrowed;

    Direct(Communicator communicator, NodeCollectives node, Hierarchy hierarchy) {
        this.communicator = communicator;
        calls = communicator.circle().calls();
        this.node = node;
        mishap = new Mishap(communicator);
        this.hierarchy = hierarchy;
        point = communicator.point();
        context = communicator.collectives();
    }

    /** Begins a collective. */
    void begin(long itsNumber) {
        communicator.circle().checkWhole();
        number = itsNumber;
        tag = CollectiveCalls.tag(itsNumber);
        among(communicator.local(), communicator.rank());
    }

    /** Ends a collective, waiting for what is under way. Throws what went wrong with any step. */
    public void end() {
        if (count > 0) {
            endRound();
        }
        giveMemoryBack();
        mishap.raise();
    }

    /** Ends a collective after something was thrown: nothing may stay under way. */
    public void giveUp(RuntimeException cause) {
        MpiFailure why = new MpiFailure(ErrorClass.OTHER, "the collective was given up: " + cause.getMessage(), cause);
        for (int i = 0; i < count; i++) {
            point.abandon(pending[i], why);
            point.recycle(pending[i]);
            pending[i] = null;
        }
        count = 0;
        giveMemoryBack();
        mishap.clear();
    }

    private void giveMemoryBack() {
        Scratch piece = borrowed;
        borrowed = null;
        while (piece != null) {
            Scratch following = piece.next();
            point.scratch().giveBack(piece);
            piece = following;
        }
    }

    @Override
    public Communicator communicator() {
        return communicator;
    }

    @Override
    public NodeCollectives node() {
        return node;
    }

    @Override
    public void is(int signature) {
        calls.is(number, signature);
    }

    @Override
    public Hierarchy hierarchy() {
        return hierarchy;
    }

    @Override
    public MpiFailure failure() {
        return mishap.failure();
    }

    @Override
    public void note(RuntimeException failure) {
        mishap.note(failure);
    }

    @Override
    public boolean isDirect() {
        return true;
    }

    @Override
    public int rank() {
        return rank;
    }

    @Override
    public int size() {
        return group.size();
    }

    @Override
    public void among(Members members, int number) {
        if (group != members) {
            group = members;
            table = members.table();
            first = members.first();
        }
        rank = number;
    }

    private int world(int member) {
        return table == null ? first + member : table[member];
    }

    @Override
    public void send(Object array, long at, long bytes, int to) {
        boolean free = mishap.isFree();
        if (mishap.isCutOff()) {
            return;
        }
        try {
            add(point.startSend(context, world(to), tag, false, free ? array : null, free ? at : memory(1),
                free ? bytes : Mishap.lengthOf(bytes), null), -1);
        } catch (FabricException e) {
            // The peer is gone: those that wait for this rank are told.
            mishap.note(e);
        }
    }

    @Override
    public void receive(Object array, long at, long bytes, int from) {
        if (mishap.isCutOff()) {
            return;
        }
        try {
            add(point.startReceive(context, world(from), tag, array, at, bytes, null), bytes);
        } catch (FabricException e) {
            mishap.note(e);
        }
    }

    private void add(Operation operation, long length) {
        if (length < 0 && operation.isDone() && operation.failure() == null) {
            point.recycle(operation);
            return;
        }
        if (count == pending.length) {
            pending = Arrays.copyOf(pending, 2 * count);
            expected = Arrays.copyOf(expected, 2 * count);
        }
        pending[count] = operation;
        expected[count++] = length;
    }

    @Override
    public void allowShorter() {
        mishap.allowShorter();
    }

    @Override
    public void endRound() {
        for (int i = 0; i < count; i++) {
            Operation operation = pending[i];
            point.await(operation);
            mishap.look(operation, expected[i]);
        }
        point.rank().hold();
        for (int i = 0; i < count; i++) {
            point.recycleHeld(pending[i]);
        }
        point.rank().letGo();
        count = 0;
    }

    @Override
    public void copy(Object from, long fromAt, Object to, long toAt, long bytes) {
        if (bytes > 0 && (from != to || fromAt != toAt)) {
            RawBytes.copy(from, fromAt, to, toAt, bytes);
        }
    }

    @Override
    public void combine(Reduction reduction, Object in, long inAt, Object inOut, long inOutAt, long bytes) {
        if (bytes > 0 && mishap.isFree()) {
            try {
                reduction.combine(in, inAt, inOut, inOutAt, bytes);
            } catch (RuntimeException e) {
                mishap.note(e);
            }
        }
    }

    @Override
    public void combine(Reduction reduction, Object one, long oneAt, Object second, long secondAt, Object out,
                        long outAt, long bytes) {
        if (bytes > 0 && mishap.isFree()) {
            try {
                reduction.combine(one, oneAt, second, secondAt, out, outAt, bytes);
            } catch (RuntimeException e) {
                mishap.note(e);
            }
        }
    }

    @Override
    public void pack(Layout layout, Object items, long itemsAt, Object packed, long packedAt, long bytes) {
        layout.pack(items, itemsAt, 0, bytes, packed, packedAt);
    }

    @Override
    public void unpack(Layout layout, Object packed, long packedAt, Object items, long itemsAt, long bytes) {
        if (mishap.isFree()) {
            layout.unpack(packed, packedAt, items, itemsAt, 0, bytes);
        }
    }

    @Override
    public long memory(long bytes) {
        borrowed = point.scratch().borrow(bytes).chain(borrowed);
        return borrowed.address();
    }
}
