package mpi;

import static org.hawser.mpi.Running.errorOf;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.hawser.mpi.Running;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/** Requests that are null, inactive or complete from the start; those with a peer need one. */
@ExtendWith(Running.class)
class RequestTest {
    private static Request toNobody() throws MPIException {
        return MPI.COMM_WORLD.iSend(new int[1], 1, MPI.INT, MPI.PROC_NULL, 0);
    }

    @Test
    void waitingForNothingGivesAnEmptyStatus() throws MPIException {
        Status status = MPI.REQUEST_NULL.waitStatus();
        assertEquals(MPI.ANY_SOURCE, status.getSource());
        assertEquals(MPI.ANY_TAG, status.getTag());
        assertEquals(0, status.getCount(MPI.INT));
        assertTrue(MPI.REQUEST_NULL.test());
        assertNotNull(MPI.REQUEST_NULL.getStatus());
        assertTrue(MPI.REQUEST_NULL.isNull());
    }

    @Test
    void arraysOfNothingHaveNoIndex() throws MPIException {
        Request[] none = {MPI.REQUEST_NULL, MPI.REQUEST_NULL};
        assertEquals(MPI.UNDEFINED, Request.waitAny(none));
        assertEquals(MPI.UNDEFINED, Request.waitAnyStatus(none).getIndex());
        assertEquals(MPI.UNDEFINED, Request.testAny(none));
        assertNull(Request.waitSome(none));
        assertNull(Request.waitSomeStatus(none));
        assertEquals(2, Request.waitAllStatus(none).length);
        assertTrue(Request.testAll(none));
        assertEquals(MPI.ERR_REQUEST, errorOf(() -> Request.waitAll(new Request[1])));
    }

    @Test
    void arraysThatAreNotThereAreRefused() throws MPIException {
        assertEquals(MPI.ERR_REQUEST, errorOf(() -> Request.waitAll(null)));
        assertEquals(MPI.ERR_REQUEST, errorOf(() -> Prequest.startAll(null)));
        Prequest well = MPI.COMM_WORLD.sendInit(new int[1], 1, MPI.INT, MPI.PROC_NULL, 0);
        assertEquals(MPI.ERR_REQUEST, errorOf(() -> Prequest.startAll(new Prequest[] {well, null})));
        // None has begun.
        well.start();
        well.waitFor();
    }

    @Test
    void someOfSeveralAreNamedByTheirPlaces() throws MPIException {
        Request[] requests = {MPI.REQUEST_NULL, toNobody(), toNobody()};
        assertEquals(1, Request.waitAny(requests));
        assertTrue(requests[1].isNull());
        Status[] statuses = Request.waitSomeStatus(requests);
        assertEquals(1, statuses.length);
        assertEquals(2, statuses[0].getIndex());
        assertNull(Request.waitSome(requests));
    }

    @Test
    void whatWasNotInAnArrayHasTheIndexZero() throws MPIException {
        assertEquals(0, toNobody().waitStatus().getIndex());
        assertEquals(0, toNobody().testStatus().getIndex());
        assertEquals(0, toNobody().getStatus().getIndex());
        assertEquals(0, MPI.COMM_WORLD.recv(new int[1], 1, MPI.INT, MPI.PROC_NULL, 0).getIndex());
        assertEquals(0, MPI.COMM_WORLD.probe(MPI.PROC_NULL, 0).getIndex());
    }

    @Test
    void aRequestIsFreedOnce() throws MPIException {
        Request request = toNobody();
        request.free();
        assertTrue(request.isNull());
        assertEquals(MPI.ERR_REQUEST, errorOf(request::free));
        Request waited = toNobody();
        waited.waitFor();
        waited.free();
        assertEquals(MPI.ERR_REQUEST, errorOf(MPI.REQUEST_NULL::free));
        assertEquals(MPI.ERR_REQUEST, errorOf(MPI.REQUEST_NULL::cancel));
    }

    @Test
    void aPersistentRequestIsStartedAgainAndAgain() throws MPIException {
        Prequest request = MPI.COMM_WORLD.recvInit(new int[1], 1, MPI.INT, MPI.PROC_NULL, 0);
        assertFalse(request.isNull());
        assertEquals(MPI.ANY_SOURCE, request.waitStatus().getSource());
        for (int i = 0; i < 3; i++) {
            request.start();
            assertEquals(MPI.ERR_REQUEST, errorOf(request::start));
            assertEquals(MPI.PROC_NULL, request.getStatus().getSource());
            assertEquals(MPI.PROC_NULL, request.waitStatus().getSource());
            assertFalse(request.isNull());
        }
        request.free();
        assertTrue(request.isNull());
        assertEquals(MPI.ERR_REQUEST, errorOf(request::start));
    }
}
