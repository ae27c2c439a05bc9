package org.hawser.mpi.rma;

import org.hawser.mpi.comm.Communicator;
import org.hawser.platform.memory.RawWords;

/**
 * Operations are started at once. A fence waits for this member's own and sends a finish to each member that it has
 * reached; members learn by a reduce-scatter how many of these to wait for. Then each opens its window to each other
 * one by a flag of its own: two floods of messages, where members are many.
 *
 * <p>Nobody waits for the flags in the fence: who wants to reach a window does.
 *
 * <p>Cost: a reduce-scatter, one message to each target, and p − 1 flags.
 *
 * <p><b>Threads:</b> as {@link Fence}. <b>Allocates:</b> nothing where blocks are mapped.
 */
final class FenceNaive implements Fence {
    private final StartedOperations operations;
    private final Epochs epochs;
    private final Target[] targets;
    private final Counts counts;
    private final Notices finishes;
    private final Signals signals;
    private final int me;
    private final long block;
    private final AwaitedWord flag;
    private final boolean[] reached;
    private long number;

    FenceNaive(Window window, StartedOperations operations, Epochs epochs, Target[] targets, Counts counts,
               Notices finishes) {
        Communicator communicator = window.communicator();
        this.operations = operations;
        this.epochs = epochs;
        this.targets = targets;
        this.counts = counts;
        this.finishes = finishes;
        signals = new Signals(communicator.point().rank());
        me = communicator.rank();
        block = RawWords.addressOf(window.memory().control());
        flag = new AwaitedWord(communicator.point());
        reached = new boolean[targets.length];
    }

    @Override
    public void await(boolean precede, boolean succeed) {
        number++;
        if (precede) {
            finish();
        }
        if (succeed) {
            for (Target target : targets) {
                // Who waits for one that has ended notices it.
                signals.send(target, Control.finished(me), number);
            }
        }
    }

    private void finish() {
        operations.end();
        for (int i = 0; i < reached.length; i++) {
            reached[i] = Epochs.isUsed(targets[i]);
            counts.add(i, reached[i] ? 1 : 0);
        }
        long expected = counts.scatter();
        for (int i = 0; i < reached.length; i++) {
            if (reached[i]) {
                finishes.give(i, 1);
            }
        }
        finishes.await(expected);
    }

    @Override
    public synchronized void admit(int member) {
        flag.await(block + Control.finished(member), number, targets[member].world);
    }
}
