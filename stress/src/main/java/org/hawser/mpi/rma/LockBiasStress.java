package org.hawser.mpi.rma;

import org.hawser.platform.libc.Libc;
import org.hawser.platform.memory.RawWords;
import org.hawser.stress.StressMemory;
import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Arbiter;
import org.openjdk.jcstress.annotations.Expect;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.II_Result;

/**
 * A lock that is one member's own: whoever ends that finds its owner outside, or waits for it, also while the owner
 * gives it up by itself and takes it back. Both are threads of one process, for which the kernel has a fence that is
 * fast enough for many samples.
 */
@JCStressTest
@Outcome(id = "7, 0", expect = Expect.ACCEPTABLE, desc = "Every turn counted, and the lock is free.")
@Outcome(expect = Expect.FORBIDDEN, desc = "Two were inside at once, or something was left.")
@State
public class LockBiasStress {
    private static final StressMemory MEMORY = new StressMemory(384);
    private static final long RECORDS = 128;
    private static final long GUARDED = 256;

    private final long word = RawWords.addressOf(MEMORY.piece());
    private final LockBias owner = new LockBias(word, word + RECORDS, 0, 1, Libc::fenceProcess);
    private final LockBias newcomer = new LockBias(word, word + RECORDS, 1, 1, Libc::fenceProcess);

    /** The lock is the first's own. */
    public LockBiasStress() {
        LockWord.enterFree(word, 0, true);
        owner.keep();
    }

    /** Takes turns, for as long as the lock is its own; gives it up once, as one who wants to share it. */
    @Actor
    public void owner() {
        for (int i = 0; i < 6; i++) {
            if (i == 2 && owner.isOwn()) {
                owner.giveUp();
            }
            if (owner.isOwn() && owner.enter()) {
                count();
                if (!owner.leave()) {
                    owner.giveUp();
                }
                continue;
            }
            if (owner.isOwn()) {
                owner.giveUp();
            }
            enter(owner, 0);
            count();
            if (!owner.keep()) {
                LockWord.leave(word, 0, true);
            }
        }
        if (owner.isOwn()) {
            owner.giveUp();
        }
    }

    /** Takes one turn. */
    @Actor
    public void newcomer() {
        enter(newcomer, 1);
        count();
        LockWord.leave(word, 1, true);
    }

    private void enter(LockBias bias, int me) {
        long held = LockWord.enter(word, me, true);
        while (held != LockWord.ENTERED) {
            if (LockWord.isBiased(held)) {
                bias.end(held);
            }
            Thread.onSpinWait();
            held = LockWord.enter(word, me, true);
        }
    }

    private void count() {
        RawWords.setLong(word + GUARDED, RawWords.getLong(word + GUARDED) + 1);
    }

    /** How many turns were counted, and what the word holds. */
    @Arbiter
    public void check(II_Result countedAndLeft) {
        countedAndLeft.r1 = (int) RawWords.getLong(word + GUARDED);
        countedAndLeft.r2 = RawWords.getLong(word) == LockWord.FREE ? 0 : 1;
    }
}
