package org.hawser.mpi.p2p;

import java.util.ArrayList;
import java.util.List;
import java.util.function.BiConsumer;

/**
 * Sends of one protocol of which a part has gone and the rest waits for room.
 *
 * <p><b>Threads:</b> whoever holds the rank. <b>Allocates:</b> when more are under way than ever before.
 */
final class PartlySent {
    private final Engine engine;
    private final BiConsumer<Partner, Operation> push;
    private final List<Operation> sends = new ArrayList<>();

    /** Sends that {@code push} moves on, as far as there is room. */
    PartlySent(Engine engine, BiConsumer<Partner, Operation> push) {
        this.engine = engine;
        this.push = push;
    }

    boolean isBusy() {
        return !sends.isEmpty();
    }

    /** Ends a send of which all has gone, or keeps it until there is more room. */
    void endOrKeep(Operation send) {
        if (send.moved == send.room) {
            engine.complete(send);
        } else {
            send.state = Operation.State.STREAMING;
            sends.add(send);
            engine.rank.wantChores();
        }
    }

    /** Sends what there is room for; returns how many sends went on. */
    int advance() {
        int work = 0;
        for (int i = sends.size() - 1; i >= 0; i--) {
            Operation send = sends.get(i);
            long before = send.moved;
            push.accept(engine.partner(send.peer), send);
            work += send.moved > before ? 1 : 0;
            if (send.moved == send.room) {
                sends.remove(i);
                engine.complete(send);
            }
        }
        return work;
    }

    /** Forgets a send that is given up; true when it was one of these. */
    boolean remove(Operation send) {
        return sends.remove(send);
    }
}
