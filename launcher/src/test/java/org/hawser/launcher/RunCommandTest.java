package org.hawser.launcher;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.hawser.launcher.job.JobSpec;
import org.hawser.launcher.job.UsageException;
import org.junit.jupiter.api.Test;
import picocli.CommandLine;

class RunCommandTest {

    static final class Program {
        private Program() {
        }

        public static void main(String[] arguments) {
            throw new UnsupportedOperationException("only looked at");
        }
    }

    private static final String MAIN = Program.class.getName();

    @Test
    void optionsAfterTheProgramBelongToTheProgram() throws Exception {
        JobSpec spec = parse("-n", "3", "-cp", "target/test-classes", MAIN, "-n", "5", "--threads", "--", "-J");
        assertEquals(3, spec.ranks());
        assertEquals(MAIN, spec.main());
        assertEquals(List.of("-n", "5", "--threads", "--", "-J"), spec.args());
        assertEquals(false, spec.threads());
    }

    @Test
    void everyOptionReachesTheJob() throws Exception {
        JobSpec spec = parse("-n", "2", "--threads", "--tag-output", "--timeout", "1.5", "--progress", "thread",
            "--bind", "core", "-J-Xmx1g", "-J-Da=b c", "-cp", "target/test-classes", MAIN);
        assertTrue(spec.threads() && spec.tagOutput() && spec.bind() && spec.input());
        assertEquals(Duration.ofMillis(1500), spec.timeout());
        assertEquals("thread", spec.progress());
        assertEquals(List.of("-Xmx1g", "-Da=b c"), spec.jvmArgs());
        assertEquals(List.of(Path.of("target/test-classes").toAbsolutePath()), spec.classPath());
    }

    @Test
    void aLineOfMpirunIsTakenWithTheWordJava() throws Exception {
        JobSpec spec = parse("-np", "3", "-J-Da=b", "/opt/jdk/bin/java", "-Xmx1g", "--add-opens", "a/b=ALL-UNNAMED",
            "-cp", "target/test-classes:/no/such/mpi.jar", MAIN.replace('.', '/'), "-cp", "java");
        assertEquals(3, spec.ranks());
        assertEquals(MAIN, spec.main());
        assertEquals(List.of("-cp", "java"), spec.args());
        assertEquals(List.of("-Da=b", "-Xmx1g", "--add-opens", "a/b=ALL-UNNAMED"), spec.jvmArgs());
        assertEquals(List.of(Path.of("target/test-classes").toAbsolutePath(), Path.of("/no/such/mpi.jar")),
            spec.classPath());
    }

    @Test
    void aLineOfJavaWithoutAProgramIsRefused() {
        for (String[] line : new String[][] {{"java"}, {"java", "-cp", "."}, {"java", "-jar"}, {"java", "-m", "a/B"}}) {
            List<String> words = new ArrayList<>(List.of("-n", "2"));
            words.addAll(List.of(line));
            String text = assertThrows(UsageException.class, () -> parse(words.toArray(new String[0]))).getMessage();
            assertTrue(text.contains("java"), text);
        }
    }

    @Test
    void aJarIsWhatTheLineOfJavaCallsOne() throws Exception {
        JavaLine line = JavaLine.parse(List.of("-ea", "--class-path=a", "-jar", "program.jar", "1"));
        assertEquals(new JavaLine(List.of("-ea"), "a", "program.jar", List.of("1")), line);
    }

    @Test
    void whatIsForTheCompilerOfTheJavaCommandIsLeftOut() throws Exception {
        JavaLine line = JavaLine.parse(List.of("--enable-preview", "--source", "25", "Main.java", "1"));
        assertEquals(new JavaLine(List.of("--enable-preview"), null, "Main.java", List.of("1")), line);
    }

    @Test
    void jarsOfADirectoryThatIsNotThereAreRefused() throws Exception {
        String text = assertThrows(UsageException.class,
            () -> parse("-n", "2", "-cp", "no/where/*", MAIN)).getMessage();
        assertEquals("no such class path entry: no/where/*", text);
        assertEquals(List.of(Path.of("target/test-classes").toAbsolutePath()),
            parse("-n", "2", "java", "-cp", "no/where/*:target/test-classes", MAIN).classPath());
    }

