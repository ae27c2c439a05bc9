package org.hawser.system;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.util.List;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** MPICH's {@code mpiexec}: PMI-1 over an inherited descriptor, and over a port. */
class HydraIT extends LauncherContract {
    @BeforeAll
    static void needsHydra() {
        assumeTrue(OtherLauncher.find("mpiexec.hydra") != null, "no mpiexec.hydra here (Debian: mpich)");
    }

    @Override
    String command(int ranks) {
        return "mpiexec.hydra -n " + ranks;
    }

    @Test
    void ranksFindEachOtherOverAPort() throws Exception {
        assertWell(launcher.run("mpiexec.hydra -pmi-port -n 2", OtherLauncher.java(PlainPrograms.class, "mixture")));
    }

    @Test
    void nativeAccessNeedNotBeGranted() throws Exception {
        OtherLauncher.Result result = launcher.run(command(2), OtherLauncher.java(List.of(), PlainPrograms.class,
            "hello"));
        assertWell(result);
        assertTrue(result.said().contains("--enable-native-access=ALL-UNNAMED"), "Java says how to be quiet");
    }

    @Test
    void deniedNativeAccessIsAnErrorWithTheRemedy() throws Exception {
        OtherLauncher.Result result = launcher.run(command(2), OtherLauncher.java(
            List.of("--illegal-native-access=deny"), PlainPrograms.class, "hello"));
        assertEquals(1, result.exitCode(), result.said());
        assertTrue(result.said().contains("start java with --enable-native-access=ALL-UNNAMED, or mpiexec with "
            + "-pmi-port"), result.said());
    }

    @Test
    void ranksEndWithTheirLauncher() throws Exception {
        assertRanksEndWith("hydra_pmi_proxy");
    }

    @Test
    void aDescriptorThatIsNotThereIsAnError() throws Exception {
        OtherLauncher.Result result = launcher.with("PMI_FD", "77").with("PMI_RANK", "0").with("PMI_SIZE", "2")
            .run("", OtherLauncher.java(PlainPrograms.class, "hello"));
        assertEquals(1, result.exitCode(), result.said());
        assertTrue(result.said().contains("the process manager is gone: rank=0 of 2") && result.said().contains(
            "manager=PMI at descriptor 77") && result.said().contains("hawser.manager=none"), result.said());
    }

    private static void assertWell(OtherLauncher.Result result) {
        assertEquals(0, result.exitCode(), result.said());
        assertEquals(2, result.count("well"), result.said());
    }
}
