package org.hawser.mpi.rma;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.hawser.mpi.ErrorClass;
import org.hawser.mpi.MpiFailure;
import org.junit.jupiter.api.Test;

class ScheduleTest {
    /** The order in which operations leave, given as the program has them: {@code g} a get, {@code p} a put. */
    private static String order(String choice, String program) {
        Schedule schedule = Schedule.of(choice);
        QueuedList gets = new QueuedList();
        QueuedList others = new QueuedList();
        for (int i = 0; i < program.length(); i++) {
            boolean get = program.charAt(i) == 'g';
            Queued each = get ? new Queued().get(null, 0, null, i, null, 8, null)
                : new Queued().put(null, 0, null, i, null, 8, null);
            each.number = i;
            (get ? gets : others).add(each);
        }
        StringBuilder order = new StringBuilder();
        Schedule.Last last = Schedule.Last.NOTHING;
        while (!gets.isEmpty() || !others.isEmpty()) {
            Queued next = schedule.next(gets.first(), others.first(), last);
            last = next.isGet() ? Schedule.Last.GET : Schedule.Last.OTHER;
            order.append(next.isGet() ? 'g' : 'p').append(next.offset).append(' ');
            (next.isGet() ? gets : others).poll();
        }
        return order.toString().strip();
    }

    @Test
    void offIsTheOrderOfTheProgram() {
        assertEquals("p0 p1 g2 g3 p4 g5", order("off", "ppggpg"));
        assertEquals("p0 p1 g2 g3 p4 g5", order("aggregate", "ppggpg"));
    }

    @Test
    void getsGoFirstAndKeepTheirOrder() {
        assertEquals("g2 g3 g5 p0 p1 p4", order("gets-first", "ppggpg"));
    }

    @Test
    void getsAndPutsTakeTurns() {
        assertEquals("p0 g3 p1 g4 p2 g5", order("interleave", "pppggg"));
        assertEquals("g0 p3 g1 g2", order("interleave", "gggp"));
    }

    @Test
    void turnsBeginWithAGetWhereBothAreChosen() {
        assertEquals("g3 p0 g4 p1 g5 p2", order("on", "pppggg"));
        assertEquals("g3 p0 g4 p1 g5 p2", order("gets-first, interleave", "pppggg"));
    }

    @Test
    void eachIsSwitchedByItself() {
        assertTrue(Schedule.of("aggregate").aggregates());
        assertFalse(Schedule.of("interleave,gets-first").aggregates());
        assertTrue(Schedule.of("on").passesWaitingGets());
        assertEquals(ErrorClass.INFO_VALUE, assertThrows(MpiFailure.class, () -> Schedule.of("fast")).errorClass());
    }
}
