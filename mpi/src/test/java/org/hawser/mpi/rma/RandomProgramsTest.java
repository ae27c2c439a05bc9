package org.hawser.mpi.rma;

import java.util.List;
import java.util.Map;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import org.hawser.testkit.rma.RmaPlanner;
import org.hawser.testkit.rma.RmaProgram;
import org.hawser.testkit.rma.RmaRun;
import org.hawser.testkit.rma.WindowPlan;

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
        WindowJob.run(ranks, world -> {
            try (WindowsOfProgram windows = new WindowsOfProgram(program, world)) {
                RmaRun.run(program, world.rank(), windows);
            }
        });
    }
}
