package mpi;

import java.lang.ref.Reference;
import org.hawser.mpi.coll.SpacedPieces;
import org.hawser.mpi.coll.Steps;

/**
 * Collectives in which all give and all get: checks arguments, finds the memory, and calls the floor below.
 *
 * <p><b>Threads:</b> any; one call of a communicator at a time. <b>Allocates:</b> nothing for calls that wait and types
 * without gaps, but for allToAllw.
 */
final class ExchangeCalls {
    private ExchangeCalls() {
    }

    static CollectiveCall allGather(CollectiveCall call, Object sendbuf, int sendcount, Datatype sendtype,
                                    Object recvbuf, int recvcount, Datatype recvtype) throws MPIException {
        try {
            call.sent.find(sendbuf, sendcount, sendtype, false);
            call.in.find(recvbuf, recvcount, recvtype, call.peers(), true);
            return allGather(call, sendbuf, recvbuf);
        } catch (RuntimeException e) {
            throw call.failed(e);
        } finally {
            Reference.reachabilityFence(sendbuf);
            Reference.reachabilityFence(recvbuf);
        }
    }

    /** In place: the buffer has this rank's piece in its place. */
    static CollectiveCall allGather(CollectiveCall call, Object buffer, int count, Datatype type)
            throws MPIException {
        try {
            call.refuseInter();
            call.sent.none();
            call.in.find(buffer, count, type, call.peers(), true);
            return allGather(call, buffer, null);
        } catch (RuntimeException e) {
            throw call.failed(e);
        } finally {
            Reference.reachabilityFence(buffer);
        }
    }

    static CollectiveCall allGatherv(CollectiveCall call, Object sendbuf, int sendcount, Datatype sendtype,
                                     Object recvbuf, int[] recvcount, int[] displs, Datatype recvtype)
            throws MPIException {
        try {
            call.sent.find(sendbuf, sendcount, sendtype, false);
            call.in.find(recvbuf, recvcount, displs, recvtype, call.peers(), true);
            return allGather(call, sendbuf, recvbuf);
        } catch (RuntimeException e) {
            throw call.failed(e);
        } finally {
            Reference.reachabilityFence(sendbuf);
            Reference.reachabilityFence(recvbuf);
        }
    }

    /** In place: the buffer has this rank's piece in its place. */
    static CollectiveCall allGatherv(CollectiveCall call, Object recvbuf, int[] recvcount, int[] displs,
                                     Datatype recvtype) throws MPIException {
        try {
            call.refuseInter();
            call.sent.none();
            call.in.find(recvbuf, recvcount, displs, recvtype, call.peers(), true);
            return allGather(call, recvbuf, null);
        } catch (RuntimeException e) {
            throw call.failed(e);
        } finally {
            Reference.reachabilityFence(recvbuf);
        }
    }

    private static CollectiveCall allGather(CollectiveCall call, Object buffer, Object other) {
        Items sent = call.sent;
        int rank = call.rank();
        if (!sent.isNone() && !call.communicator().isInter()) {
            ItemBlocks.checkOwn(sent.bytes, call.in.bytes(rank), false);
        }
        Steps steps = call.begin();
        if (sent.isNone()) {
            call.in.load(steps);
            sent.is(call.in.blocks.array(), call.in.blocks.at(rank), call.in.blocks.bytes(rank));
        } else {
            sent.load(steps);
            call.in.room(steps);
        }
        call.below.allGather(steps, sent.array, sent.at, sent.bytes, call.in.blocks);
        call.in.store(steps);
        return call.end(buffer, other);
    }

    static CollectiveCall allToAll(CollectiveCall call, Object sendbuf, int sendcount, Datatype sendtype,
                                   Object recvbuf, int recvcount, Datatype recvtype) throws MPIException {
        try {
            call.out.find(sendbuf, sendcount, sendtype, call.peers(), false);
            call.in.find(recvbuf, recvcount, recvtype, call.peers(), true);
            return allToAll(call, false, sendbuf, recvbuf);
        } catch (RuntimeException e) {
            throw call.failed(e);
        } finally {
            Reference.reachabilityFence(sendbuf);
            Reference.reachabilityFence(recvbuf);
        }
    }

    static CollectiveCall allToAllv(CollectiveCall call, Object sendbuf, int[] sendcount, int[] sdispls,
                                    Datatype sendtype, Object recvbuf, int[] recvcount, int[] rdispls,
                                    Datatype recvtype) throws MPIException {
        try {
            call.out.find(sendbuf, sendcount, sdispls, sendtype, call.peers(), false);
            call.in.find(recvbuf, recvcount, rdispls, recvtype, call.peers(), true);
            return allToAll(call, true, sendbuf, recvbuf);
        } catch (RuntimeException e) {
            throw call.failed(e);
        } finally {
            Reference.reachabilityFence(sendbuf);
            Reference.reachabilityFence(recvbuf);
        }
    }

    static CollectiveCall allToAllw(CollectiveCall call, Object sendbuf, int[] sendcount, int[] sdispls,
                                    Datatype[] sendtypes, Object recvbuf, int[] recvcount, int[] rdispls,
                                    Datatype[] recvtypes) throws MPIException {
        try {
            call.out.find(sendbuf, sendcount, sdispls, sendtypes, call.peers(), false);
            call.in.find(recvbuf, recvcount, rdispls, recvtypes, call.peers(), true);
            return allToAll(call, true, sendbuf, recvbuf);
        } catch (RuntimeException e) {
            throw call.failed(e);
        } finally {
            Reference.reachabilityFence(sendbuf);
            Reference.reachabilityFence(recvbuf);
        }
    }

    /** Where counts are given for each rank, a piece may be shorter than its place; see {@link RootedCalls}. */
    private static CollectiveCall allToAll(CollectiveCall call, boolean counted, Object sendbuf, Object recvbuf) {
        int rank = call.rank();
        boolean shorter = counted && !call.in.hasGaps();
        if (!call.communicator().isInter()) {
            ItemBlocks.checkOwn(call.out.bytes(rank), call.in.bytes(rank), shorter);
        }
        Steps steps = call.begin();
        if (shorter) {
            steps.allowShorter();
        }
        if ((call.out.hasGaps() || call.in.hasGaps()) && allToAllItems(call, steps)) {
            return call.end(sendbuf, recvbuf);
        }
        call.out.load(steps);
        call.in.room(steps);
        call.below.allToAll(steps, call.out.blocks, call.in.blocks);
        call.in.store(steps);
        return call.end(sendbuf, recvbuf);
    }

    /** Without packing, where that can be; false when nothing was done. */
    private static boolean allToAllItems(CollectiveCall call, Steps steps) {
        SpacedPieces out = call.out.spaced();
        SpacedPieces in = call.in.spaced();
        return out != null && in != null && call.below.allToAll(steps, out, in);
    }
}
