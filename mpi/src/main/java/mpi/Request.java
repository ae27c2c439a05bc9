package mpi;

import org.hawser.mpi.Activity;
import org.hawser.mpi.ErrorClass;
import org.hawser.mpi.MpiFailure;
import org.hawser.mpi.env.Environment;
import org.hawser.mpi.p2p.Operation;
import org.hawser.mpi.p2p.PointToPoint;

/**
 * A send or a receive that goes on while the program does something else. The program waits for it or tests it; then
 * the request is null ({@link #isNull}), but for a {@link Prequest}, which can be started again.
 *
 * <pre>{@code
 * Request request = MPI.COMM_WORLD.iRecv(buffer, 100, MPI.INT, MPI.ANY_SOURCE, 0);
 * compute();
 * Status status = request.waitStatus();
 * }</pre>
 *
 * <p>Waiting for a request that is null, or a persistent one that is not started, returns at once with an empty status:
 * {@code ANY_SOURCE}, {@code ANY_TAG}, no elements.
 *
 * <p><b>Threads:</b> one at a time. <b>Allocates:</b> itself.
 */
public class Request implements Freeable {
    /** Stands for nothing. */
    static final int NULL = 0;
    /** Persistent, and not started. */
    static final int INACTIVE = 1;
    /** Started, and {@code operation} tells the rest. */
    static final int ACTIVE = 2;
    /** Complete from the start: a buffered send, or a peer that is PROC_NULL. */
    static final int DONE = 3;
    /** Given back by {@link #free}. */
    static final int FREED = 4;

    private final Comm comm;
    private int state;
    /** A send or a receive under way; null for an activity. */
    private Operation operation;
    /** What else is under way; null for a send or a receive. */
    private Activity activity;
    /** The source that the status of a DONE request names. */
    private int source;

    /** The null request. */
    Request() {
        comm = null;
    }

    /** A persistent request that is not started. */
    Request(Comm comm) {
        this.comm = comm;
        this.state = INACTIVE;
    }

    /** A request for what has been started. */
    Request(Comm comm, Operation operation) {
        this.comm = comm;
        begin(operation);
    }

    /** A request for something else that has been started. */
    Request(Comm comm, Activity activity) {
        this.comm = comm;
        this.activity = activity;
        this.state = ACTIVE;
    }

    /** A request that is complete. */
    Request(Comm comm, int source) {
        this.comm = comm;
        complete(source);
    }

    final void begin(Operation started) {
        operation = started;
        state = ACTIVE;
    }

    final void complete(int from) {
        source = from;
        state = DONE;
    }

    final Comm comm() {
        return comm;
    }

    final int state() {
        return state;
    }

    /** What a request becomes when it is complete. */
    int idleState() {
        return NULL;
    }

    /** Gives the request back. What it stands for goes on to its end, and nobody hears of it. */
    @Override
    public void free() throws MPIException {
        if (state == FREED || this == MPI.REQUEST_NULL) {
            throw Errors.raise(comm, "Request.free", ErrorClass.REQUEST, "the request is null: it was freed already");
        }
        if (state == NULL) {
            return;
        }
        if (state == ACTIVE) {
            release(point("Request.free"));
        }
        state = FREED;
    }

    private void release(PointToPoint point) {
        if (operation != null) {
            point.release(operation);
            operation = null;
        } else {
            activity.release();
            activity = null;
        }
    }

    /** Asks to end it before it has matched; waiting is still needed, and the status says whether it was cancelled. */
    public final void cancel() throws MPIException {
        PointToPoint point = point("Request.cancel");
        if (state != ACTIVE && state != DONE) {
            throw Errors.raise(comm, "Request.cancel", ErrorClass.REQUEST, "only an active request can be cancelled");
        }
        if (activity != null) {
            throw Errors.raise(comm, "Request.cancel", ErrorClass.REQUEST, "only a send or a receive can be cancelled");
        }
        if (state == ACTIVE) {
            point.cancel(operation);
        }
    }

    /** True when it stands for nothing: complete and waited for, freed, or {@link MPI#REQUEST_NULL}. */
    public final boolean isNull() {
        return state == NULL || state == FREED;
    }

    /** Waits until it is complete. */
    public final Status waitStatus() throws MPIException {
        await("Request.waitStatus");
        return finish("Request.waitStatus", Status.ALONE);
    }

    /** Waits until it is complete. */
    public final void waitFor() throws MPIException {
        await("Request.waitFor");
        finishQuietly("Request.waitFor");
    }

    /** Its status when it is complete, and null when it is not. */
    public final Status testStatus() throws MPIException {
        return poll("Request.testStatus") ? finish("Request.testStatus", Status.ALONE) : null;
    }

    /** As {@link #testStatus}, but the request stays what it is. */
    public final Status getStatus() throws MPIException {
        return poll("Request.getStatus") ? status(Status.ALONE) : null;
    }

    /** True when it is complete. */
    public final boolean test() throws MPIException {
        if (!poll("Request.test")) {
            return false;
        }
        finishQuietly("Request.test");
        return true;
    }

    /** Waits for one of several; {@link Status#getIndex} says which, UNDEFINED when none is active. */
    public static Status waitAnyStatus(Request[] requests) throws MPIException {
        return Requests.waitAny(requests, "Request.waitAnyStatus");
    }

    /** Waits for one of several and says which: UNDEFINED when none is active. */
    public static int waitAny(Request[] requests) throws MPIException {
        return Requests.waitAny(requests, "Request.waitAny").getIndex();
    }

