package mpi;

import java.util.ArrayList;
import java.util.List;
import org.hawser.mpi.ErrorClass;
import org.hawser.mpi.MpiFailure;
import org.hawser.mpi.env.Environment;
import org.hawser.mpi.p2p.PointToPoint;
import org.hawser.runtime.Awaitable;
import org.hawser.runtime.Rank;

/**
 * Waiting for and testing several requests.
 *
 * <p><b>Threads:</b> any; each request one at a time.
 */
final class Requests {
    private Requests() {
    }

    static Status waitAny(Request[] requests, String call) throws MPIException {
        check(requests, call);
        if (!anyActive(requests)) {
            return Status.empty(MPI.UNDEFINED);
        }
        if (firstComplete(requests) < 0) {
            awaitFirst(requests, call);
        }
        int index = firstComplete(requests);
        return requests[index].finish(call, index);
    }

    static Status testAny(Request[] requests, String call) throws MPIException {
        check(requests, call);
        if (!anyActive(requests)) {
            return Status.empty(MPI.UNDEFINED);
        }
        if (firstComplete(requests) < 0) {
            progress(call);
        }
        int index = firstComplete(requests);
        if (index < 0) {
            complain(requests, call);
            return null;
        }
        return requests[index].finish(call, index);
    }

    static Status[] waitAll(Request[] requests, String call) throws MPIException {
        check(requests, call);
        for (Request request : requests) {
            request.await(call);
        }
        return finishAll(requests, call);
    }

    /** As above, for callers that want no statuses: none is made unless something went wrong. */
    static void waitAllQuietly(Request[] requests, String call) throws MPIException {
        check(requests, call);
        PointToPoint point = Environment.point();
        boolean well = true;
        for (Request request : requests) {
            if (point == null || !request.isWell()) {
                request.await(call);
                well &= request.failure() == null;
            }
        }
        if (!well) {
            finishAll(requests, call);
        } else if (requests.length > 0) {
            endAll(requests, point);
        }
    }

    private static void endAll(Request[] requests, PointToPoint point) {
        Rank rank = point.rank();
        boolean all = true;
        rank.hold();
        for (Request request : requests) {
            all &= request.endHeld(point);
        }
        rank.letGo();
        if (!all) {
            // The rest may hold the rank itself.
            for (Request request : requests) {
                request.endQuietly();
            }
        }
    }

    static Status[] testAll(Request[] requests, String call) throws MPIException {
        check(requests, call);
        if (!allComplete(requests)) {
            progress(call);
        }
        if (!allComplete(requests)) {
            complain(requests, call);
            return null;
        }
        return finishAll(requests, call);
    }

    /** As above, for callers that want no statuses. */
    static boolean testAllQuietly(Request[] requests, String call) throws MPIException {
        check(requests, call);
        if (!allComplete(requests)) {
            progress(call);
        }
        if (!allComplete(requests)) {
            complain(requests, call);
            return false;
        }
        waitAllQuietly(requests, call);
        return true;
    }

    static Status[] waitSome(Request[] requests, String call) throws MPIException {
        check(requests, call);
        if (!anyActive(requests)) {
            return null;
        }
        if (firstComplete(requests) < 0) {
            awaitFirst(requests, call);
        }
        return finishComplete(requests, call);
    }

    static Status[] testSome(Request[] requests, String call) throws MPIException {
        check(requests, call);
        if (!anyActive(requests)) {
            return null;
        }
        progress(call);
        if (firstComplete(requests) < 0) {
            complain(requests, call);
        }
        return finishComplete(requests, call);
    }

    static int[] places(Status[] statuses) {
        if (statuses == null) {
            return null;
        }
        int[] places = new int[statuses.length];
        for (int i = 0; i < places.length; i++) {
            places[i] = statuses[i].getIndex();
        }
        return places;
    }

    static void check(Request[] requests, String call) throws MPIException {
        Errors.check();
        if (requests == null) {
            throw Errors.raise(null, call, ErrorClass.REQUEST, "the array of requests is null");
        }
        for (int i = 0; i < requests.length; i++) {
            if (requests[i] == null) {
                throw Errors.raise(null, call, ErrorClass.REQUEST, "a request is a null reference: index=" + i);
            }
        }
    }

    private static void progress(String call) throws MPIException {
        try {
            Environment.point().progress();
        } catch (RuntimeException e) {
            throw Errors.raise(null, call, e);
        }
    }

    private static void awaitFirst(Request[] requests, String call) throws MPIException {
        MPIException[] pending = new MPIException[1];
        try {
            Environment.point().await(new Awaitable() {
                @Override
                public boolean isDone() {
                    return pending[0] != null || firstComplete(requests) >= 0;
                }

                @Override
                public boolean isDoneBeforeSleep() {
                    if (!isDone()) {
                        try {
                            complain(requests, call);
                        } catch (MPIException e) {
                            pending[0] = e;
                        }
                    }
                    return isDone();
                }
            });
        } catch (RuntimeException e) {
            throw Errors.raise(null, call, e);
        }
        if (pending[0] != null && firstComplete(requests) < 0) {
            throw pending[0];
        }
    }

    /** Throws when one of them is a receive from anybody that a lost process might have ended; all stay active. */
    private static void complain(Request[] requests, String call) throws MPIException {
        for (Request request : requests) {
            request.complain(call);
        }
    }

    private static boolean anyActive(Request[] requests) {
        for (Request request : requests) {
            if (request.isActive()) {
                return true;
            }
        }
        return false;
    }

    private static boolean allComplete(Request[] requests) {
        for (Request request : requests) {
            if (!request.isComplete()) {
                return false;
            }
        }
        return true;
    }

    /** The place of the first request that is active and complete, or -1. */
    private static int firstComplete(Request[] requests) {
        for (int i = 0; i < requests.length; i++) {
            if (requests[i].isActive() && requests[i].isComplete()) {
                return i;
            }
        }
        return -1;
    }

    private static Status[] finishAll(Request[] requests, String call) throws MPIException {
        Status[] statuses = new Status[requests.length];
        Failed failed = new Failed();
        for (int i = 0; i < requests.length; i++) {
            statuses[i] = failed.note(requests[i], i);
        }
        failed.raise(call);
        return statuses;
    }

    private static Status[] finishComplete(Request[] requests, String call) throws MPIException {
        List<Status> statuses = new ArrayList<>();
        Failed failed = new Failed();
        for (int i = 0; i < requests.length; i++) {
            if (requests[i].isActive() && requests[i].isComplete()) {
                statuses.add(failed.note(requests[i], i));
            }
        }
        failed.raise(call);
        return statuses.toArray(new Status[0]);
    }

    /** The requests among several that failed; the others are complete all the same. */
    private static final class Failed {
        private Comm comm;
        private StringBuilder text;
        private MpiFailure first;

        Status note(Request request, int index) {
            MpiFailure failure = request.failure();
            if (failure != null) {
                if (first == null) {
                    first = failure;
                    comm = request.comm();
                    text = new StringBuilder("requests failed:");
                }
                text.append(" [").append(index).append("] ").append(Errors.nameOf(failure.errorClass())).append(": ")
                    .append(failure.getMessage());
            }
            return request.end(index);
        }

        void raise(String call) throws MPIException {
            if (first != null) {
                throw Errors.raise(comm, call, new MpiFailure(ErrorClass.IN_STATUS, text.toString(), first));
            }
        }
    }
}