    @Test
    void aFabricThatIsNotThereIsRefused() {
        String text = assertThrows(UsageException.class,
            () -> parse("-n", "2", "--fabric", "shm,foo", "-cp", "target/test-classes", MAIN)).getMessage();
        assertTrue(text.contains("--fabric shm,foo") && text.contains("tcp"), text);
    }

    @Test
    void hostsGiveEachRankAPlace() throws Exception {
        JobSpec spec = parse("--hosts", "a:2,b:1", "--map", "cyclic", "--rsh", "my shell", "--remote-hawser", "/h",
            "--interface", "eth1", "--port-range", "4000-4009", "--tls", "--fabric", "tcp", "-x", "A=b", "-cp",
            "target/test-classes", MAIN);
        assertEquals(3, spec.ranks());
        assertEquals("0,1,0", spec.hosts().placement().nodes().toString());
        assertEquals(List.of("a", "b"), spec.hosts().placement().hosts());
        assertEquals(List.of("my", "shell"), spec.hosts().shell().command());
        assertEquals("/h", spec.hosts().shell().hawser());
        assertEquals(List.of("-Dhawser.fabric=tcp", "-Dhawser.tcp.interface=eth1", "-Dhawser.tcp.ports=4000-4009",
            "-Dhawser.tcp.tls=true"), spec.jvmArgs());
        assertEquals("b", spec.environment().get("A"));
    }

    @Test
    void optionsOfMpirunThatSayTheSameInOtherWordsAreTaken() throws Exception {
        JobSpec spec = parse("--np", "3", "-H", "a:2,b:1", "--map-by", "node", "-bind-to", "core", "-tag-output",
            "java", "-cp", "target/test-classes", MAIN);
        assertEquals("0,1,0", spec.hosts().placement().nodes().toString());
        assertTrue(spec.bind() && spec.tagOutput());
        spec = parse("-np", "3", "-host", "a,b", "--map-by", "slot:OVERSUBSCRIBE", "--bind", "core", "--bind-to",
            "none", "-timeout", "3", "java", "-cp", "target/test-classes", MAIN);
        assertEquals("0*2,1", spec.hosts().placement().nodes().toString());
        assertEquals(false, spec.bind());
        assertEquals(Duration.ofSeconds(3), spec.timeout());
    }

    @Test
    void anOptionOfMpirunBesideTheOneThatMeansTheSameIsRefused() {
        for (String[] twice : new String[][] {{"--hosts", "a", "-H", "b"}, {"--hostfile", "a", "-machinefile", "b"},
            {"--timeout", "1", "-timeout", "2"}}) {
            String text = assertThrows(UsageException.class, () -> parse("-n", "1", twice[0], twice[1], twice[2],
                twice[3], MAIN)).getMessage();
            assertTrue(text.contains(twice[0]) && text.contains(twice[2]), text);
        }
    }

    @Test
    void optionsOfMpirunThatMeanNothingHereArePassedOver() throws Exception {
        RunCommand command = parsed("--mca", "btl", "^openib", "-np", "2", "--allow-run-as-root", "-mca",
            "btl_tcp_if_include", "eth0", "--report-bindings", "--use-hwthread-cpus", "-cp", "target/test-classes",
            MAIN, "--mca", "x");
        JobSpec spec = command.spec();
        assertEquals(2, spec.ranks());
        assertEquals(MAIN, spec.main());
        assertEquals(List.of("--mca", "x"), spec.args());
        assertEquals("--mca btl ^openib --mca btl_tcp_if_include eth0 --allow-run-as-root --report-bindings"
            + " --use-hwthread-cpus", command.needless());
        assertEquals("", parsed("-n", "2", "--bind-to", "none", MAIN).needless());
    }

    private static JobSpec parse(String... arguments) throws Exception {
        return parsed(arguments).spec();
    }

    private static RunCommand parsed(String... arguments) {
        RunCommand command = new RunCommand();
        new CommandLine(command).setStopAtPositional(true).setCaseInsensitiveEnumValuesAllowed(true)
            .parseArgs(arguments);
        return command;
    }
}
