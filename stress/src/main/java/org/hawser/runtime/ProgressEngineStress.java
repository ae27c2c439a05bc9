package org.hawser.runtime;

import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Arbiter;
import org.openjdk.jcstress.annotations.Expect;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.I_Result;

/** Any thread may ask for progress; one at a time polls. */
@JCStressTest
@Outcome(id = "0", expect = Expect.ACCEPTABLE, desc = "Every poll was alone.")
@Outcome(expect = Expect.FORBIDDEN, desc = "Two polled at once.")
@State
public class ProgressEngineStress {
    private final QuietDomain domain = new QuietDomain();
    private final ProgressEngine engine = new ProgressEngine(domain, (s, w, m, o, l) -> { }, 1, 1);
    private int first;
    private int second;

    /** Polls. */
    @Actor
    public void pollFirst() {
        for (int i = 0; i < 20; i++) {
            first += engine.progress();
        }
    }

    /** Polls. */
    @Actor
    public void pollSecond() {
        for (int i = 0; i < 20; i++) {
            second += engine.progress();
        }
    }

    /** Polls that were told against polls that were counted. */
    @Arbiter
    public void check(I_Result lost) {
        lost.r1 = first + second - domain.polls;
    }
}
