package org.hawser.mpi.coll;

import java.util.ArrayList;
import java.util.List;
import org.hawser.mpi.Activity;
import org.hawser.mpi.MpiFailure;
import org.hawser.mpi.coll.node.NodeCollectives;
import org.hawser.mpi.coll.op.Reduction;
import org.hawser.mpi.comm.Communicator;
import org.hawser.mpi.datatype.Layout;
import org.hawser.mpi.group.Members;
import org.hawser.mpi.p2p.CollectiveCalls;
import org.hawser.mpi.p2p.Continuation;
import org.hawser.mpi.p2p.Continued;
import org.hawser.mpi.p2p.Operation;
import org.hawser.mpi.p2p.PointToPoint;
import org.hawser.mpi.p2p.Scratch;
import org.hawser.platform.memory.RawBytes;

/**
 * A collective that the program does not wait for: its steps, noted down, and how far it has come. It is carried out by
 * whoever makes progress: the last operation of a round to end asks for the next round to be started.
 *
 * <p>Of failures the same is true as in {@link Direct}.
 *
 * <p><b>Threads:</b> noted down by one; carried out by whoever holds the rank; its end may be asked for by any.
 * <b>Allocates:</b> per step.
 */
public final class Schedule implements Steps, Activity, Continuation {
    /** Among the steps: all before it must have ended. */
    private static final Runnable ROUND = () -> { };

    private final Communicator communicator;
    private final Hierarchy hierarchy;
    private final PointToPoint point;
    private final Continued continued;
    private final int context;
    private final List<Runnable> steps = new ArrayList<>();
    private final Mishap mishap;
    private Members group;
    private int rank;
    private int signature = CollectiveCalls.UNKNOWN;
    private int tag;
    private Scratch borrowed;
    /** The buffers whose addresses are in the steps. */
    private Object[] keep;

    private int next;
    private final List<Operation> pending = new ArrayList<>();
    private final List<Long> expected = new ArrayList<>();
    private int outstanding;
    private boolean parked;
    private volatile boolean done;

    Schedule(Communicator communicator, Hierarchy hierarchy) {
        this.communicator = communicator;
        mishap = new Mishap(communicator);
        this.hierarchy = hierarchy;
        point = communicator.point();
        continued = point.continued();
        context = communicator.collectives();
        among(communicator.local(), communicator.rank());
    }

    /** Begins to carry the steps out; the buffers stay reachable until it is done. */
    void start(long number, Object... buffers) {
        communicator.circle().checkWhole();
        tag = CollectiveCalls.tag(number);
        if (signature != CollectiveCalls.UNKNOWN) {
            communicator.circle().calls().is(number, signature);
        }
        keep = buffers;
        steps.add(ROUND);
        communicator.enter();
        continued.held(this::goOn);
    }

    /** Gives memory back when something was thrown before the start. */
    public void giveUp() {
        giveMemoryBack();
    }

    @Override
    public boolean isDone() {
        return done;
    }

    @Override
    public MpiFailure failure() {
        return mishap.failure();
    }

    // Carrying out

    @Override
    public void ended(Operation operation) {
        if (--outstanding == 0 && parked) {
            parked = false;
            continued.goOn(this);
        }
    }

    @Override
    public void goOn() {
        while (next < steps.size()) {
            Runnable step = steps.get(next);
            if (step == ROUND) {
                if (outstanding > 0) {
                    parked = true;
                    return;
                }
                settleRound();
            } else {
                carryOut(step);
            }
            next++;
        }
        finish();
    }

    private void carryOut(Runnable step) {
        try {
            step.run();
        } catch (RuntimeException e) {
            mishap.note(e);
        }
    }

    private void settleRound() {
        for (int i = 0; i < pending.size(); i++) {
            mishap.look(pending.get(i), expected.get(i));
            continued.recycle(pending.get(i));
        }
        pending.clear();
        expected.clear();
    }

    private void finish() {
        steps.clear();
        giveMemoryBack();
        keep = null;
        communicator.leave();
        done = true;
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

    private void startSend(Object array, long at, long bytes, int world, long spare) {
        if (mishap.isCutOff()) {
            return;
        }
        boolean free = mishap.isFree();
        Operation send = null;
        outstanding++;
        try {
            send = continued.send(context, world, tag, free ? array : null, free ? at : spare,
                free ? bytes : Mishap.lengthOf(bytes), this);
        } finally {
            // Over already, or not begun: the peer may be gone.
            outstanding -= send == null ? 1 : 0;
        }
        if (send != null) {
            pending.add(send);
            expected.add(-1L);
        }
    }

    private void startReceive(Object array, long at, long bytes, int world) {
        if (mishap.isCutOff()) {
            return;
        }
        Operation receive = null;
        outstanding++;
        try {
            receive = continued.receive(context, world, tag, array, at, bytes, this);
        } finally {
            outstanding -= receive == null ? 1 : 0;
        }
        pending.add(receive);
        expected.add(bytes);
    }

    // Noting down

    @Override
    public Communicator communicator() {
        return communicator;
    }

    @Override
    public NodeCollectives node() {
        throw new UnsupportedOperationException("collectives in shared memory wait, and cannot be noted down");
    }

    @Override
    public void is(int itsSignature) {
        signature = itsSignature;
    }

    @Override
    public Hierarchy hierarchy() {
        return hierarchy;
    }

    @Override
    public void note(RuntimeException failure) {
        mishap.note(failure);
    }

    @Override
    public boolean isDirect() {
        return false;
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
        group = members;
        rank = number;
    }

    @Override
    public void send(Object array, long at, long bytes, int to) {
        int world = group.get(to);
        long spare = borrowed == null ? memory(1) : borrowed.address();
        steps.add(() -> startSend(array, at, bytes, world, spare));
    }

    @Override
    public void receive(Object array, long at, long bytes, int from) {
        int world = group.get(from);
        steps.add(() -> startReceive(array, at, bytes, world));
    }

    @Override
    public void allowShorter() {
        mishap.allowShorter();
    }

    @Override
    public void endRound() {
        steps.add(ROUND);
    }

    /** Work on what has come; not done any more once something has failed. */
    private void work(Runnable step) {
        steps.add(() -> {
            if (mishap.isFree()) {
                step.run();
            }
        });
    }

    @Override
    public void copy(Object from, long fromAt, Object to, long toAt, long bytes) {
        if (bytes > 0 && (from != to || fromAt != toAt)) {
            work(() -> RawBytes.copy(from, fromAt, to, toAt, bytes));
        }
    }

    @Override
    public void combine(Reduction reduction, Object in, long inAt, Object inOut, long inOutAt, long bytes) {
        if (bytes > 0) {
            work(() -> reduction.combine(in, inAt, inOut, inOutAt, bytes));
        }
    }

    @Override
    public void combine(Reduction reduction, Object one, long oneAt, Object second, long secondAt, Object out,
                        long outAt, long bytes) {
        if (bytes > 0) {
            work(() -> reduction.combine(one, oneAt, second, secondAt, out, outAt, bytes));
        }
    }

    @Override
    public void pack(Layout layout, Object items, long itemsAt, Object packed, long packedAt, long bytes) {
        work(() -> layout.pack(items, itemsAt, 0, bytes, packed, packedAt));
    }

    @Override
    public void unpack(Layout layout, Object packed, long packedAt, Object items, long itemsAt, long bytes) {
        work(() -> layout.unpack(packed, packedAt, items, itemsAt, 0, bytes));
    }

    @Override
    public long memory(long bytes) {
        borrowed = point.scratch().borrow(bytes).chain(borrowed);
        return borrowed.address();
    }
}
