package org.hawser.system;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.List;
import java.util.function.UnaryOperator;
import org.hawser.launcher.host.Mapping;
import org.hawser.launcher.job.JobSpec;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A host dies under a job that handles errors itself: the ranks of the others go on without it. */
class LostHostIT {
    private static final int COUNT = 3;
    private static final long PATIENCE_NANOS = 20_000_000_000L;
    private static final int EACH = 2;
    private static final int RANKS = COUNT * EACH;

    @RegisterExtension
    static final NamespaceHosts HOSTS = new NamespaceHosts(COUNT);

    /** How a host dies. */
    enum Death {
        /** Its agent is killed, and its ranks end because they notice. */
        AGENT,
        /** All processes are killed at once. */
        EVERYTHING
    }

    @ParameterizedTest
    @ValueSource(ints = {0, 2})
    void ranksOfOtherHostsFinishWithoutAHostThatDies(int host) throws Exception {
        finishWithout(host, Death.EVERYTHING);
    }

    @Test
    void ranksOfOtherHostsFinishWithoutAHostWhoseAgentIsKilled() throws Exception {
        finishWithout(1, Death.AGENT);
    }

    private static void finishWithout(int host, Death death) throws Exception {
        UnaryOperator<JobSpec.Builder> placed = HOSTS.on(COUNT, RANKS, Mapping.NODE);
        RankJob job = RankJob.start(LostHostPrograms.class, RANKS, builder -> RankJob.brief(placed.apply(builder)),
            Integer.toString(EACH));
        List<ProcessHandle> victims = new ArrayList<>();
        job.whenAllAreUp(all -> {
            ProcessHandle agent = process(all.pids().get(host * EACH)).parent().orElseThrow();
            victims.addAll(agent.descendants().toList());
            victims.addFirst(agent);
            victims.stream().limit(death == Death.AGENT ? 1 : victims.size()).forEach(ProcessHandle::destroyForcibly);
        });
        assertEquals(137, job.await(), job::report);
        assertEquals(RANKS - EACH, job.lines().stream().filter("well"::equals).count(), job::report);
        assertTrue(job.message().contains("host h" + host + " is lost"), job::report);
        // Who has lost its parent is collected by somebody else, a little later.
        long deadline = System.nanoTime() + PATIENCE_NANOS;
        while (victims.stream().anyMatch(ProcessHandle::isAlive) && System.nanoTime() < deadline) {
            Thread.sleep(20);
        }
        assertTrue(victims.stream().noneMatch(ProcessHandle::isAlive), job::report);
    }

    private static ProcessHandle process(long pid) {
        return ProcessHandle.of(pid).orElseThrow();
    }
}
