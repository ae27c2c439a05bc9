package org.hawser.launcher.suite;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class MavenRunTest {
    @TempDir
    private Path home;

    @Test
    void withoutMavenItSaysHowToGetIt() {
        MavenRun run = new MavenRun("no-such-maven", home, home.resolve("log"));
        String said = assertThrows(IOException.class, () -> run.run(List.of("test"), module -> { })).getMessage();
        assertTrue(said.startsWith("Maven (mvn) is needed to run the tests"), said);
        assertTrue(said.contains("apt-get install maven | dnf install maven"), said);
        assertEquals(1, said.lines().count(), said);
    }

    @Test
    void itsOutputIsTheLogAndItsErrorsAndModulesAreTold() throws Exception {
        Path maven = Files.writeString(home.resolve("maven"), """
            #!/bin/sh
            echo "[INFO] -----< org.hawser:hawser-parent >-----"
            echo "[INFO] -----< org.hawser:hawser-runtime >-----"
            echo "[WARNING] A.java:[3,4] deprecated"
            echo "[ERROR] B.java:[5,6] cannot find symbol -> [Help 1]"
            echo "[ERROR] For more information see [Help 1] http://example.org"
            echo "JAVA_HOME=$JAVA_HOME $*"
            exit 3
            """);
        assertTrue(maven.toFile().setExecutable(true), "executable");
        Path log = home.resolve("target").resolve("log");
        MavenRun run = new MavenRun(maven.toString(), home, log);
        List<String> modules = new ArrayList<>();
        assertEquals(3, run.run(List.of("package"), modules::add));
        assertEquals(List.of("runtime"), modules);
        assertEquals(List.of("A.java:[3,4] deprecated", "B.java:[5,6] cannot find symbol"), run.errors());
        assertTrue(Files.readString(log).endsWith("JAVA_HOME=" + System.getProperty("java.home")
            + " -B -Dstyle.color=never package\n"), Files.readString(log));
    }
}
