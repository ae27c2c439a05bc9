package org.hawser.runtime.spawn;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class ExecutableTest {
    private static SpawnRequest.Program program(String command, String... words) {
        return new SpawnRequest.Program(command, List.of(words), 2, "dir", "path", "host");
    }

    @Test
    void theClassOfAJavaCommandStandsBehindItsOptions() {
        SpawnRequest.Program found = Executable.mainClassOf(program("/usr/bin/java", "-Xmx1g", "-cp", "a:b",
            "--add-opens", "x/y=z", "-Dkey=value", "org.Main", "-cp", "two words"));
        assertEquals(new SpawnRequest.Program("org.Main", List.of("-cp", "two words"), 2, "dir", "path", "host"),
            found);
        assertEquals("Main", Executable.mainClassOf(program("java", "Main")).command());
    }

    @Test
    void whatRunsNoClassStaysAsItIs() {
        for (SpawnRequest.Program other : List.of(program("Main", "-cp", "x"), program("java"), program("java", "-cp"),
                program("java", "-jar", "program.jar"), program("javac", "Main.java"))) {
            assertSame(other, Executable.mainClassOf(other));
        }
    }

    @Test
    void aJavaCommandGetsHawsersClassesBesideItsOwn() {
        Map<String, String> environment = new HashMap<>();
        List<String> command = Executable.command(Path.of("/bin/java"), List.of("-cp", "own", "Main", "-cp", "x"),
            "ours", environment);
        assertEquals(List.of("/bin/java", "--enable-native-access=ALL-UNNAMED", "-cp", "own:ours", "Main", "-cp", "x"),
            command);
        assertEquals("ours", environment.get("CLASSPATH"));
    }

    @Test
    void aFileOfTheWorkingDirectoryIsFoundByItsNameAlone() throws Exception {
        Path file = Files.createTempFile(Path.of(""), "worker", ".sh").toAbsolutePath();
        try {
            String name = file.getFileName().toString();
            assertNull(Executable.find(program(name)));
            assertTrue(file.toFile().setExecutable(true));
            assertEquals(file, Executable.find(program(name)));
        } finally {
            Files.delete(file);
        }
    }

    @Test
    void aScriptFindsTheJvmOfTheJob() {
        Map<String, String> environment = new HashMap<>(Map.of("PATH", "/own"));
        assertEquals(List.of("/bin/script", "-cp"),
            Executable.command(Path.of("/bin/script"), List.of("-cp"), "ours", environment));
        assertEquals("ours", environment.get("CLASSPATH"));
        assertEquals(Path.of(System.getProperty("java.home"), "bin") + ":/own", environment.get("PATH"));
    }
}
