package org.hawser.runtime;

import org.hawser.platform.memory.RawWords;
import org.hawser.platform.memory.Words;
import org.hawser.stress.StressMemory;
import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Expect;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.III_Result;

/**
 * Two turns of three pieces, the second after the first is over, and a helper: each piece is copied once, by a
 * description of its own turn, and the owner sees what the helper copied.
 */
@JCStressTest
@Outcome(id = "3, 3, 0", expect = Expect.ACCEPTABLE, desc = "Each piece of each turn once.")
@Outcome(expect = Expect.FORBIDDEN, desc = "A piece twice, or not, or of the wrong turn.")
@State
public class JointTurnStress {
    private static final int PIECES = 3;
    /** Behind the turn: which turn is described; then a word for each piece of each turn. */
    private static final int DESCRIBED = JointTurn.BYTES;
    private static final int COPIED = DESCRIBED + Words.PAIR_OF_LINES;
    private static final StressMemory MEMORY = new StressMemory(COPIED + 2 * PIECES * Long.BYTES);

    private final long address = RawWords.addressOf(MEMORY.piece());

    private void copy(long described, int piece) {
        long word = address + COPIED + ((described - 1) * PIECES + piece) * Long.BYTES;
        RawWords.setLong(word, RawWords.getLong(word) + 1);
    }

    /** Offers two copies, one after the other. */
    @Actor
    public void own(III_Result copied) {
        for (int number = 1; number <= 2; number++) {
            RawWords.setLong(address + DESCRIBED, number);
            JointTurn.begin(address, PIECES);
            int own = 0;
            for (int piece = JointTurn.takeFirst(address); piece >= 0; piece = JointTurn.takeFirst(address)) {
                copy(number, piece);
                own++;
            }
            while (!JointTurn.areOver(address, PIECES - own)) {
                Thread.onSpinWait();
            }
            copied.r3 += JointTurn.isWell(address) ? 0 : 1;
            int once = 0;
            for (int piece = 0; piece < PIECES; piece++) {
                long word = address + COPIED + ((number - 1L) * PIECES + piece) * Long.BYTES;
                once += RawWords.getLong(word) == 1 ? 1 : 0;
            }
            if (number == 1) {
                copied.r1 = once;
            } else {
                copied.r2 = once;
            }
        }
    }

    /** Looks a few times, and copies what it gets. */
    @Actor
    public void help() {
        for (int i = 0; i < 4; i++) {
            long look = JointTurn.look(address);
            if (JointTurn.isLeft(look)) {
                long described = RawWords.getLong(address + DESCRIBED);
                int piece = JointTurn.last(look);
                if (JointTurn.takeLast(address, look)) {
                    copy(described, piece);
                    JointTurn.over(address, true);
                }
            }
        }
    }
}
