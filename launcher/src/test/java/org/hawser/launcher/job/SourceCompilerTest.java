package org.hawser.launcher.job;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class SourceCompilerTest {

    @TempDir
    private Path directory;

    @TempDir
    private Path cache;

    @Test
    void compilesOnce() throws Exception {
        Path source = write("package a.b; public class Once { public static void main(String[] x) { } } class Two { }");
        Program first = compile(source);
        assertEquals("a.b.Once", first.main());
        Path classFile = first.classPath().getFirst().resolve("a/b/Once.class");
        FileTime written = FileTime.fromMillis(1_000_000);
        Files.setLastModifiedTime(classFile, written);
        assertEquals(first, compile(source));
        assertEquals(written, Files.getLastModifiedTime(classFile));
    }

    @Test
    void compilesAgainWhenSourceOrClassPathChange() throws Exception {
        Path source = write("public class Once { public static void main(String[] x) { } }");
        Program first = compile(source);
        assertNotEquals(first, SourceCompiler.compile(source, List.of(directory), cache));
        write("public class Once { public static void main(String[] x) { int changed; } }");
        assertNotEquals(first, compile(source));
    }

    @Test
    void forgetsWhatWasCompiledLongAgo() throws Exception {
        Path old = compile(write("void main() { IO.println(0); }")).classPath().getFirst();
        Files.setLastModifiedTime(old, FileTime.fromMillis(1_000_000));
        compile(write("void main() { IO.println(1); }"));
        assertFalse(Files.exists(old));
    }

    @Test
    void takesSourcesWithoutAClass() throws Exception {
        Program program = compile(write("void main() { IO.println(1); }"));
        assertEquals("Once", program.main());
    }

    @Test
    void showsWhatTheCompilerSaysAndKeepsNothing() throws Exception {
        Path source = write("public class Once { int x = \"text\"; }");
        PrintStream err = System.err;
        ByteArrayOutputStream said = new ByteArrayOutputStream();
        System.setErr(new PrintStream(said, true, StandardCharsets.UTF_8));
        try {
            String message = assertThrows(UsageException.class, () -> compile(source)).getMessage();
            assertEquals("cannot compile Once.java", message);
        } finally {
            System.setErr(err);
        }
        assertTrue(said.toString(StandardCharsets.UTF_8).contains("incompatible types"), said.toString());
        try (var entries = Files.list(cache)) {
            assertEquals(0, entries.count());
        }
    }

    private Program compile(Path source) throws UsageException, IOException {
        return SourceCompiler.compile(source, List.of(), cache);
    }

    private Path write(String text) throws IOException {
        return Files.writeString(directory.resolve("Once.java"), text);
    }
}