    /** The status of one of several that is complete, or null; with UNDEFINED as its index when none is active. */
    public static Status testAnyStatus(Request[] requests) throws MPIException {
        return Requests.testAny(requests, "Request.testAnyStatus");
    }

    /** The place of one of several that is complete; UNDEFINED when none is. */
    public static int testAny(Request[] requests) throws MPIException {
        Status status = Requests.testAny(requests, "Request.testAny");
        return status == null ? MPI.UNDEFINED : status.getIndex();
    }

    /** Waits for all of several. */
    public static Status[] waitAllStatus(Request[] requests) throws MPIException {
        return Requests.waitAll(requests, "Request.waitAllStatus");
    }

    /** Waits for all of several. */
    public static void waitAll(Request[] requests) throws MPIException {
        Requests.waitAllQuietly(requests, "Request.waitAll");
    }

    /** The statuses of several when all are complete, else null; then none has changed. */
    public static Status[] testAllStatus(Request[] requests) throws MPIException {
        return Requests.testAll(requests, "Request.testAllStatus");
    }

    /** True when all are complete; otherwise none has changed. */
    public static boolean testAll(Request[] requests) throws MPIException {
        return Requests.testAllQuietly(requests, "Request.testAll");
    }

    /** Waits until some are complete, whose statuses it returns; null when none is active. */
    public static Status[] waitSomeStatus(Request[] requests) throws MPIException {
        return Requests.waitSome(requests, "Request.waitSomeStatus");
    }

    /** Waits until some are complete, whose places it returns; null when none is active. */
    public static int[] waitSome(Request[] requests) throws MPIException {
        return Requests.places(Requests.waitSome(requests, "Request.waitSome"));
    }

    /** The statuses of those that are complete, perhaps none; null when none is active. */
    public static Status[] testSomeStatus(Request[] requests) throws MPIException {
        return Requests.testSome(requests, "Request.testSomeStatus");
    }

    /** The places of those that are complete, perhaps none; null when none is active. */
    public static int[] testSome(Request[] requests) throws MPIException {
        return Requests.places(Requests.testSome(requests, "Request.testSome"));
    }

    /** True when it stands for something that is, or was, under way. */
    final boolean isActive() {
        return state == ACTIVE || state == DONE;
    }

    /** True when waiting would return at once. */
    final boolean isComplete() {
        return state != ACTIVE || (operation != null ? operation.isDone() : activity.isDone());
    }

    /** Waits until it is complete. */
    final void await(String call) throws MPIException {
        PointToPoint point = point(call);
        if (!isComplete()) {
            try {
                if (operation != null) {
                    point.await(operation);
                } else {
                    activity.await(point);
                }
            } catch (RuntimeException e) {
                throw Errors.raise(comm, call, e);
            }
        }
    }

    /** Whether it is complete, after a little progress. */
    private boolean poll(String call) throws MPIException {
        PointToPoint point = point(call);
        if (!isComplete()) {
            try {
                point.progress();
            } catch (RuntimeException e) {
                throw Errors.raise(comm, call, e);
            }
            complain(call);
        }
        return isComplete();
    }

    /** Throws when it is a receive from anybody that a lost process might have ended; it is active still. */
    final void complain(String call) throws MPIException {
        if (state == ACTIVE && operation != null && !operation.isDone()) {
            try {
                Environment.point().checkTested(operation);
            } catch (MpiFailure e) {
                throw Errors.raise(comm, call, e);
            }
        }
    }

    /** Ends a complete request: its status, or what went wrong. */
    final Status finish(String call, int index) throws MPIException {
        MpiFailure failure = failure();
        Status status = end(index);
        if (failure != null) {
            throw Errors.raise(comm, call, failure);
        }
        return status;
    }

    /** As {@link #finish}, for callers that want no status: none is made. */
    private void finishQuietly(String call) throws MPIException {
        MpiFailure failure = failure();
        endQuietly();
        if (failure != null) {
            throw Errors.raise(comm, call, failure);
        }
    }

    /** What went wrong with a complete request, or null. */
    final MpiFailure failure() {
        if (state != ACTIVE) {
            return null;
        }
        return operation != null ? operation.failure() : activity.failure();
    }

    /** Ends a complete request, whatever went wrong. */
    final Status end(int index) {
        Status status = status(index);
        endQuietly();
        return status;
    }

    /** True when it is a send or a receive that is over and went well. */
    final boolean isWell() {
        return operation != null && operation.isDone() && operation.failure() == null;
    }

    /** Ends a complete send or receive, and false when it is none; the caller holds the rank. */
    final boolean endHeld(PointToPoint point) {
        if (operation == null) {
            return false;
        }
        point.recycleHeld(operation);
        operation = null;
        state = idleState();
        return true;
    }

    /** Ends a complete request; nobody wants to know more. */
    final void endQuietly() {
        if (operation != null) {
            Environment.point().recycle(operation);
            operation = null;
        } else if (activity != null) {
            activity.release();
            activity = null;
        }
        if (isActive()) {
            state = idleState();
        }
    }

    private Status status(int index) {
        if (activity != null) {
            return new Status(MPI.ANY_SOURCE, MPI.ANY_TAG, activity.bytes(), false, index);
        }
        return switch (state) {
            case ACTIVE -> new Status(comm.rankOf(operation.source()), operation.tag(), operation.bytes(),
                operation.isCancelled(), index);
            case DONE -> new Status(source, MPI.ANY_TAG, 0, false, index);
            default -> Status.empty(index);
        };
    }

    private PointToPoint point(String call) throws MPIException {
        PointToPoint point = Environment.point();
        if (point == null) {
            throw Errors.raise(comm, call, Environment.notRunning());
        }
        return point;
    }
}
