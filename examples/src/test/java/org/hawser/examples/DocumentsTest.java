package org.hawser.examples;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import javax.tools.JavaCompiler;
import javax.tools.StandardJavaFileManager;
import javax.tools.ToolProvider;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** What the documents show compiles, what they show as programs runs, and what they name is there. */
class DocumentsTest {
    private static final Path ROOT = Path.of(System.getProperty("hawser.documents")).normalize();
    private static final Pattern PROGRAM = Pattern.compile("<!-- program: (\\w+\\.java) -->\\R```java\\R(.*?)```",
        Pattern.DOTALL);
    private static final Pattern CODE = Pattern.compile("```java\\R(.*?)```", Pattern.DOTALL);
    private static final Pattern LINK = Pattern.compile("]\\(([^)#:]+)(#[^)]*)?\\)");
    private static final Pattern ANCHOR = Pattern.compile("]\\(([^)#:]*)#([^)]+)\\)");
    private static final Pattern HEADING = Pattern.compile("(?m)^#+ (.*)$");
    private static final Pattern SETTING = Pattern.compile("Settings\\.\\w+\\(\"([\\w.]+)\"");

    private static final Pattern EXAMPLE = Pattern.compile("<pre>\\{@code\\R(.*?)\\}</pre>", Pattern.DOTALL);

    /** What a snippet that is not a whole program may use. */
    private static final String AROUND = """
        import java.lang.foreign.*;
        import mpi.*;
        import org.hawser.fabric.*;
        import org.hawser.pgas.*;
        import org.hawser.runtime.*;
        class Snippet%d {
            static final int PING = 1, DATA = 2, ARRIVED = 3, PARCEL = 4;
            void run(Rank rank, ActiveMessages messages, Pgas pgas, int peer, MemorySegment source,
                    MemorySegment header) throws MPIException {
                %s
            }
        }
        """;
    /** What an example in the comment of a class may use; what it declares itself hides these. */
    private static final String AROUND_EXAMPLE = """
        import java.lang.foreign.*;
        import org.hawser.pgas.*;
        import org.hawser.runtime.*;
        class Snippet%d {
            static final int ADD = 1, SUM = 2;
            Pgas pgas;
            long n, rows, columns;
            double mine;
            Tiling tiles;
            SharedIntArray array;
            SharedDoubleArray a, total;
            GlobalPointer counter, halo, matrix;
            MemorySegment row, into;
            Handle handle;
            void run() throws Exception {
                %s
            }
        }
        """;

    @TempDir
    private Path directory;

    static List<Path> documents() throws IOException {
        List<Path> documents = new ArrayList<>();
        for (String place : List.of(".", "docs", "docs/guide", "docs/design")) {
            try (Stream<Path> files = Files.list(ROOT.resolve(place).normalize())) {
                files.filter(file -> file.toString().endsWith(".md")).forEach(documents::add);
            }
        }
        return documents;
    }

    @ParameterizedTest
    @MethodSource("documents")
    void programsRun(Path document) throws Exception {
        Matcher program = PROGRAM.matcher(Files.readString(document));
        while (program.find()) {
            Path source = Files.writeString(directory.resolve(program.group(1)), program.group(2));
            Job job = Job.run(3, false, source.toString());
            assertEquals(0, job.exitCode(), () -> document + ": " + job.text());
            assertFalse(job.lines().isEmpty(), () -> document + ": the program says nothing");
        }
    }

    @ParameterizedTest
    @MethodSource("documents")
    void snippetsCompile(Path document) throws IOException {
        List<String> snippets = new ArrayList<>();
        Matcher code = CODE.matcher(Files.readString(document));
        while (code.find()) {
            if (!code.group(1).contains("static void main")) {
                snippets.add(AROUND.formatted(snippets.size(), code.group(1)));
            }
        }
        assertEquals("", compile(snippets), document::toString);
    }

