package org.hawser.pgas;

import static org.junit.jupiter.api.Assertions.assertEquals;

import org.hawser.testkit.AllocatedBytes;
import org.hawser.testkit.Medium;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Short messages make no objects, neither where they are sent and answered nor where they are handled. */
@Tag("once")
class MessageAllocationTest {
    private static final int ASK = 1;
    private static final int ANSWER = 2;
    private static final int ROUNDS = 2_000;
    private static final int TRIES = 30;

    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void questionsAndAnswersAllocateNothing(boolean inMemory) {
        PgasJob.run(inMemory ? Medium.inMemory("shm") : Medium.inFiles("shm"), 2, pgas -> {
            Pgas team = pgas.split(0, pgas.myThread());
            assertEquals(0, least(pgas));
            assertEquals(0, least(team));
            pgas.barrier();
        });
    }

    /** Of some tries, as the compiler's own doings may fall into one. */
    private static long least(Pgas pgas) {
        MessageLayer messages = pgas.messages();
        long[] came = new long[1];
        messages.register(ASK, (token, arguments, payload) -> token.reply(ANSWER, arguments[0], arguments[1] + 1));
        messages.register(ANSWER, (token, arguments, payload) -> came[0] += arguments[1]);
        pgas.barrier();
        int other = 1 - pgas.myThread();
        long least = Long.MAX_VALUE;
        long sent = 0;
        for (int i = 0; i < TRIES; i++) {
            long before = AllocatedBytes.ofThisThread();
            for (int k = 0; k < ROUNDS; k++) {
                messages.send(other, ASK, k, 0);
                sent++;
                while (came[0] < sent) {
                    messages.poll();
                }
            }
            least = Math.min(least, AllocatedBytes.ofThisThread() - before);
        }
        pgas.barrier();
        return least;
    }
}
