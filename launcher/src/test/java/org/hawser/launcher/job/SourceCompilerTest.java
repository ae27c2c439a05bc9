package org.hawser.launcher.job;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class SourceCompilerTest {
    private static final String NOTHING = "public static void main(String[] x) { }";

    @TempDir
    private Path directory;

    @TempDir
    private Path target;

    @Test
    void theFirstTypeIsTheProgram() throws Exception {
        assertEquals("Once", compile("Once.java", "public class Once { " + NOTHING + " } class Two { }"));
        assertEquals(Set.of("Once.class", "Two.class"), classes());
    }

    @Test
    void theProgramMayHaveAnotherNameThanItsFile() throws Exception {
        assertEquals("Once", compile("exercise-3.java", "public class Once { " + NOTHING + " }"));
    }

    @Test
    void takesSourcesWithoutAClass() throws Exception {
        assertEquals("Once", compile("Once.java", "void main() { IO.println(Friend.TEN); }",
            "Friend.java", "class Friend { static int TEN = 10; }"));
    }

    @Test
    void findsOtherSourcesWhenTheyAreNeeded() throws Exception {
        assertEquals("a.b.Once", compile("a/b/Once.java", "package a.b; import c.*; class Once extends Friend { "
                + NOTHING + " Far far; }",
            "a/b/Friend.java", "package a.b; class Friend { }",
            "c/Far.java", "package c; public class Far { }",
            "c/Stranger.java", "package c; neither used nor Java",
            "a/b/Stranger.java", "package a.b; neither used nor Java"));
        assertEquals(Set.of("a/b/Once.class", "a/b/Friend.class", "c/Far.class"), classes());
    }

    @Test
    void aSourceThatIsNotWhereItsPackageIsStandsAlone() throws Exception {
        assertEquals("a.b.Once", compile("Once.java", "package a.b; public class Once { " + NOTHING + " }"));
        String message = refused("Twice.java", "package a.b; class Twice { Friend friend; }",
            "Friend.java", "package a.b; class Friend { }");
        assertTrue(message.endsWith("cannot compile Twice.java; it is in the package a.b, but not in a directory a/b,"
            + " so no other sources are found"), message);
    }

    @Test
    void sourcesGoBeforeClassesOfTheClassPath() throws Exception {
        compile("library/Friend.java", "class Friend { int old; }");
        Path library = Files.createDirectories(directory.resolve("classes"));
        Files.move(target.resolve("Friend.class"), library.resolve("Friend.class"));
        write("Once.java", "class Once { " + NOTHING + " int value = new Friend().fresh; }");
        write("Friend.java", "class Friend { int fresh; }");
        assertEquals("Once", new SourceCompiler(directory.resolve("Once.java"), List.of(library), List.of())
            .compile(target, new CompilerInputs()));
    }

    @Test
    void hawsersOwnClassesGoBeforeSources() throws Exception {
        compile("Once.java", "class Once { " + NOTHING + " org.hawser.runtime.Rank rank; int size() { "
                + "return rank.size(); } }",
            "org/hawser/runtime/Rank.java", "package org.hawser.runtime; public class Rank { }");
        assertEquals(Set.of("Once.class"), classes());
    }

    @Test
    void classesThatCallsNameInATextAreCompiledToo() throws Exception {
        compile("Once.java", "class Once { " + NOTHING + " void go() throws Exception { Class.forName(\"a.Plugin\"); "
                + "spawn(\"java\", new String[] {\"-cp\", \".\", \"Worker\"}); System.out.println(\"Stranger\"); "
                + "Class.forName(\"NoWhere\"); } void spawn(String name, String[] words) { } }",
            "a/Plugin.java", "package a; class Plugin { void go() throws Exception { Class.forName(\"Next\"); } }",
            "Worker.java", "class Worker { }",
            "Next.java", "class Next { }",
            "Stranger.java", "class Stranger { }");
        assertEquals(Set.of("Once.class", "a/Plugin.class", "Worker.class", "Next.class"), classes());
    }

    @Test
    void aModuleDescriptorIsPassedOver() throws Exception {
        compile("Once.java", "class Once { " + NOTHING + " org.hawser.runtime.Rank rank; }",
            "module-info.java", "module once { }");
        assertEquals(Set.of("Once.class"), classes());
    }

    @Test
    void optionsOfTheJvmReachTheCompiler() throws Exception {
        assertEquals(List.of("--add-modules", "jdk.incubator.vector", "--enable-preview", "--source",
                Integer.toString(Runtime.version().feature()), "--add-exports=java.base/sun.nio.ch=ALL-UNNAMED"),
            SourceCompiler.optionsFor(List.of("-Xmx1g", "--add-modules", "jdk.incubator.vector", "--enable-preview",
                "--add-opens=java.base/java.lang=ALL-UNNAMED", "--add-exports=java.base/sun.nio.ch=ALL-UNNAMED")));
        write("Once.java", "class Once { " + NOTHING + " sun.nio.ch.DirectBuffer buffer; }");
        assertEquals("Once", new SourceCompiler(directory.resolve("Once.java"), List.of(),
            List.of("--add-exports=java.base/sun.nio.ch=ALL-UNNAMED")).compile(target, new CompilerInputs()));
    }

    @Test
    void showsWhatTheCompilerSaysWithTheFileOfEachError() throws Exception {
        String said = refused("Once.java", "class Once { Friend friend; }",
            "Friend.java", "class Friend {\n    int x = \"text\";\n}");
        assertTrue(said.contains(directory.resolve("Friend.java") + ":2: error: incompatible types"), said);
        assertTrue(said.contains("    int x = \"text\";\n            ^"), said);
        assertTrue(said.endsWith("cannot compile Once.java"), said);
    }

    @Test
    void saysWhereATextIsNotUtf8() throws Exception {
        Path source = directory.resolve("Once.java");
        Files.write(source, "class Once {\n    String caf\u00e9;\n}\n".getBytes(StandardCharsets.ISO_8859_1));
        String said = refused(source);
        assertTrue(said.contains("Once.java") && said.contains("line 2 is not UTF-8: it has the byte 0xe9"), said);
    }

    @Test
    void aSourceWithoutAClassIsRefused() throws Exception {
        assertTrue(refused("Once.java", "// nothing yet").endsWith("there is no class in it"));
    }

    private String compile(String... namesAndTexts) throws UsageException, IOException {
        for (int i = 0; i < namesAndTexts.length; i += 2) {
            write(namesAndTexts[i], namesAndTexts[i + 1]);
        }
        return compile(directory.resolve(namesAndTexts[0]));
    }

    private String compile(Path source) throws UsageException, IOException {
        return new SourceCompiler(source, List.of(), List.of()).compile(target, new CompilerInputs());
    }

    private String refused(String... namesAndTexts) throws IOException {
        for (int i = 0; i < namesAndTexts.length; i += 2) {
            write(namesAndTexts[i], namesAndTexts[i + 1]);
        }
        return refused(directory.resolve(namesAndTexts[0]));
    }

    private String refused(Path source) {
        PrintStream err = System.err;
        ByteArrayOutputStream said = new ByteArrayOutputStream();
        System.setErr(new PrintStream(said, true, StandardCharsets.UTF_8));
        try {
            String message = assertThrows(UsageException.class, () -> compile(source)).getMessage();
            return said.toString(StandardCharsets.UTF_8) + message;
        } finally {
            System.setErr(err);
        }
    }

    private Set<String> classes() throws IOException {
        try (var files = Files.walk(target)) {
            return files.filter(Files::isRegularFile).map(file -> target.relativize(file).toString())
                .collect(Collectors.toCollection(TreeSet::new));
        }
    }

    private void write(String name, String text) throws IOException {
        Files.createDirectories(directory.resolve(name).getParent());
        Files.writeString(directory.resolve(name), text);
    }
}
