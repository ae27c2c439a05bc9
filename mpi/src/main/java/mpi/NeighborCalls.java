package mpi;

import java.lang.ref.Reference;
import org.hawser.mpi.coll.NeighborCollectives;
import org.hawser.mpi.coll.Steps;

/**
 * Collectives with neighbours: checks arguments, finds the memory, and calls the floor below. A piece of a neighbour
 * that is nobody stays as it is.
 *
 * <p><b>Threads:</b> any; one call of a communicator at a time. <b>Allocates:</b> nothing for calls that wait and types
 * without gaps.
 */
final class NeighborCalls {
    private NeighborCalls() {
    }

    static CollectiveCall allGather(CollectiveCall call, Object sendbuf, int sendcount, Datatype sendtype,
                                    Object recvbuf, int recvcount, Datatype recvtype) throws MPIException {
        try {
            NeighborCollectives neighbors = call.below.neighbors();
            call.sent.find(sendbuf, sendcount, sendtype, false);
            call.in.find(recvbuf, recvcount, recvtype, neighbors.sources(), true);
            return allGather(call, neighbors, sendbuf, recvbuf);
        } catch (RuntimeException e) {
            throw call.failed(e);
        } finally {
            Reference.reachabilityFence(sendbuf);
            Reference.reachabilityFence(recvbuf);
        }
    }

    static CollectiveCall allGatherv(CollectiveCall call, Object sendbuf, int sendcount, Datatype sendtype,
                                     Object recvbuf, int[] recvcount, int[] displs, Datatype recvtype)
            throws MPIException {
        try {
            NeighborCollectives neighbors = call.below.neighbors();
            call.sent.find(sendbuf, sendcount, sendtype, false);
            call.in.find(recvbuf, recvcount, displs, recvtype, neighbors.sources(), true);
            return allGather(call, neighbors, sendbuf, recvbuf);
        } catch (RuntimeException e) {
            throw call.failed(e);
        } finally {
            Reference.reachabilityFence(sendbuf);
            Reference.reachabilityFence(recvbuf);
        }
    }

    private static CollectiveCall allGather(CollectiveCall call, NeighborCollectives neighbors, Object sendbuf,
                                            Object recvbuf) {
        Steps steps = call.begin();
        call.sent.load(steps);
        prepare(call, neighbors, steps);
        neighbors.allGather(steps, call.sent.array, call.sent.at, call.sent.bytes, call.in.blocks);
        call.in.store(steps);
        return call.end(sendbuf, recvbuf);
    }

    static CollectiveCall allToAll(CollectiveCall call, Object sendbuf, int sendcount, Datatype sendtype,
                                   Object recvbuf, int recvcount, Datatype recvtype) throws MPIException {
        try {
            NeighborCollectives neighbors = call.below.neighbors();
            call.out.find(sendbuf, sendcount, sendtype, neighbors.destinations(), false);
            call.in.find(recvbuf, recvcount, recvtype, neighbors.sources(), true);
            return allToAll(call, neighbors, sendbuf, recvbuf);
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
            NeighborCollectives neighbors = call.below.neighbors();
            call.out.find(sendbuf, sendcount, sdispls, sendtype, neighbors.destinations(), false);
            call.in.find(recvbuf, recvcount, rdispls, recvtype, neighbors.sources(), true);
            return allToAll(call, neighbors, sendbuf, recvbuf);
        } catch (RuntimeException e) {
            throw call.failed(e);
        } finally {
            Reference.reachabilityFence(sendbuf);
            Reference.reachabilityFence(recvbuf);
        }
    }

    private static CollectiveCall allToAll(CollectiveCall call, NeighborCollectives neighbors, Object sendbuf,
                                           Object recvbuf) {
        Steps steps = call.begin();
        call.out.load(steps);
        prepare(call, neighbors, steps);
        neighbors.allToAll(steps, call.out.blocks, call.in.blocks);
        call.in.store(steps);
        return call.end(sendbuf, recvbuf);
    }

    /** Makes room; what no neighbour sends must be in it before, as all of it is stored. */
    private static void prepare(CollectiveCall call, NeighborCollectives neighbors, Steps steps) {
        if (neighbors.hasEdge()) {
            call.in.load(steps);
        } else {
            call.in.room(steps);
        }
    }
}
