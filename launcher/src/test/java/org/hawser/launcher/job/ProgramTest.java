package org.hawser.launcher.job;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.jar.Attributes;
import java.util.jar.JarEntry;
import java.util.jar.JarOutputStream;
import java.util.jar.Manifest;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ProgramTest {
    private static final String LIBRARY = "hawser.library";

    @TempDir
    private Path directory;

    private String before;
    private Path examples;

    @BeforeEach
    void anInstallationWithTwoExamples() throws IOException {
        before = System.getProperty(LIBRARY);
        System.setProperty(LIBRARY, jar("hawser-all.jar").toString());
        examples = jar("hawser-examples.jar", "org/hawser/examples/Ring.class", "org/hawser/examples/mpi/Ring.class");
    }

    @AfterEach
    void theInstallationBefore() {
        if (before == null) {
            System.clearProperty(LIBRARY);
        } else {
            System.setProperty(LIBRARY, before);
        }
    }

    @ParameterizedTest
    @CsvSource({"ring, Ring", "Ring, Ring", "mpi.ring, mpi.Ring", "mpi.Ring, mpi.Ring",
        "org.hawser.examples.mpi.Ring, mpi.Ring"})
    void examplesAreFoundByName(String name, String example) throws Exception {
        Program program = Program.find(name, List.of(directory));
        assertEquals(new Program("org.hawser.examples." + example, List.of(examples, directory)), program);
    }

    @Test
    void whatIsNoExampleEitherIsNotFound() {
        for (String name : List.of("ping", "mpi.ping", "mpi.", "mpi")) {
            assertThrows(UsageException.class, () -> Program.find(name, List.of(directory)), name);
        }
    }

    @Test
    void anExampleThatWasMeantIsSuggested() {
        assertEquals("class not found: rign (did you mean ring?) (class path: " + directory + "; -cp names another)",
            missing("rign"));
        assertEquals("class not found: mpi.rign (did you mean mpi.ring?) (class path: " + directory
            + "; -cp names another)", missing("mpi.rign"));
        assertEquals("class not found: com.example.Ringer (class path: " + directory + "; -cp names another)",
            missing("com.example.Ringer"));
    }

    @Test
    void whatIsThereButNoProgramIsToldAsThat() {
        assertEquals("not a program: pom.xml is a file, but neither a jar nor a Java source file", missing("pom.xml"));
        assertEquals("not a program: /etc is a directory", missing("/etc"));
        String file = "target/test-classes/" + ProgramTest.class.getName().replace('.', '/') + ".class";
        assertEquals("not a program: " + file + " is a class file; name the class, without .class", missing(file));
        assertEquals("class not found: src.main.java.module-info, but its source is there: name"
            + " src/main/java/module-info.java, or compile it first", missing("src.main.java.module-info"));
    }

    @Test
    void aClassOfAPackageIsNamedWithIt() {
        Path within = Path.of("target/test-classes/org/hawser/launcher/job");
        assertEquals("the class in ProgramTest.class is org.hawser.launcher.job.ProgramTest: name it so, and let -cp"
            + " name the directory above its package",
            assertThrows(UsageException.class, () -> Program.find("ProgramTest", List.of(within))).getMessage());
    }

    @Test
    void aJarMustHoldItsMainClass() throws Exception {
        Path jar = directory.resolve("wrong.jar");
        Manifest manifest = new Manifest();
        manifest.getMainAttributes().put(Attributes.Name.MANIFEST_VERSION, "1.0");
        manifest.getMainAttributes().put(Attributes.Name.MAIN_CLASS, "no.Where");
        new JarOutputStream(Files.newOutputStream(jar), manifest).close();
        assertEquals("the Main-Class of the jar is not there: no.Where in " + jar, missing(jar.toString()));
    }

    @Test
    void aClassWithPreviewFeaturesIsFoundWhenTheRanksAllowThem() throws Exception {
        Path source = Files.writeString(directory.resolve("Early.java"), "class Early { void main() { } }");
        Path classes = Files.createDirectories(directory.resolve("classes"));
        new SourceCompiler(source, List.of(), List.of()).compile(classes, new CompilerInputs());
        byte[] bytes = Files.readAllBytes(classes.resolve("Early.class"));
        bytes[4] = (byte) 0xff;      // the minor version of a class that uses a preview feature, whichever there is
        bytes[5] = (byte) 0xff;
        Files.write(classes.resolve("Early.class"), bytes);
        assertEquals("class uses preview features: Early (allow them: -J--enable-preview)",
            assertThrows(UsageException.class, () -> Program.find("Early", List.of(classes))).getMessage());
        assertEquals(new Program("Early", List.of(classes)),
            Program.find("Early", List.of(classes), List.of("--enable-preview")));
    }

    private String missing(String name) {
        return assertThrows(UsageException.class, () -> Program.find(name, List.of(directory))).getMessage();
    }

    private Path jar(String name, String... entries) throws IOException {
        Path jar = directory.resolve(name).toAbsolutePath().normalize();
        try (JarOutputStream out = new JarOutputStream(Files.newOutputStream(jar))) {
            out.putNextEntry(new JarEntry("META-INF/"));
            for (String entry : entries) {
                out.putNextEntry(new JarEntry(entry));
            }
        }
        return jar;
    }
}
