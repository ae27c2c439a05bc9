package mpi;

import java.lang.ref.Reference;
import org.hawser.mpi.ErrorClass;
import org.hawser.mpi.MpiFailure;
import org.hawser.mpi.coll.Steps;

/**
 * Collectives with a root, and the barrier: checks arguments, finds the memory, and calls the floor below.
 *
 * <p><b>Threads:</b> any; one call of a communicator at a time. <b>Allocates:</b> nothing for calls that wait and types
 * without gaps.
 */
final class RootedCalls {
    private RootedCalls() {
    }

    static CollectiveCall barrier(CollectiveCall call) throws MPIException {
        try {
            call.below.barrier(call.begin());
            return call.end(null, null);
        } catch (RuntimeException e) {
            throw call.failed(e);
        }
    }

    static CollectiveCall bcast(CollectiveCall call, Object buffer, int count, Datatype type, int root)
            throws MPIException {
        try {
            boolean isRoot = call.isRoot(root);
            Items items = call.received;
            if (CollectiveCall.isIdle(root)) {
                items.none();
            } else {
                items.find(buffer, count, type, !isRoot);
            }
            Steps steps = call.begin();
            if (isRoot) {
                items.load(steps);
            } else {
                items.room(steps);
            }
            call.below.bcast(steps, items.array, items.at, items.bytes, root);
            if (!isRoot) {
                items.store(steps);
            }
            return call.end(buffer, null);
        } catch (RuntimeException e) {
            throw call.failed(e);
        } finally {
            Reference.reachabilityFence(buffer);
        }
    }

    // Gather

    static CollectiveCall gather(CollectiveCall call, Object sendbuf, int sendcount, Datatype sendtype,
                                 Object recvbuf, int recvcount, Datatype recvtype, int root) throws MPIException {
        try {
            boolean isRoot = call.isRoot(root);
            findSent(call, sendbuf, sendcount, sendtype, root);
            if (isRoot) {
                call.in.find(recvbuf, recvcount, recvtype, call.peers(), true);
            }
            return gather(call, isRoot, true, root, sendbuf, recvbuf);
        } catch (RuntimeException e) {
            throw call.failed(e);
        } finally {
            Reference.reachabilityFence(sendbuf);
            Reference.reachabilityFence(recvbuf);
        }
    }

    /** In place: at the root the buffer gets all pieces and has the root's own; elsewhere it has the piece. */
    static CollectiveCall gather(CollectiveCall call, Object buffer, int count, Datatype type, int root)
            throws MPIException {
        try {
            call.refuseInter();
            boolean isRoot = call.isRoot(root);
            if (isRoot) {
                call.in.find(buffer, count, type, call.peers(), true);
                call.sent.none();
            } else {
                call.sent.find(buffer, count, type, false);
            }
            return gather(call, isRoot, true, root, buffer, null);
        } catch (RuntimeException e) {
            throw call.failed(e);
        } finally {
            Reference.reachabilityFence(buffer);
        }
    }

    static CollectiveCall gatherv(CollectiveCall call, Object sendbuf, int sendcount, Datatype sendtype,
                                  Object recvbuf, int[] recvcount, int[] displs, Datatype recvtype, int root)
            throws MPIException {
        try {
            boolean isRoot = call.isRoot(root);
            findSent(call, sendbuf, sendcount, sendtype, root);
            if (isRoot) {
                call.in.find(recvbuf, recvcount, displs, recvtype, call.peers(), true);
            }
            return gather(call, isRoot, false, root, sendbuf, recvbuf);
        } catch (RuntimeException e) {
            throw call.failed(e);
        } finally {
            Reference.reachabilityFence(sendbuf);
            Reference.reachabilityFence(recvbuf);
        }
    }

