package org.hawser.launcher;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import org.hawser.launcher.job.JobSpec;
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

    private static JobSpec parse(String... arguments) throws Exception {
        RunCommand command = new RunCommand();
        new CommandLine(command).setStopAtPositional(true).setCaseInsensitiveEnumValuesAllowed(true)
            .parseArgs(arguments);
        return command.spec();
    }
}
