package org.hawser.mpi.comm;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.hawser.fabric.FabricException;
import org.hawser.mpi.group.Members;
import org.hawser.mpi.p2p.Arrived;
import org.hawser.mpi.p2p.Envelope;
import org.hawser.mpi.p2p.Operation;
import org.hawser.mpi.p2p.PointToPoint;
import org.hawser.mpi.p2p.Probes;
import org.hawser.runtime.Rank;

/**
 * The end of a connection. Each process tells each other one of the communicator that it has done with it, and whether
 * it was the last communicator that the two had; when both say so, the two part ({@link Rank#part}) and each forgets
 * where the other's memory is. That word is the last that passes between them.
 *
 * <p>A process that finalizes tells all that it is connected with, and waits for theirs: one word ends every
 * communicator with it, so it does no harm when one side disconnects and the other one just ends.
 *
 * <p><b>Threads:</b> any; one communicator is ended by one. <b>Allocates:</b> per call.
 */
public final class Parting {
    /** The context of these messages; their tag is the communicator's context. */
    private static final int PARTING = 1 << 23;
    /** The tag of a process that finalizes. */
    private static final int FINAL = Integer.MAX_VALUE;
    private static final long LOOK_NANOS = 5_000_000;

    private final PointToPoint point;
    private final Rank rank;
    private final int tag;
    private final List<Operation> sends = new ArrayList<>();
    private long lastLook = System.nanoTime();

    private Parting(PointToPoint point, Rank rank, int tag) {
        this.point = point;
        this.rank = rank;
        this.tag = tag;
    }

    /** Collective: waits for what is under way in the communicator, everywhere, and ends it. */
    public static void disconnect(Communicator comm) {
        comm.drain();
        if (comm.isWithinJob()) {
            comm.end();
            return;
        }
        Contexts contexts = comm.contexts();
        Connections connections = contexts.connections();
        Parting parting = new Parting(comm.point(), connections.rank(), comm.context());
        Members all = comm.isInter() ? comm.local().union(comm.remote()) : comm.local();
        int self = comm.local().get(comm.rank());
        int[] others = Arrays.stream(all.ranks()).filter(each -> each != self).toArray();
        boolean[] last = new boolean[others.length];
        for (int i = 0; i < others.length; i++) {
            last[i] = connections.isForeign(others[i]) && connections.sharedWith(others[i]) == 1;
        }
        // First: who has made the table of contexts may take it away when all have spoken. The range is this process's
        // until then, as its context is the tag of what is said.
        contexts.endOf(comm);
        for (int i = 0; i < others.length; i++) {
            parting.tell(others[i], last[i]);
        }
        for (int i = 0; i < others.length; i++) {
            last[i] &= parting.hear(others[i]);
        }
        parting.finish();
        for (int i = 0; i < others.length; i++) {
            if (last[i]) {
                comm.point().forget(others[i]);
            }
        }
        contexts.closeIfDeserted();
    }

    /** Tells all processes of other jobs that this one ends, and waits until they end, too. */
    public static void finish(PointToPoint point, Contexts contexts) {
        Connections connections = contexts.connections();
        int[] others = connections.connected();
        if (others.length == 0) {
            return;
        }
        Parting parting = new Parting(point, connections.rank(), FINAL);
        for (int other : others) {
            parting.tell(other, false);
        }
        for (int other : others) {
            parting.hear(other);
        }
        parting.finish();
    }

    private void tell(int other, boolean last) {
        if (rank.isAlive(other)) {
            int[] word = {last ? 1 : 0};
            sends.add(point.startSend(PARTING, other, tag, false, word, 0, Integer.BYTES, word));
        }
    }

    /** Waits for a process's word; true when the communicator was the last it had with this one, or it is gone. */
    private boolean hear(int other) {
        Probes probes = point.probes();
        Envelope found = new Envelope();
        boolean[] gone = new boolean[1];
        while (true) {
            try {
                point.await(() -> probes.peek(PARTING, other, tag, found) || probes.peek(PARTING, other, FINAL, found)
                    || (gone[0] = isGone(other)));
                break;
            } catch (FabricException e) {
                if (e.severity() != FabricException.Severity.PEER_LOST) {
                    throw e;
                }
                lastLook = 0;
            }
        }
        if (gone[0]) {
            // Its last word may have come between the look and its end: nothing of it is to come once it is forgotten.
            rank.takeAll();
        }
        Arrived word = probes.take(PARTING, other, tag);
        return word != null && take(word) || gone[0];
    }

    private boolean take(Arrived word) {
        int[] said = new int[1];
        Operation receive = point.startReceive(word, said, 0, Integer.BYTES, said);
        point.await(receive);
        point.recycle(receive);
        return said[0] == 1;
    }

    /** Asked again and again, so seldom answered: it costs a system call. */
    private boolean isGone(int other) {
        long now = System.nanoTime();
        if (now - lastLook < LOOK_NANOS) {
            return false;
        }
        lastLook = now;
        return !rank.isAlive(other);
    }

    private void finish() {
        for (Operation send : sends) {
            point.await(send);
            point.recycle(send);
        }
    }
}