    @Test
    void examplesInTheCommentsOfSharedArraysCompile() throws IOException {
        List<String> examples = new ArrayList<>();
        try (Stream<Path> files = Files.list(ROOT.resolve("pgas/src/main/java/org/hawser/pgas"))) {
            for (Path file : files.filter(path -> path.toString().endsWith(".java")).sorted().toList()) {
                String text = Files.readString(file);
                Matcher example = EXAMPLE.matcher(text);
                while (text.contains("\npublic ") && example.find()) {
                    String code = example.group(1).replaceAll("(?m)^ *\\*", "");
                    examples.add(AROUND_EXAMPLE.formatted(examples.size(), "// " + file.getFileName() + "\n" + code));
                }
            }
        }
        assertFalse(examples.isEmpty());
        assertEquals("", compile(examples));
    }

    @ParameterizedTest
    @MethodSource("documents")
    void linksLeadSomewhere(Path document) throws IOException {
        Matcher link = LINK.matcher(Files.readString(document));
        while (link.find()) {
            Path target = document.resolveSibling(link.group(1));
            assertTrue(Files.exists(target), () -> document + " links to " + target);
        }
    }

    @ParameterizedTest
    @MethodSource("documents")
    void anchorsAreHeadings(Path document) throws IOException {
        Matcher link = ANCHOR.matcher(Files.readString(document));
        while (link.find()) {
            Path target = link.group(1).isEmpty() ? document : document.resolveSibling(link.group(1));
            String anchor = link.group(2);
            assertTrue(anchors(target).contains(anchor), () -> document + " links to " + target + "#" + anchor);
        }
    }

    /** The headings of a document as links name them: small letters, digits and hyphens. */
    private static List<String> anchors(Path document) throws IOException {
        String prose = Files.readString(document).replaceAll("(?s)```.*?```", "");
        return HEADING.matcher(prose).results().map(heading -> heading.group(1).toLowerCase(Locale.ROOT)
            .replaceAll("[^\\p{L}\\p{N} _-]", "").replace(' ', '-')).toList();
    }

    @Test
    void theFirstProgramsAreShortAndSayWhatTheyShould() throws Exception {
        Matcher program = PROGRAM.matcher(Files.readString(ROOT.resolve("README.md")));
        says(program, List.of("rank 0 got 1", "rank 1 got 0"));
        says(program, List.of("thread 0 reads 998001, all are 332833500", "thread 1 reads 996004, all are 332833500"));
        says(program, List.of("rank 0 holds 101", "rank 1 holds 100"));
    }

    private void says(Matcher program, List<String> lines) throws Exception {
        assertTrue(program.find(), "README lacks a program");
        assertTrue(program.group(2).lines().count() <= 15, program.group(2));
        Path source = Files.writeString(directory.resolve(program.group(1)), program.group(2));
        Job job = Job.run(2, true, source.toString());
        assertEquals(lines, job.lines().stream().sorted().toList());
    }

    @Test
    void everySettingIsDocumented() throws IOException {
        String settings = Files.readString(ROOT.resolve("docs/settings.md"));
        try (Stream<Path> files = Files.walk(ROOT)) {
            for (Path file : files.filter(path -> path.toString().matches(".*/src/main/.*\\.java")).toList()) {
                Matcher setting = SETTING.matcher(Files.readString(file));
                while (setting.find()) {
                    assertTrue(settings.contains("`" + setting.group(1) + "`"), () -> file + ": " + setting.group(1));
                }
            }
        }
    }

    /** Compiles classes {@code Snippet0} and so on together; returns what the compiler finds wrong. */
    private String compile(List<String> texts) throws IOException {
        if (texts.isEmpty()) {
            return "";
        }
        List<Path> sources = new ArrayList<>();
        for (String text : texts) {
            sources.add(Files.writeString(directory.resolve("Snippet" + sources.size() + ".java"), text));
        }
        JavaCompiler compiler = ToolProvider.getSystemJavaCompiler();
        StringWriter said = new StringWriter();
        List<String> options = List.of("-proc:none", "-d", directory.toString(), "-cp",
            System.getProperty("hawser.library"));
        try (StandardJavaFileManager files = compiler.getStandardFileManager(null, null, null)) {
            return compiler.getTask(said, files, null, options, null, files.getJavaFileObjectsFromPaths(sources)).call()
                ? "" : said.toString();
        }
    }
}
