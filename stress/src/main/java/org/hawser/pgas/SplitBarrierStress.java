package org.hawser.pgas;

import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Expect;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.II_Result;

/** Who has waited sees what the others wrote before they notified. */
@JCStressTest
@Outcome(id = "2, 1", expect = Expect.ACCEPTABLE, desc = "Both see what the other wrote.")
@Outcome(expect = Expect.FORBIDDEN, desc = "One went on before the other had come.")
@State
public class SplitBarrierStress {
    private int first;
    private int second;

    /** Writes, comes, and looks. */
    @Actor
    public void one(II_Result seen) {
        Pgas pgas = PgasPair.of(0).pgas;
        first = 1;
        pgas.notifyBarrier();
        pgas.waitBarrier();
        seen.r1 = second;
    }

    /** Writes, comes, and looks. */
    @Actor
    public void other(II_Result seen) {
        Pgas pgas = PgasPair.of(1).pgas;
        second = 2;
        pgas.notifyBarrier();
        pgas.waitBarrier();
        seen.r2 = first;
    }
}
