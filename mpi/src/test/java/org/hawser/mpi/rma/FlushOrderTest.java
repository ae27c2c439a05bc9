package org.hawser.mpi.rma;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

/** What was put and flushed is there for all that is fetched later, by anybody. */
class FlushOrderTest {
    private static final int TURNS = 20_000;

    /** Each puts at the other and then gets what the other has put: whoever flushed last finds something. */
    @Test
    void twoThatPutFlushAndGetDoNotBothFindNothing() {
        long[][] found = new long[2][TURNS];
        AtomicInteger come = new AtomicInteger();
        LongWindow.run(2, TURNS, ranks -> {
            int me = ranks.me;
            ranks.window.lockAll(true);
            long[] one = {1};
            long[] got = new long[1];
            for (int i = 0; i < TURNS; i++) {
                come.incrementAndGet();
                for (int looks = 0; come.get() < 2 * (i + 1); looks++) {
                    if (looks > 1000) {
                        Thread.yield();
                    }
                }
                ranks.put(one, 1 - me, i);
                ranks.window.flush(1 - me);
                ranks.get(got, me, i);
                found[me][i] = got[0];
            }
            ranks.window.unlockAll();
        });
        int neither = 0;
        for (int i = 0; i < TURNS; i++) {
            neither += found[0][i] + found[1][i] == 0 ? 1 : 0;
        }
        assertEquals(0, neither, "turns in which neither found what the other had put");
    }
}
