package org.hawser.launcher.job;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class CompiledProgramsTest {
    private static final String MAIN = "public class Main { public static void main(String[] x) { Friend.call(); } }";
    private static final String FRIEND = "class Friend { static void call() { } }";
    private static final FileTime LONG_AGO = FileTime.fromMillis(1_000_000);

    @TempDir
    private Path directory;

    @TempDir
    private Path cache;

    @Test
    void compilesOnce() throws Exception {
        write("Main.java", MAIN);
        write("Friend.java", FRIEND);
        Program first = get();
        Path classFile = first.classPath().getFirst().resolve("Friend.class");
        Files.setLastModifiedTime(classFile, LONG_AGO);
        assertEquals(first, get());
        assertEquals(LONG_AGO, Files.getLastModifiedTime(classFile));
    }

    @Test
    void compilesAgainWhenAnySourceThatIsUsedChanges() throws Exception {
        write("Main.java", MAIN);
        write("Friend.java", "class Friend { static void call() { a.Far.call(); } }");
        write("a/Far.java", "package a; public class Far { public static void call() { } }");
        Program first = get();
        write("a/Far.java", "package a; public class Far { public static void call() { int changed; } }");
        Program second = get();
        assertNotEquals(first, second);
        assertTrue(Files.exists(first.classPath().getFirst().resolve("a/Far.class")), "a job may run from it");
        write("a/Far.java", "package a; public class Far { public static void call() { } }");
        assertEquals(first, get(), "what was compiled before is still good");
    }

    @Test
    void aChangeOfASourceThatIsNotUsedIsPassedOver() throws Exception {
        write("Main.java", MAIN);
        write("Friend.java", FRIEND);
        write("Stranger.java", "class Stranger { this is not Java }");
        Program first = get();
        Files.setLastModifiedTime(first.classPath().getFirst(), FileTime.fromMillis(System.currentTimeMillis()));
        write("Stranger.java", "class Stranger { nor is this }");
        write("results.txt", "3.14");
        assertEquals(first, get());
    }

    @Test
    void aSourceThatAppearsTakesThePlaceOfAClass() throws Exception {
        Path library = Files.createDirectories(directory.resolve("library"));
        write("library/Friend.java", FRIEND);
        Program compiled = new CompiledPrograms(cache).get(library.resolve("Friend.java"), List.of(), List.of());
        Files.copy(compiled.classPath().getFirst().resolve("Friend.class"), library.resolve("Friend.class"));
        write("program/Main.java", MAIN);
        Program byClass = get("program/Main.java", List.of(library));
        assertFalse(Files.exists(byClass.classPath().getFirst().resolve("Friend.class")));
        write("program/Friend.java", FRIEND);
        Program bySource = get("program/Main.java", List.of(library));
        assertTrue(Files.exists(bySource.classPath().getFirst().resolve("Friend.class")));
    }

    @Test
    void compilesAgainWhenAClassInADirectoryOfTheClassPathChanges() throws Exception {
        Path library = Files.createDirectories(directory.resolve("library"));
        write("Main.java", "public class Main { public static void main(String[] x) { } }");
        Program first = get("Main.java", List.of(library));
        assertEquals(first, get("Main.java", List.of(library)));
        assertNotEquals(first, get("Main.java", List.of()));
        write("library/Friend.class", "of a build");
        assertNotEquals(first, get("Main.java", List.of(library)));
    }

    @Test
    void whatAnotherHasMadeMeanwhileIsUsed() throws Exception {
        write("Main.java", MAIN);
        write("Friend.java", FRIEND);
        Program first = get();
        try (var entries = Files.list(cache)) {
            Files.delete(entries.filter(entry -> entry.toString().endsWith(".inputs")).findFirst().orElseThrow());
        }
        assertEquals(first, get());
        try (var entries = Files.list(cache)) {
            assertEquals(2, entries.count());
        }
    }

    @Test
    void forgetsWhatWasNotUsedForLong() throws Exception {
        write("Main.java", "void main() { IO.println(0); }");
        Path old = get().classPath().getFirst();
        Files.setLastModifiedTime(old, LONG_AGO);
        get();
        assertNotEquals(LONG_AGO, Files.getLastModifiedTime(old), "used again");
        Files.setLastModifiedTime(old, LONG_AGO);
        write("Main.java", "void main() { IO.println(1); }");
        get();
        assertFalse(Files.exists(old));
    }

    private Program get() throws UsageException, IOException {
        return get("Main.java", List.of());
    }

    private Program get(String source, List<Path> classPath) throws UsageException, IOException {
        return new CompiledPrograms(cache).get(directory.resolve(source), classPath, List.of());
    }

    private void write(String name, String text) throws IOException {
        Files.createDirectories(directory.resolve(name).getParent());
        Files.writeString(directory.resolve(name), text);
    }
}
