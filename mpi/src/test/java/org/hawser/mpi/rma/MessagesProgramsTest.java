package org.hawser.mpi.rma;

import java.util.List;
import java.util.Map;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import org.hawser.testkit.Medium;
import org.hawser.testkit.rma.RmaPlanner;
import org.hawser.testkit.rma.RmaProgram;
import org.hawser.testkit.rma.RmaRun;
import org.hawser.testkit.rma.WindowPlan;

/** Random programs leave the same memory when windows are reached by messages, whatever their schedule. */
class MessagesProgramsTest {
    private static final List<Map<String, String>> DESIGNS = List.of(
        Map.of(),
        Map.of("hawser_path", "messages"),
        Map.of("hawser_path", "messages", "hawser_schedule", "off"),
        Map.of("hawser_path", "messages", "hawser_schedule", "interleave"),
        Map.of("hawser_path", "messages", "hawser_schedule", "gets-first,aggregate"),
        Map.of("hawser_path", "agent"),
        Map.of("hawser_path", "agent", "hawser_schedule", "off"),
        Map.of("hawser_path", "agent", "hawser_schedule", "gets-first"),
        Map.of("hawser_path", "agent", "hawser_schedule", "interleave, aggregate"));

    @Property(tries = 60)
    void memoryIsAsIfAccessesWereOneAfterTheOther(@ForAll long seed, @ForAll @IntRange(min = 1, max = 5) int ranks,
                                                  @ForAll @IntRange(min = 1, max = 8) int rounds) {
        run(WindowJob.THREADS, seed, ranks, rounds);
    }

    @Property(tries = 30)
    void alsoWhenRingsAreAlwaysFull(@ForAll long seed, @ForAll @IntRange(min = 2, max = 5) int ranks,
                                    @ForAll @IntRange(min = 1, max = 4) int rounds) {
        run(WindowJob.TIGHT, seed, ranks, rounds);
    }

    @Property(tries = 30)
    void alsoWhereNothingCanBeMapped(@ForAll long seed, @ForAll @IntRange(min = 2, max = 5) int ranks,
                                     @ForAll @IntRange(min = 1, max = 4) int rounds) {
        run(WindowJob.CORE_ONLY, seed, ranks, rounds);
    }

    private static void run(Medium medium, long seed, int ranks, int rounds) {
        RmaProgram program = RmaPlanner.plan(seed, ranks, rounds, List.of(WindowPlan.Memory.RUNTIME,
            WindowPlan.Memory.FOREIGN, WindowPlan.Memory.ALLOCATED), DESIGNS);
        WindowJob.run(medium, ranks, world -> {
            try (WindowsOfProgram windows = new WindowsOfProgram(program, world)) {
                RmaRun.run(program, world.rank(), windows);
            }
        });
    }
}
