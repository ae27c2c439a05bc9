package org.hawser.pgas;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import org.hawser.pgas.memory.Area;
import org.hawser.pgas.team.Team;
import org.hawser.pgas.team.World;
import org.hawser.testkit.LocalRanks;
import org.hawser.testkit.Medium;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Memory with a piece at each thread: all see one another's, and all see when one could not make its own. */
class SymmetricMemoryTest {
    @ParameterizedTest(name = "{0}")
    @MethodSource("org.hawser.pgas.PgasJob#media")
    void everyThreadReachesEveryPiece(String name, Medium medium) {
        LocalRanks.on(medium).start(3, rank -> {
            World world = new World(rank);
            Allocations allocations = new Allocations(world);
            world.open();
            Area area = allocations.symmetric(Team.all(world), 20);
            area.local().set(ValueLayout.JAVA_LONG, 8, rank.number() + 5);
            rank.barrier();
            long[] found = new long[1];
            for (int thread = 0; thread < 3; thread++) {
                rank.get(area.at(thread), 8, MemorySegment.ofArray(found), 0, Long.BYTES);
                assertEquals(thread + 5, found[0]);
            }
            allocations.free(area);
            assertTrue(area.isClosed());
            assertThrows(PgasException.class, () -> allocations.free(area));
            rank.barrier();
        });
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("org.hawser.pgas.PgasJob#media")
    void differentLengthsAreRefusedAtAll(String name, Medium medium) {
        LocalRanks.on(medium).start(3, rank -> {
            World world = new World(rank);
            Allocations allocations = new Allocations(world);
            world.open();
            Team all = Team.all(world);
            assertThrows(PgasException.class, () -> allocations.symmetric(all, rank.number() == 1 ? 8 : 16));
            allocations.free(allocations.symmetric(all, 0));
            rank.barrier();
        });
    }
}
