package mpi;

import java.lang.ref.Reference;
import org.hawser.mpi.ErrorClass;
import org.hawser.mpi.MpiFailure;
import org.hawser.mpi.coll.Steps;
import org.hawser.mpi.coll.op.Reduction;

/**
 * Collectives that combine items: checks arguments, finds the memory, and calls the floor below. A buffer that is given
 * for both what is combined and the result stands for a call in place.
 *
 * <p><b>Threads:</b> any; one call of a communicator at a time. <b>Allocates:</b> nothing for calls that wait, with
 * MPI's own operations and types without gaps.
 */
final class ReductionCalls {
    private ReductionCalls() {
    }

    static CollectiveCall reduce(CollectiveCall call, Object sendbuf, Object recvbuf, int count, Datatype type, Op op,
                                 int root) throws MPIException {
        try {
            boolean isRoot = call.isRoot(root);
            boolean gives = !CollectiveCall.isIdle(root) && root != MPI.ROOT;
            Reduction reduction = reduction(op, type);
            if (gives) {
                call.sent.find(sendbuf, count, type, false);
            } else {
                call.sent.none();
            }
            if (isRoot) {
                call.received.find(recvbuf, count, type, true);
            } else {
                call.received.none();
            }
            Steps steps = call.begin();
            call.sent.load(steps);
            call.received.room(steps);
            call.below.reduce(steps, reduction, call.sent.array, call.sent.at, call.received.array, call.received.at,
                isRoot ? call.received.bytes : call.sent.bytes, root);
            call.received.store(steps);
            return call.end(sendbuf, recvbuf);
        } catch (RuntimeException e) {
            throw call.failed(e);
        } finally {
            Reference.reachabilityFence(sendbuf);
            Reference.reachabilityFence(recvbuf);
        }
    }

    /** In place: the buffer has this rank's items and, at the root, gets the result. */
    static CollectiveCall reduce(CollectiveCall call, Object buffer, int count, Datatype type, Op op, int root)
            throws MPIException {
        if (call.communicator().isInter()) {
            throw call.failed(notInPlace());
        }
        return reduce(call, buffer, buffer, count, type, op, root);
    }

    static CollectiveCall allReduce(CollectiveCall call, Object sendbuf, Object recvbuf, int count, Datatype type,
                                    Op op) throws MPIException {
        try {
            Reduction reduction = findBoth(call, sendbuf, recvbuf, count, type, op);
            Steps steps = call.begin();
            call.sent.load(steps);
            call.received.room(steps);
            call.below.allReduce(steps, reduction, call.sent.array, call.sent.at, call.received.array,
                call.received.at, call.received.bytes);
            call.received.store(steps);
            return call.end(sendbuf, recvbuf);
        } catch (RuntimeException e) {
            throw call.failed(e);
        } finally {
            Reference.reachabilityFence(sendbuf);
            Reference.reachabilityFence(recvbuf);
        }
    }

    /** In place: the buffer has this rank's items and gets the result. */
    static CollectiveCall allReduce(CollectiveCall call, Object buffer, int count, Datatype type, Op op)
            throws MPIException {
        if (call.communicator().isInter()) {
            throw call.failed(notInPlace());
        }
        return allReduce(call, buffer, buffer, count, type, op);
    }

    static CollectiveCall scan(CollectiveCall call, Object sendbuf, Object recvbuf, int count, Datatype type, Op op)
            throws MPIException {
        try {
            Reduction reduction = findBoth(call, sendbuf, recvbuf, count, type, op);
            Steps steps = call.begin();
            call.sent.load(steps);
            call.received.room(steps);
            call.below.scan(steps, reduction, call.sent.array, call.sent.at, call.received.array, call.received.at,
                call.received.bytes);
            call.received.store(steps);
            return call.end(sendbuf, recvbuf);
        } catch (RuntimeException e) {
            throw call.failed(e);
        } finally {
            Reference.reachabilityFence(sendbuf);
            Reference.reachabilityFence(recvbuf);
        }
    }

