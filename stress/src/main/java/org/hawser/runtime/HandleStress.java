package org.hawser.runtime;

import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Expect;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.II_Result;

/** Who sees a handle done sees what its operations brought. */
@JCStressTest
@Outcome(id = {"0, 0", "0, 3", "1, 3"}, expect = Expect.ACCEPTABLE, desc = "Not done, or done with the data.")
@Outcome(id = {"0, 1", "0, 2"}, expect = Expect.ACCEPTABLE, desc = "Not done, and half of it is there.")
@Outcome(expect = Expect.FORBIDDEN, desc = "Done without the data.")
@State
public class HandleStress {
    private final Handle handle = new Handle();
    private int first;
    private int second;

    /** Two operations under way. */
    public HandleStress() {
        handle.begin();
        handle.begin();
    }

    /** Completes one, then the other. */
    @Actor
    public void complete() {
        first = 1;
        handle.completed(0);
        second = 2;
        handle.completed(0);
    }

    /** Looks. */
    @Actor
    public void look(II_Result seen) {
        seen.r1 = handle.isDone() ? 1 : 0;
        seen.r2 = first + second;
    }
}
