package org.hawser.system;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.hawser.system.Hawser.Result;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Programs that are given as a source file and use others beside it. */
class SourceProgramIT {
    @TempDir
    private Path directory;

    private Hawser hawser;
    private String shell;

    @BeforeEach
    void aProgramOfThreeFiles() throws Exception {
        hawser = new Hawser(directory).with("XDG_CACHE_HOME", directory.resolve("cache").toString());
        shell = Namespaces.script(directory.resolve("shell"), "#!/bin/sh\nshift\nexec sh -c \"$*\"\n").toString();
        write("my programs/app/Main.java", """
            package app;

            import app.text.Wörter;
            import mpi.MPI;

            class Main {
                public static void main(String[] args) throws Exception {
                    MPI.Init(args);
                    System.out.println(Wörter.of(MPI.COMM_WORLD.getRank()) + Limits.RANKS);
                    MPI.Finalize();
                }
            }
            """);
        write("my programs/app/Limits.java", "package app; class Limits { static final int RANKS = 10; }");
        write("my programs/app/text/Wörter.java",
            "package app.text; public class Wörter { public static String of(int i) { return i + \" of \"; } }");
    }

    @ParameterizedTest
    @ValueSource(strings = {"-n 2", "-n 2 --threads", "--hosts a:1,b:1 --fabric tcp --tls --interface lo --rsh SHELL"})
    void sourcesBesideTheProgramAreFoundAndTheirChangesSeen(String how) throws Exception {
        String options = how.replace("SHELL", shell);
        assertEquals(List.of("0 of 10", "1 of 10"), lines(options, "my programs/app/Main.java"));
        write("my programs/app/Limits.java", "package app; class Limits { static final int RANKS = 11; }");
        assertEquals(List.of("0 of 11", "1 of 11"), lines(options, "my programs/app/Main.java"));
    }

    @Test
    void aClassThatIsSpawnedByItsNameIsFoundBesideItsMaster() throws Exception {
        write("Master.java", """
            import mpi.*;

            class Master {
                public static void main(String[] args) throws MPIException {
                    MPI.Init(args);
                    Intercomm workers = MPI.COMM_WORLD.spawn("Worker", null, 2, MPI.INFO_NULL, 0, new int[2]);
                    System.out.println(workers.getRemoteSize());
                    workers.disconnect();
                    MPI.Finalize();
                }
            }
            """);
        write("Worker.java", """
            import mpi.*;

            class Worker {
                public static void main(String[] args) throws MPIException {
                    MPI.Init(args);
                    Intercomm.getParent().disconnect();
                    MPI.Finalize();
                }
            }
            """);
        assertEquals(List.of("2"), lines("-n 1", "Master.java"));
        assertEquals(List.of("2"), lines("-n 1 --threads", "Master.java"));
    }

    @Test
    void anErrorInASourceBesideTheProgramIsShownThere() throws Exception {
        write("my programs/app/Limits.java", "package app;\nclass Limits { static int RANKS = many; }\n");
        Result result = hawser.runIn(directory, "-n 2", "my programs/app/Main.java");
        assertEquals(2, result.exitCode());
        assertTrue(result.err().startsWith("my programs/app/Limits.java:2: error: cannot find symbol\n"), result.err());
        assertTrue(result.err().endsWith("hawser: cannot compile Main.java\n"), result.err());
    }

    @Test
    void aHomeThatCannotBeWrittenIsNoHindrance() throws Exception {
        Path file = Files.writeString(directory.resolve("no-directory"), "");
        hawser.with("XDG_CACHE_HOME", file.toString()).with("JDK_JAVA_OPTIONS", "-Djava.io.tmpdir=" + temporary());
        assertEquals(List.of("0 of 10", "1 of 10"), lines("-n 2", "my programs/app/Main.java"));
        try (var left = Files.list(temporary())) {
            assertEquals(List.of(), left.toList());
        }
    }

    private Path temporary() throws IOException {
        return Files.createDirectories(directory.resolve("tmp"));
    }

    private List<String> lines(String options, String program) throws Exception {
        Result result = hawser.runIn(directory, options, program);
        assertEquals(0, result.exitCode(), result.err());
        return result.out().lines().sorted().toList();
    }

    private void write(String name, String text) throws IOException {
        Files.createDirectories(directory.resolve(name).getParent());
        Files.writeString(directory.resolve(name), text);
    }
}