    static CollectiveCall exScan(CollectiveCall call, Object sendbuf, Object recvbuf, int count, Datatype type, Op op)
            throws MPIException {
        try {
            boolean first = call.rank() == 0;
            Reduction reduction = reduction(op, type);
            call.sent.find(sendbuf, count, type, false);
            if (first) {
                // Its result is not defined, so it need not have a place for one.
                call.received.none();
            } else {
                call.received.find(recvbuf, count, type, true);
            }
            Steps steps = call.begin();
            call.sent.load(steps);
            call.received.room(steps);
            call.below.exScan(steps, reduction, call.sent.array, call.sent.at, call.received.array, call.received.at,
                call.sent.bytes);
            call.received.store(steps);
            return call.end(sendbuf, recvbuf);
        } catch (RuntimeException e) {
            throw call.failed(e);
        } finally {
            Reference.reachabilityFence(sendbuf);
            Reference.reachabilityFence(recvbuf);
        }
    }

    /** The same counts at all ranks: what each gets of the result. */
    static CollectiveCall reduceScatter(CollectiveCall call, Object sendbuf, Object recvbuf, int[] counts,
                                        Datatype type, Op op) throws MPIException {
        try {
            Reduction reduction = reduction(op, type);
            int ranks = call.communicator().size();
            int total = total(counts, ranks);
            call.sent.find(sendbuf, total, type, false);
            call.received.find(recvbuf, counts[call.rank()], type, true);
            Steps steps = call.begin();
            call.sent.load(steps);
            call.received.room(steps);
            call.out.blocks.consecutive(call.sent.array, call.sent.at, counts, Items.size(type), ranks);
            return reduceScatter(call, steps, reduction, sendbuf, recvbuf);
        } catch (RuntimeException e) {
            throw call.failed(e);
        } finally {
            Reference.reachabilityFence(sendbuf);
            Reference.reachabilityFence(recvbuf);
        }
    }

    static CollectiveCall reduceScatterBlock(CollectiveCall call, Object sendbuf, Object recvbuf, int count,
                                             Datatype type, Op op) throws MPIException {
        try {
            Reduction reduction = reduction(op, type);
            Items.check(count, type);
            int ranks = call.communicator().size();
            call.sent.find(sendbuf, whole((long) count * ranks), type, false);
            call.received.find(recvbuf, count, type, true);
            Steps steps = call.begin();
            call.sent.load(steps);
            call.received.room(steps);
            call.out.blocks.equal(call.sent.array, call.sent.at, Datatype.packed(count, type));
            return reduceScatter(call, steps, reduction, sendbuf, recvbuf);
        } catch (RuntimeException e) {
            throw call.failed(e);
        } finally {
            Reference.reachabilityFence(sendbuf);
            Reference.reachabilityFence(recvbuf);
        }
    }

    private static CollectiveCall reduceScatter(CollectiveCall call, Steps steps, Reduction reduction, Object sendbuf,
                                                Object recvbuf) {
        call.below.reduceScatter(steps, reduction, call.out.blocks, call.received.array, call.received.at,
            call.received.bytes);
        call.received.store(steps);
        return call.end(sendbuf, recvbuf);
    }

    private static Reduction findBoth(CollectiveCall call, Object sendbuf, Object recvbuf, int count, Datatype type,
                                      Op op) {
        Reduction reduction = reduction(op, type);
        call.sent.find(sendbuf, count, type, false);
        call.received.find(recvbuf, count, type, true);
        return reduction;
    }

    private static Reduction reduction(Op op, Datatype type) {
        return Op.reduction(op, type);
    }

    private static int total(int[] counts, int ranks) {
        if (counts == null || counts.length < ranks) {
            throw new MpiFailure(ErrorClass.ARG, "there are fewer counts than ranks: ranks=" + ranks + " counts="
                + (counts == null ? "null" : counts.length));
        }
        long total = 0;
        for (int i = 0; i < ranks; i++) {
            if (counts[i] < 0) {
                throw new MpiFailure(ErrorClass.COUNT, "a count is negative: count=" + counts[i] + " rank=" + i);
            }
            total += counts[i];
        }
        return whole(total);
    }

    private static int whole(long total) {
        if (total > Integer.MAX_VALUE) {
            throw new MpiFailure(ErrorClass.COUNT, "the items of all ranks are too many: count=" + total);
        }
        return (int) total;
    }

    private static MpiFailure notInPlace() {
        return new MpiFailure(ErrorClass.COMM, "there is no form in place for a communicator of two groups");
    }
}
