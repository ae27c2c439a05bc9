package org.hawser.platform.idle;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(60)
class NapsTest {
    @Test
    void aNapIsNoMoreThanAPartOfTheWaitOrTheShortest() {
        Naps naps = new Naps();
        long waited = 0;
        for (int i = 0; i < 150; i++) {
            long next = naps.next();
            assertEquals(next, naps.take(Long.MAX_VALUE));
            assertTrue(next >= Naps.SHORTEST_NANOS && next <= Math.max(Naps.SHORTEST_NANOS, waited / 32),
                "nap=" + next + " waited=" + waited);
            waited += next;
        }
        assertTrue(naps.next() > Naps.SHORTEST_NANOS);
        naps.begin();
        assertEquals(Naps.SHORTEST_NANOS, naps.next());
    }

    @Test
    void aNapIsNoLongerThanItsCallerWants() {
        assertEquals(1, new Naps().take(1));
    }
}
