package org.hawser.system;

import static org.hawser.system.Traffic.check;

import org.hawser.fabric.FabricException;
import org.hawser.pgas.GlobalLock;
import org.hawser.pgas.Pgas;
import org.hawser.pgas.PgasException;
import org.hawser.pgas.RemoteFuture;
import org.hawser.pgas.Semaphore;

/** Programs in which the last thread is killed while the others need it. They say what they were told. */
final class PgasBereft {
    private PgasBereft() {
    }

    static void run(Pgas pgas, String how) throws Exception {
        pgas.rank().outlives(true);
        int last = pgas.threads() - 1;
        GlobalLock lock = pgas.allLock();
        Semaphore semaphore = pgas.semaphore();
        boolean victim = pgas.myThread() == last;
        if (victim) {
            lock.lock();
        }
        pgas.barrier();
        RemoteFuture<Void> call = how.equals("call") && !victim ? pgas.at(last).start(() -> Thread.sleep(600_000))
            : null;
        System.out.println("up");
        if (victim) {
            while (true) {
                pgas.progress();
            }
        }
        try {
            switch (how) {
                case "lock" -> lock.lock();
                case "semaphore" -> semaphore.await();
                case "barrier" -> pgas.barrier();
                case "split" -> {
                    pgas.notifyBarrier();
                    pgas.waitBarrier();
                }
                case "collective" -> pgas.collectives().broadcast(1L, last);
                case "call" -> call.join();
                case "alloc" -> {
                    while (true) {
                        pgas.free(pgas.globalAlloc(pgas.threads(), 64));
                    }
                }
                default -> throw new IllegalArgumentException("no such loss: " + how);
            }
            check(false, "went on without the lost thread");
        } catch (PgasException | FabricException e) {
            System.out.println("told " + e.getMessage());
        }
        System.out.flush();
        Runtime.getRuntime().halt(0);
    }
}
