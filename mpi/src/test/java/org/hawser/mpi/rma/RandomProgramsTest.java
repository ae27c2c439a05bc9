package org.hawser.mpi.rma;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.List;
import java.util.Map;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import org.hawser.mpi.datatype.Layout;
import org.hawser.testkit.Medium;
import org.hawser.testkit.rma.RmaPlanner;
import org.hawser.testkit.rma.RmaProgram;
import org.hawser.testkit.rma.RmaRun;
import org.hawser.testkit.rma.WindowPlan;
import org.junit.jupiter.api.Test;

/**
 * Random one-sided programs leave the memory, and fetch the values, that a sequential model says. A failure tells the
 * seed and the round; {@code RmaPlanner.plan} makes the same program of it again.
 */
class RandomProgramsTest {
    private static final List<Map<String, String>> DESIGNS = List.of(Map.of(), Map.of("hawser_locks", "network"),
        Map.of("hawser_locks", "cpu", "hawser_node", "2"), Map.of("hawser_locks", "migrate", "hawser_node", "2"),
        Map.of("hawser_locks", "history", "hawser_node", "1", "hawser_lock_turns", "1"),
        Map.of("hawser_fence", "deferred"), Map.of("hawser_fence", "naive"), Map.of("hawser_fence", "barrier"),
        Map.of("hawser_fence", "notify"), Map.of("hawser_fence", "notify", "hawser_path", "agent"),
        Map.of("hawser_fence", "deferred", "hawser_path", "agent", "hawser_locks", "network"));

    @Property(tries = 80)
    void memoryIsAsIfAccessesWereOneAfterTheOther(@ForAll long seed, @ForAll @IntRange(min = 1, max = 5) int ranks,
                                                  @ForAll @IntRange(min = 1, max = 8) int rounds) {
        RmaProgram program = RmaPlanner.plan(seed, ranks, rounds, List.of(WindowPlan.Memory.values()), DESIGNS);
        run(WindowJob.THREADS, program);
    }

    /** Some members share memory, to others there is a network. */
    @Property(tries = 20)
    void membersOnSeveralNodesAreNoDifferent(@ForAll long seed, @ForAll @IntRange(min = 2, max = 5) int ranks,
                                             @ForAll @IntRange(min = 1, max = 5) int rounds,
                                             @ForAll @IntRange(min = 0, max = 2) int where) {
        RmaProgram program = RmaPlanner.plan(seed, ranks, rounds, List.of(WindowPlan.Memory.values()), DESIGNS);
        run(List.of(Medium.mixed(), Medium.twoNodesWithRemoteAccess().onNodesInTurn(2), Medium.inMemory("tcp"))
            .get(where), program);
    }

    /** Only the first member has memory: others reach it by messages, and it reaches nobody so. */
    @Test
    void membersEndAFenceTogetherWhoeverReachesWhomHow() {
        WindowJob.run(3, world -> {
            try (Arena arena = Arena.ofShared()) {
                MemorySegment memory = arena.allocate(64, 8).asSlice(0, world.rank() == 0 ? 64 : 0);
                Window window = WindowMemory.create(world, memory, 1,
                    new Hints(Map.of("hawser_fence", "notify", "hawser_path", "agent")));
                Layout item = Layout.basic(8);
                for (int i = 0; i < 5; i++) {
                    window.fence(0);
                    window.put(new long[] {i}, 0, null, 0, 8L * world.rank(), 1, item, 8, null);
                    window.fence(0);
                    assertEquals(i, world.rank() == 0 ? memory.getAtIndex(ValueLayout.JAVA_LONG, 2) : i);
                }
                window.fence(Assertion.NO_SUCCEED);
                window.free();
            }
        });
    }

    private static void run(Medium medium, RmaProgram program) {
        WindowJob.run(medium, program.ranks(), world -> {
            try (WindowsOfProgram windows = new WindowsOfProgram(program, world)) {
                RmaRun.run(program, world.rank(), windows);
            }
        });
    }
}
