package org.hawser.system;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;

/** Somebody else's launcher on two hosts: ranks of one host share its memory, those of two talk over TCP. */
class LauncherHostsIT {
    @RegisterExtension
    static final NamespaceHosts HOSTS = new NamespaceHosts(2);

    private static final String ADDRESSES = Namespaces.address(0) + ":2," + Namespaces.address(1) + ":2";

    private static Path shell;

    @TempDir
    private Path directory;
    private OtherLauncher launcher;

    @BeforeAll
    static void writeShell() throws Exception {
        shell = Namespaces.script(HOSTS.directory().resolve("remote-shell"), """
            #!/bin/sh
            # Called as ssh is: options, an address, then a command.
            while [ "${1#-}" != "$1" ]; do shift; done
            host=h$((${1##*.} - 1))
            shift
            exec %s $host "$@"
            """.formatted(HOSTS.shell()));
    }

    @BeforeEach
    void prepare() throws Exception {
        launcher = new OtherLauncher(directory);
    }

    private String hydra() {
        assumeTrue(OtherLauncher.find("mpiexec.hydra") != null, "no mpiexec.hydra here (Debian: mpich)");
        return HOSTS.shell() + " h0 mpiexec.hydra -localhost " + Namespaces.address(0)
            + " -launcher ssh -launcher-exec " + shell + " -hosts " + ADDRESSES + " -n 4";
    }

    @Test
    void hydraStartsRanksOnTwoHosts() throws Exception {
        OtherLauncher.Result result = launcher.run(hydra(), OtherLauncher.java(PlainPrograms.class, "mixture"));
        assertWell(result);
    }

    @Test
    void openMpiStartsRanksOnTwoHosts() throws Exception {
        assumeTrue(OtherLauncher.find("mpirun.openmpi") != null, "no mpirun of Open MPI here (Debian: openmpi-bin)");
        OtherLauncher.Result result = launcher.run(HOSTS.shell() + " h0 mpirun.openmpi --allow-run-as-root --host "
            + ADDRESSES + " -mca plm_rsh_agent " + shell + " -mca oob_tcp_if_include eth0 -n 4",
            OtherLauncher.java(PlainPrograms.class, "mixture"));
        assertWell(result);
    }

    @Test
    void aKilledRankEndsTheJobOnBothHosts() throws Exception {
        OtherLauncher.Running running = launcher.start(hydra(), OtherLauncher.java(PlainPrograms.class, "wait"));
        List<ProcessHandle> ranks = running.ranks(4);
        RankJob.kill(ranks.get(1).pid());
        OtherLauncher.Result result = running.await();
        assertNotEquals(0, result.exitCode(), result.said());
        OtherLauncher.awaitEnd(ranks);
    }

    private void assertWell(OtherLauncher.Result result) throws Exception {
        assertEquals(0, result.exitCode(), result.said());
        assertEquals(4, result.count("well"), result.said());
        for (int rank = 0; rank < 4; rank++) {
            assertEquals(1, result.count("hello " + rank + " of 4 sum=6 near=2"), result.said());
        }
        assertEquals(0, RankJob.entries(launcher.shm()), "what is left in shared memory");
    }
}
