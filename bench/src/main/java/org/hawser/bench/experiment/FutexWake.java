package org.hawser.bench.experiment;

import static org.hawser.platform.memory.Words.getIntVolatile;
import static org.hawser.platform.memory.Words.setIntVolatile;

import java.lang.foreign.MemorySegment;
import java.util.concurrent.locks.LockSupport;
import org.hawser.platform.libc.Libc;

/**
 * One rank sleeps on a word in shared memory, another wakes it and waits for its answer.
 *
 * <pre>
 * at:     in the sleeper's memory: 0 asleep (or about to be), 1 woken
 * at + 4: in the waker's memory: how often the sleeper came back
 * </pre>
 *
 * <p><b>Threads:</b> the main threads of two ranks, at the same time.
 */
final class FutexWake {
    private static final long FALL_ASLEEP_NANOS = 300_000;
    private static final long LONGEST_NANOS = 100_000_000;

    private final MemorySegment mine;
    private final MemorySegment other;
    private final long bell;
    private final long answer;
    private int turn;

    FutexWake(MemorySegment mine, MemorySegment other, long at) {
        this.mine = mine;
        this.other = other;
        bell = at;
        answer = at + Integer.BYTES;
    }

    /** Wakes the other rank; returns the time from the call to its answers. */
    long wakeOther(int count) {
        long nanos = 0;
        for (int i = 0; i < count; i++) {
            LockSupport.parkNanos(FALL_ASLEEP_NANOS);
            long start = System.nanoTime();
            setIntVolatile(other, bell, 1);
            Libc.futexWake(other, bell);
            turn++;
            while (getIntVolatile(mine, answer) != turn) {
                Thread.onSpinWait();
            }
            nanos += System.nanoTime() - start;
        }
        return nanos;
    }

    /** Sleeps until woken and answers. */
    long sleep(int count) {
        for (int i = 0; i < count; i++) {
            while (getIntVolatile(mine, bell) == 0) {
                Libc.futexWait(mine, bell, 0, LONGEST_NANOS);
            }
            setIntVolatile(mine, bell, 0);
            setIntVolatile(other, answer, ++turn);
        }
        return 0;
    }
}
