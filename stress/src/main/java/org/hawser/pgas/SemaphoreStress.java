package org.hawser.pgas;

import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Expect;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.II_Result;

/** Who has taken from a semaphore sees what was written before the post; no post is lost or taken twice. */
@JCStressTest
@Outcome(id = "1, 2", expect = Expect.ACCEPTABLE, desc = "Both posts, with what they speak of.")
@Outcome(expect = Expect.FORBIDDEN, desc = "A post came before its data.")
@State
public class SemaphoreStress {
    private int first;
    private int second;

    /** Writes and posts, twice. */
    @Actor
    public void poster() {
        PgasPair mine = PgasPair.of(0);
        first = 1;
        mine.semaphore.post(1);
        second = 2;
        mine.semaphore.post(1, 2);
    }

    /** Takes what was posted; a post that is lost keeps it here for ever. */
    @Actor
    public void taker(II_Result seen) {
        PgasPair mine = PgasPair.of(1);
        mine.semaphore.await();
        seen.r1 = first;
        if (!mine.semaphore.tryTake(2)) {
            mine.semaphore.await(2);
        }
        seen.r2 = second;
    }
}