    /** In place, at the root. */
    static CollectiveCall gatherv(CollectiveCall call, Object recvbuf, int[] recvcount, int[] displs,
                                  Datatype recvtype, int root) throws MPIException {
        try {
            call.refuseInter();
            if (!call.isRoot(root)) {
                throw notRoot(call, root);
            }
            call.in.find(recvbuf, recvcount, displs, recvtype, call.peers(), true);
            call.sent.none();
            return gather(call, true, false, root, null, recvbuf);
        } catch (RuntimeException e) {
            throw call.failed(e);
        } finally {
            Reference.reachabilityFence(recvbuf);
        }
    }

    /** In place, elsewhere. */
    static CollectiveCall gatherv(CollectiveCall call, Object sendbuf, int sendcount, Datatype sendtype, int root)
            throws MPIException {
        try {
            if (call.isRoot(root)) {
                throw isRoot(root);
            }
            findSent(call, sendbuf, sendcount, sendtype, root);
            return gather(call, false, false, root, sendbuf, null);
        } catch (RuntimeException e) {
            throw call.failed(e);
        } finally {
            Reference.reachabilityFence(sendbuf);
        }
    }

    private static void findSent(CollectiveCall call, Object buffer, int count, Datatype type, int root) {
        if (CollectiveCall.isIdle(root) || root == MPI.ROOT) {
            call.sent.none();
        } else {
            call.sent.find(buffer, count, type, false);
        }
    }

    /**
     * A root that gives nothing has its piece in its place already. Where counts are given for each rank, a piece may
     * be shorter than its place, as in other implementations; not where it would have to be unpacked.
     */
    private static CollectiveCall gather(CollectiveCall call, boolean isRoot, boolean equal, int root, Object buffer,
                                         Object other) {
        Items sent = call.sent;
        boolean inPlace = isRoot && !call.communicator().isInter() && sent.isNone();
        boolean shorter = isRoot && !equal && !call.in.hasGaps();
        if (isRoot && !sent.isNone()) {
            ItemBlocks.checkOwn(sent.bytes, call.in.bytes(call.rank()), shorter);
        }
        Steps steps = call.begin();
        if (shorter) {
            steps.allowShorter();
        }
        sent.load(steps);
        if (inPlace) {
            call.in.load(steps);
            int rank = call.rank();
            sent.is(call.in.blocks.array(), call.in.blocks.at(rank), call.in.blocks.bytes(rank));
        } else if (isRoot) {
            call.in.room(steps);
        }
        if (equal) {
            call.below.gather(steps, sent.array, sent.at, sent.bytes, call.in.blocks, root);
        } else {
            call.below.gatherUnequal(steps, sent.array, sent.at, sent.bytes, call.in.blocks, root);
        }
        if (isRoot) {
            call.in.store(steps);
        }
        return call.end(buffer, other);
    }

    // Scatter

    static CollectiveCall scatter(CollectiveCall call, Object sendbuf, int sendcount, Datatype sendtype,
                                  Object recvbuf, int recvcount, Datatype recvtype, int root) throws MPIException {
        try {
            boolean isRoot = call.isRoot(root);
            if (isRoot) {
                call.out.find(sendbuf, sendcount, sendtype, call.peers(), false);
            }
            findReceived(call, recvbuf, recvcount, recvtype, root);
            return scatter(call, isRoot, true, root, sendbuf, recvbuf);
        } catch (RuntimeException e) {
            throw call.failed(e);
        } finally {
            Reference.reachabilityFence(sendbuf);
            Reference.reachabilityFence(recvbuf);
        }
    }

    /** In place: at the root the buffer has all pieces and keeps the root's own; elsewhere it gets the piece. */
    static CollectiveCall scatter(CollectiveCall call, Object buffer, int count, Datatype type, int root)
            throws MPIException {
        try {
            call.refuseInter();
            boolean isRoot = call.isRoot(root);
            if (isRoot) {
                call.out.find(buffer, count, type, call.peers(), false);
                call.received.none();
            } else {
                call.received.find(buffer, count, type, true);
            }
            return scatter(call, isRoot, true, root, buffer, null);
        } catch (RuntimeException e) {
            throw call.failed(e);
        } finally {
            Reference.reachabilityFence(buffer);
        }
    }

