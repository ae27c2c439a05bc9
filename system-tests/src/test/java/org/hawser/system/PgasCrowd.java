package org.hawser.system;

import static org.hawser.system.Traffic.check;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import org.hawser.pgas.Distribution;
import org.hawser.pgas.GlobalLock;
import org.hawser.pgas.GlobalPointer;
import org.hawser.pgas.Pgas;
import org.hawser.pgas.Reduction;
import org.hawser.pgas.Semaphore;
import org.hawser.pgas.SharedLongArray;
import org.hawser.pgas.Sync;

/**
 * Many ranks do one thing of each kind: elements, atomics, a lock, signals, barriers, collectives, teams, a call. Texts
 * are plain: each of a thousand ranks would link a joining of strings of its own.
 */
final class PgasCrowd {
    private static final int TEAMS = 8;

    private final Pgas pgas;
    private final int me;
    private final int threads;
    private final int next;
    private final int before;

    private PgasCrowd(Pgas pgas) {
        this.pgas = pgas;
        me = pgas.myThread();
        threads = pgas.threads();
        next = (me + 1) % threads;
        before = (me + threads - 1) % threads;
    }

    /** With {@code kinds} all of them; else elements, a sum and a call alone. */
    static void run(Pgas pgas, boolean kinds) {
        PgasCrowd crowd = new PgasCrowd(pgas);
        crowd.elements();
        if (kinds) {
            crowd.turns();
            crowd.signals();
            crowd.collectives();
            crowd.team();
        }
        check(pgas.at(crowd.next).call(pgas::myThread).join() == crowd.next, "a call");
        pgas.barrier();
    }

    private void elements() {
        SharedLongArray array = pgas.longs(threads, Distribution.cyclic());
        array.put(next, me + 1L);
        pgas.barrier();
        check(array.get(me) == before + 1L, "my element");
        check(pgas.collectives().allReduce(array.get(me), Reduction.SUM) == threads * (threads + 1L) / 2, "sum");
        array.close();
    }

    /** All add to one word of thread 0, and to one that a lock guards. */
    private void turns() {
        SharedLongArray words = pgas.longs(2, Distribution.indefinite());
        GlobalLock lock = pgas.allLock();
        long ticket = pgas.atomics().fetchAdd(words.pointer(0), 1L);
        check(pgas.collectives().allReduce(ticket, Reduction.SUM) == threads * (threads - 1L) / 2, "tickets");
        lock.lock();
        words.put(1, words.get(1) + 1);
        lock.unlock();
        pgas.notifyBarrier(threads);
        pgas.waitBarrier(threads);
        check(words.get(1) == threads, "turns under the lock");
        lock.close();
        words.close();
    }

    private void signals() {
        GlobalPointer inbox = pgas.allAlloc(threads, Long.BYTES);
        Semaphore full = pgas.semaphore();
        MemorySegment word = Arena.ofAuto().allocate(Long.BYTES, Long.BYTES);
        word.set(ValueLayout.JAVA_LONG, 0, me);
        pgas.memputSignal(inbox.plus((long) next * Long.BYTES), word, 0, Long.BYTES, full, 1);
        full.await();
        pgas.memget(word, inbox.plus((long) me * Long.BYTES));
        check(word.get(ValueLayout.JAVA_LONG, 0) == before, "what the signal spoke of");
        full.close();
        pgas.allFree(inbox);
    }

    private void collectives() {
        check(pgas.collectives().prefix(1L, Reduction.SUM) == me + 1, "prefix");
        check(pgas.collectives().broadcast(me * 3L, threads - 1) == (threads - 1) * 3L, "broadcast");
        long row = (long) threads * Long.BYTES;
        GlobalPointer from = pgas.allAlloc(threads, row);
        GlobalPointer to = pgas.allAlloc(threads, row);
        MemorySegment mine = from.plus(me * row).local();
        for (int i = 0; i < threads; i++) {
            mine.set(ValueLayout.JAVA_LONG, (long) i * Long.BYTES, me * 5000L + i);
        }
        pgas.collectives().exchange(to, from, Long.BYTES, Sync.ALL, Sync.ALL);
        MemorySegment got = to.plus(me * row).local();
        for (int i = 0; i < threads; i++) {
            check(got.get(ValueLayout.JAVA_LONG, (long) i * Long.BYTES) == i * 5000L + me, "exchange");
        }
        pgas.allFree(to);
        pgas.allFree(from);
    }

    private void team() {
        try (Pgas team = pgas.split(me % TEAMS, -me)) {
            long sum = team.collectives().allReduce((long) me, Reduction.SUM);
            long expected = 0;
            for (int i = me % TEAMS; i < threads; i += TEAMS) {
                expected += i;
            }
            check(sum == expected && team.rankOf(team.myThread()) == me, "a team's sum");
            team.barrier();
        }
    }
}
