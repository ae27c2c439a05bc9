package org.hawser.fabric.shm;

import static org.hawser.platform.memory.Words.getAcquire;
import static org.hawser.platform.memory.Words.getOpaque;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;

/**
 * Looks at ranks to which this one has no endpoint: have they come, and do they live? Who waits for long asks again and
 * again, so the pages of the first ranks of a job stay mapped; those of others are mapped for the look alone, or the
 * memory of a rank would grow with the job.
 *
 * <p><b>Threads:</b> any; two that look for the first time both map the page, and one mapping is kept.
 * <b>Allocates:</b> with the first look at a rank, and with every look at one whose page is not kept.
 */
final class ShmSights {
    /** As many pages as a thousandth of what a rank takes anyway. */
    private static final int KEPT = 16;

    /** How a rank stands. */
    enum Standing { UNSEEN, RUNNING, LEFT, LOST }

    /** A rank's page, and its process, which is null when there is none any more. */
    private record Sight(MemorySegment page, ProcessHandle process) { }

    private final ShmDomain domain;
    private final ShmSpace space;
    private final Sight[] kept;

    ShmSights(ShmDomain domain, ShmSpace space, int ranks) {
        this.domain = domain;
        this.space = space;
        kept = new Sight[Math.min(ranks, KEPT)];
    }

    Standing of(int rank) {
        if (rank >= kept.length) {
            try (Arena look = Arena.ofConfined()) {
                return standing(find(rank, look));
            }
        }
        Sight sight = kept[rank];
        if (sight == null) {
            sight = find(rank, Arena.ofAuto());
            kept[rank] = sight;
        }
        return standing(sight);
    }

    /** Null while the rank has no page, or has not finished it. */
    private Sight find(int rank, Arena arena) {
        MemorySegment page = space.open(ShmLayout.fileOf(rank), arena);
        return page == null || getAcquire(page, ShmLayout.MAGIC) != ShmLayout.MAGIC_VALUE ? null
            : new Sight(page, domain.processOf(page));
    }

    private Standing standing(Sight sight) {
        if (sight == null) {
            return Standing.UNSEEN;
        }
        if (getOpaque(sight.page, ShmLayout.STATE) != ShmLayout.RUNNING) {
            return Standing.LEFT;
        }
        return domain.processLives(sight.process) ? Standing.RUNNING : Standing.LOST;
    }
}
