package org.hawser.stress;

import org.hawser.platform.memory.RawBytes;
import org.hawser.platform.memory.RawWords;
import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Expect;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.III_Result;

/** A message written all but its last byte, then that with release: who sees the last byte changed sees all of it. */
@JCStressTest
@Outcome(id = "0, 0, 0", expect = Expect.ACCEPTABLE, desc = "not there yet")
@Outcome(id = "1, 7, 7", expect = Expect.ACCEPTABLE, desc = "all there")
@State
public class LastByteStress {
    private static final int BYTES = 200;
    private static final byte OLD = 3;
    private static final byte NEW = 7;

    private static final StressMemory MEMORY = new StressMemory(BYTES);

    private final long source = RawWords.addressOf(MEMORY.piece());
    private final long target = RawWords.addressOf(MEMORY.piece());

    /** The receive's buffer holds something else, and the message is ready. */
    public LastByteStress() {
        for (int i = 0; i < BYTES; i++) {
            RawBytes.store(NEW, source + i, 1);
            RawBytes.store(OLD, target + i, 1);
        }
    }

    /** The sender. */
    @Actor
    public void writer() {
        RawBytes.copy(source, target, BYTES - 1);
        RawBytes.setByteRelease(target + BYTES - 1, NEW);
    }

    /** The receiver. */
    @Actor
    public void watcher(III_Result r) {
        if (RawBytes.getByteAcquire(target + BYTES - 1) != OLD) {
            r.r1 = 1;
            r.r2 = (int) RawBytes.load(target, 1);
            r.r3 = (int) RawBytes.load(target + BYTES - 2, 1);
        }
    }
}
