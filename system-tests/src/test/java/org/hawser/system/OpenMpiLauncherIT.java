package org.hawser.system;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Open MPI's {@code mpirun}: PMIx. */
class OpenMpiLauncherIT extends LauncherContract {
    private static String mpirun;

    @BeforeAll
    static void needsOpenMpi(@TempDir Path directory) throws Exception {
        for (String name : List.of("mpirun.openmpi", "mpirun")) {
            if (mpirun == null && OtherLauncher.find(name) != null) {
                OtherLauncher.Result version = new OtherLauncher(Files.createDirectory(directory.resolve(name)))
                    .run(name + " --version", List.of());
                mpirun = version.said().matches("(?s).*(Open MPI|OpenRTE|PRRTE).*") ? name : null;
            }
        }
        assumeTrue(mpirun != null, "no mpirun of Open MPI here (Debian: openmpi-bin)");
    }

    @Override
    String command(int ranks) {
        return mpirun + " --allow-run-as-root --oversubscribe -n " + ranks;
    }

    @Test
    void ranksEndWithTheirLauncher() throws Exception {
        assertRanksEndWith("run");
    }

    @Test
    void aMissingLibraryIsAnErrorWithTheRemedy() throws Exception {
        OtherLauncher.Result result = launcher.with("HAWSER_PMIX_LIBRARY", "/no/libpmix.so")
            .run(command(2), OtherLauncher.java(PlainPrograms.class, "hello"));
        assertEquals(1, result.exitCode(), result.said());
        assertTrue(result.said().contains("no libpmix is found: tried=[/no/libpmix.so]") && result.said().contains(
            "hawser.pmix.library"), result.said());
    }

    @Test
    void aServerThatIsNotThereIsAnError() throws Exception {
        String nobody = "gone.0;tcp4://127.0.0.1:1";
        OtherLauncher.Result result = launcher.with("PMIX_NAMESPACE", "gone").with("PMIX_RANK", "0")
            .with("PMIX_SERVER_URI41", nobody).with("PMIX_SERVER_URI4", nobody)
            .run("", OtherLauncher.java(PlainPrograms.class, "hello"));
        assertEquals(1, result.exitCode(), result.said());
        assertTrue(result.said().contains("the process manager refuses: rank=0") && result.said().contains(
            "asked=\"PMIx_Init\""), result.said());
    }
}
