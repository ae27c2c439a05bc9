package org.hawser.mpi.comm;

import java.util.ArrayList;
import java.util.List;
import org.hawser.fabric.FabricException;
import org.hawser.mpi.Activity;
import org.hawser.mpi.ErrorClass;
import org.hawser.mpi.MpiFailure;
import org.hawser.mpi.env.Environment;
import org.hawser.mpi.p2p.Continuation;
import org.hawser.mpi.p2p.Continued;
import org.hawser.mpi.p2p.Operation;

/**
 * A copy of a communicator that is being made: the first process takes a context, and all hear of it. It goes on while
 * the program does something else, with whatever makes progress.
 *
 * <p>Cost: lg p messages down a binomial tree.
 *
 * <p><b>Threads:</b> started by one, carried out by whoever holds the rank, its end may be asked for by any.
 * <b>Allocates:</b> at construction.
 */
public final class Duplication implements Activity, Continuation {
    private final Communicator original;
    private final Agreement.Tree tree;
    private final Continued continued;
    /** Error class, and what {@link Contexts#take} gave. */
    private final int[] message = new int[3];
    private final List<Operation> pending = new ArrayList<>();
    private int outstanding;
    private volatile boolean told;
    private volatile boolean done;
    private MpiFailure failure;

    private Duplication(Communicator original) {
        this.original = original;
        tree = Agreement.of(original).tree();
        continued = original.point().continued();
    }

    /** Starts to make a copy of a communicator; all its processes call. */
    public static Duplication start(Communicator original) {
        Duplication copy = new Duplication(original);
        original.enter();
        if (copy.tree.isRoot()) {
            copy.takeContext();
            copy.continued.held(copy::tellOthers);
        } else {
            copy.continued.held(copy::listen);
        }
        return copy;
    }

    private void takeContext() {
        try {
            System.arraycopy(original.contexts().take(tree.size()), 0, message, 1, 2);
        } catch (RuntimeException e) {
            fail(e instanceof MpiFailure known ? known : new MpiFailure(ErrorClass.OTHER, e.getMessage(), e));
        }
    }

    private void fail(MpiFailure reason) {
        failure = reason;
        message[0] = reason.errorClass();
    }

    private void listen() {
        outstanding = 1;
        pending.add(continued.receive(tree.context(), tree.parent(), tree.tag(), message, 0, bytesOfMessage(), this));
    }

    private static long bytesOfMessage() {
        return 3L * Integer.BYTES;
    }

    @Override
    public void ended(Operation operation) {
        if (--outstanding == 0) {
            continued.goOn(this);
        }
    }

    @Override
    public void goOn() {
        settle();
        if (told) {
            finish();
        } else {
            if (failure == null && message[0] != ErrorClass.SUCCESS) {
                failure = new MpiFailure(message[0], "the first process could not make a copy of the communicator");
            }
            tellOthers();
        }
    }

    private void settle() {
        for (Operation operation : pending) {
            if (operation.failure() != null && failure == null) {
                fail(operation.failure());
            }
            continued.recycle(operation);
        }
        pending.clear();
    }

    private void tellOthers() {
        // One more than are sent: none that ends at once is the last before all have been started.
        outstanding = 1;
        for (int child : tree.children()) {
            outstanding++;
            Operation send = null;
            try {
                send = continued.send(tree.context(), child, tree.tag(), message, 0, bytesOfMessage(), this);
            } catch (FabricException e) {
                // The others are told all the same.
                fail(Environment.failureOf(e));
            }
            if (send == null) {
                outstanding--;
            } else {
                pending.add(send);
            }
        }
        told = true;
        if (--outstanding == 0) {
            finish();
        }
    }

    private void finish() {
        settle();
        if (failure == null) {
            failure = original.lossKnown();
        }
        original.leave();
        done = true;
    }

    @Override
    public boolean isDone() {
        return done;
    }

    @Override
    public MpiFailure failure() {
        return failure;
    }

    /** The copy, once it is done and has not failed. */
    public Communicator copy() {
        return original.copy(new int[] {message[1], message[2]});
    }
}