    static CollectiveCall scatterv(CollectiveCall call, Object sendbuf, int[] sendcount, int[] displs,
                                   Datatype sendtype, Object recvbuf, int recvcount, Datatype recvtype, int root)
            throws MPIException {
        try {
            boolean isRoot = call.isRoot(root);
            if (isRoot) {
                call.out.find(sendbuf, sendcount, displs, sendtype, call.peers(), false);
            }
            findReceived(call, recvbuf, recvcount, recvtype, root);
            return scatter(call, isRoot, false, root, sendbuf, recvbuf);
        } catch (RuntimeException e) {
            throw call.failed(e);
        } finally {
            Reference.reachabilityFence(sendbuf);
            Reference.reachabilityFence(recvbuf);
        }
    }

    /** In place, at the root. */
    static CollectiveCall scatterv(CollectiveCall call, Object sendbuf, int[] sendcount, int[] displs,
                                   Datatype sendtype, int root) throws MPIException {
        try {
            call.refuseInter();
            if (!call.isRoot(root)) {
                throw notRoot(call, root);
            }
            call.out.find(sendbuf, sendcount, displs, sendtype, call.peers(), false);
            call.received.none();
            return scatter(call, true, false, root, sendbuf, null);
        } catch (RuntimeException e) {
            throw call.failed(e);
        } finally {
            Reference.reachabilityFence(sendbuf);
        }
    }

    /** In place, elsewhere. */
    static CollectiveCall scatterv(CollectiveCall call, Object recvbuf, int recvcount, Datatype recvtype, int root)
            throws MPIException {
        try {
            if (call.isRoot(root)) {
                throw isRoot(root);
            }
            findReceived(call, recvbuf, recvcount, recvtype, root);
            return scatter(call, false, false, root, null, recvbuf);
        } catch (RuntimeException e) {
            throw call.failed(e);
        } finally {
            Reference.reachabilityFence(recvbuf);
        }
    }

    private static void findReceived(CollectiveCall call, Object buffer, int count, Datatype type, int root) {
        if (CollectiveCall.isIdle(root) || root == MPI.ROOT) {
            call.received.none();
        } else {
            call.received.find(buffer, count, type, true);
        }
    }

    /** A root that gets nothing leaves its piece where it is. A piece may be shorter than its place, as above. */
    private static CollectiveCall scatter(CollectiveCall call, boolean isRoot, boolean equal, int root, Object buffer,
                                          Object other) {
        Items received = call.received;
        boolean shorter = !equal && !received.hasGaps();
        if (isRoot && !received.isNone()) {
            ItemBlocks.checkOwn(call.out.bytes(call.rank()), received.bytes, shorter);
        }
        Steps steps = call.begin();
        if (shorter) {
            steps.allowShorter();
        }
        received.room(steps);
        if (isRoot) {
            call.out.load(steps);
            if (!call.communicator().isInter() && received.isNone()) {
                int rank = call.rank();
                received.is(call.out.blocks.array(), call.out.blocks.at(rank), call.out.blocks.bytes(rank));
            }
        }
        if (equal) {
            call.below.scatter(steps, call.out.blocks, received.array, received.at, received.bytes, root);
        } else {
            call.below.scatterUnequal(steps, call.out.blocks, received.array, received.at, received.bytes, root);
        }
        received.store(steps);
        return call.end(buffer, other);
    }

    private static MpiFailure notRoot(CollectiveCall call, int root) {
        return new MpiFailure(ErrorClass.ARG, "this form is the root's, the others give a count: rank=" + call.rank()
            + " root=" + root);
    }

    private static MpiFailure isRoot(int root) {
        return new MpiFailure(ErrorClass.ARG, "this form is not the root's, which gives counts and displacements: root="
            + root);
    }
}
