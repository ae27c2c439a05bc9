package org.hawser.runtime.spawn;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class SpawnRequestTest {
    private static SpawnRequest.Program program(String command, int count, String... arguments) {
        return new SpawnRequest.Program(command, List.of(arguments), count, "", "");
    }

    private static SpawnRequest copy(SpawnRequest request) throws IOException {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        request.encode(new DataOutputStream(bytes));
        return SpawnRequest.decode(new DataInputStream(new ByteArrayInputStream(bytes.toByteArray())));
    }

    @Test
    void requestArrivesAsItWasMade() throws Exception {
        SpawnRequest request = new SpawnRequest("port", List.of(program("a.B", 2, "x", ""),
            new SpawnRequest.Program("/bin/c", List.of(), 0, "/there", "/first:/second"), program("ü.jar", 1)));
        assertEquals(request, copy(request));
    }

    @Test
    void ranksRunTheProgramsInTheirOrder() {
        SpawnRequest request = new SpawnRequest("", List.of(program("a", 2), program("b", 0), program("c", 1)));
        assertEquals(3, request.ranks());
        assertEquals(List.of(0, 0, 2), IntStream.range(0, 3).mapToObj(request::programOf).toList());
    }

    @Test
    void noneAndTooManyAreRefused() {
        assertThrows(IllegalArgumentException.class, () -> new SpawnRequest("", List.of()));
        assertThrows(IllegalArgumentException.class, () -> new SpawnRequest("", List.of(program("a", 0))));
        assertThrows(IllegalArgumentException.class, () -> new SpawnRequest("",
            List.of(program("a", Integer.MAX_VALUE), program("b", Integer.MAX_VALUE))));
    }

    @Test
    void malformedRequestIsRefused() {
        byte[] bytes = {0, 0, -1, 0, 0, 0};
        assertThrows(IOException.class, () -> SpawnRequest.decode(new DataInputStream(
            new ByteArrayInputStream(bytes))));
    }

    @Test
    void executablesAreFoundOnThePathAndClassesAreNot() {
        assertNotNull(Executable.find(program("sh", 1)));
        assertNotNull(Executable.find(new SpawnRequest.Program("sh", List.of(), 1, "", "/nowhere:/bin")));
        assertNull(Executable.find(program("no.such.Class", 1)));
        assertNull(Executable.find(program("", 1)));
        assertNull(Executable.find(program("/bin", 1)));
    }

    @Test
    void javaCommandGetsNativeAccessAndOurClassesBesideItsOwn() {
        Map<String, String> environment = new HashMap<>();
        List<String> command = Executable.command(Path.of("/jdk/bin/java"), List.of("-ea", "-cp", "own", "Main", "-cp",
            "x"), "ours.jar", environment);
        assertEquals("/jdk/bin/java", command.getFirst());
        assertTrue(command.get(1).startsWith("--enable-native-access"));
        assertEquals(List.of("-ea", "-cp", "own:ours.jar", "Main", "-cp", "x"), command.subList(2, command.size()));
        assertEquals(Map.of("CLASSPATH", "ours.jar"), environment);
        assertEquals(List.of("/bin/sh", "-c", "true"),
            Executable.command(Path.of("/bin/sh"), List.of("-c", "true"), "ours.jar", environment));
    }
}
