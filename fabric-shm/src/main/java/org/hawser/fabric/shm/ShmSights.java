package org.hawser.fabric.shm;

import static org.hawser.platform.memory.Words.getAcquire;
import static org.hawser.platform.memory.Words.getOpaque;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;

/**
 * Looks at ranks to which this one has no endpoint: have they come, and do they live? Who waits for long asks again and
 * again, so what a look has found is kept: the processes of all, and the pages of a few. To map a page costs objects,
 * and one that stays mapped costs memory: a rank would grow with its job.
 *
 * <p><b>Threads:</b> any; what two that look for the first time both find is the same. <b>Allocates:</b> with the first
 * looks at a rank, and with every look at one whose page is not kept.
 */
final class ShmSights {
    private static final int KEPT_PAGES = 16;

    /** A rank's page, and its process, which is null when there is none any more. */
    private record Sight(MemorySegment page, ProcessHandle process) { }

    private final ShmDomain domain;
    private final ShmSpace space;
    private final Sight[] kept;
    private final ProcessHandle[] processes;
    /** Those that have left in peace: they do not come again. */
    private final boolean[] left;

    ShmSights(ShmDomain domain, ShmSpace space, int ranks) {
        this.domain = domain;
        this.space = space;
        kept = new Sight[Math.min(ranks, KEPT_PAGES)];
        processes = new ProcessHandle[ranks];
        left = new boolean[ranks];
    }

    /** True unless the rank has left, or its process has ended; also before it has come. */
    boolean isAlive(int rank) {
        if (rank >= kept.length) {
            try (Arena look = Arena.ofConfined()) {
                return isAlive(find(rank, look));
            }
        }
        Sight sight = kept[rank];
        if (sight == null) {
            sight = find(rank, Arena.ofAuto());
            kept[rank] = sight;
        }
        return isAlive(sight);
    }

    private boolean isAlive(Sight sight) {
        return sight == null || isRunning(sight) && domain.processLives(sight.process);
    }

    /** True when the rank's process has ended and the rank has not left before. */
    boolean isLost(int rank) {
        ProcessHandle process = processes[rank];
        return !left[rank] && (process == null || !process.isAlive()) && isFoundLost(rank);
    }

    /** Apart, since who waits for long asks often and finds what it knows: a compiler takes a megabyte for all this. */
    private boolean isFoundLost(int rank) {
        try (Arena look = Arena.ofConfined()) {
            Sight sight = find(rank, look);
            if (sight == null) {
                return false;
            }
            processes[rank] = sight.process;
            left[rank] = !isRunning(sight);
            return !left[rank] && !domain.processLives(sight.process);
        }
    }

    /** Null while the rank has no page, or has not finished it. */
    private Sight find(int rank, Arena arena) {
        MemorySegment page = space.open(ShmLayout.fileOf(rank), arena);
        return page == null || getAcquire(page, ShmLayout.MAGIC) != ShmLayout.MAGIC_VALUE ? null
            : new Sight(page, domain.processOf(page));
    }

    private static boolean isRunning(Sight sight) {
        return getOpaque(sight.page, ShmLayout.STATE) == ShmLayout.RUNNING;
    }
}
