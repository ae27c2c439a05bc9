package org.hawser.mpi.rma;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.concurrent.atomic.AtomicInteger;
import org.hawser.mpi.coll.op.Operand;
import org.hawser.mpi.coll.op.Operator;
import org.hawser.mpi.datatype.Layout;
import org.junit.jupiter.api.Test;

/** What was put and flushed is there for all that is fetched later, by anybody. */
class FlushOrderTest {
    private static final int TURNS = 20_000;

    /** Fetches what the other has put. */
    private interface Fetch {
        void into(long[] result, LongWindow ranks, int index);
    }

    @Test
    void twoThatPutFlushAndGetDoNotBothFindNothing() {
        assertSomebodyFinds((result, ranks, index) -> ranks.get(result, ranks.me, index));
    }

    /** An update that leaves things as they are fetches all the same. */
    @Test
    void twoThatPutFlushAndFetchDoNotBothFindNothing() {
        Layout item = Layout.basic(Long.BYTES);
        long[] zero = new long[1];
        for (Operator operator : new Operator[] {Operator.MAX, Operator.SUM, Operator.NO_OP}) {
            Update update = Update.of(operator, Operand.LONG);
            assertSomebodyFinds((result, ranks, index) ->
                ranks.window.fetchAndOp(zero, 0, result, 0, ranks.me, index, update));
        }
    }

    /** Each puts at the other and then fetches what the other has put: whoever flushed last finds something. */
    private static void assertSomebodyFinds(Fetch fetch) {
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
                fetch.into(got, ranks, i);
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
