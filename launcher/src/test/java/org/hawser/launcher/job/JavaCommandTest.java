package org.hawser.launcher.job;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.File;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.hawser.runtime.launch.OutputTag;
import org.hawser.runtime.launch.TrainingMain;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class JavaCommandTest {

    @BeforeEach
    void installWithCache(@TempDir Path lib) throws Exception {
        System.setProperty("hawser.library", Files.createFile(lib.resolve("hawser-all.jar")).toString());
        Files.createFile(lib.resolve("rank.aot"));
    }

    @AfterEach
    void uninstall() {
        System.clearProperty("hawser.library");
    }

    @Test
    void usersArgumentsComeAfterTheDefaultsAndBeforeTheProgram() {
        List<String> command = command("-Da=1");
        assertTrue(command.indexOf("-XX:+UseSerialGC") < command.indexOf("-Da=1"));
        assertTrue(command.indexOf("-Da=1") < command.indexOf("Main"));
        assertEquals(List.of("Main", "x", "y z"), command.subList(command.size() - 3, command.size()));
    }

    @Test
    void usersChoiceOfCollectorReplacesTheDefault() {
        List<String> command = command("-XX:+UseG1GC");
        assertFalse(command.contains("-XX:+UseSerialGC"));
        assertFalse(usesCache(command));
    }

    @ParameterizedTest
    @ValueSource(strings = {"-Xmx64m", "-Xmx8g", "-Dx=y", "-ea", "-Xss1m", "-XX:TieredStopAtLevel=1",
        "-XX:ActiveProcessorCount=1", "-XX:ErrorFile=crash%p.log", "-XX:+HeapDumpOnOutOfMemoryError", "-Xint",
        "-Xmn24m", "-XX:+AlwaysPreTouch"})
    void cacheStaysWithHarmlessArguments(String argument) {
        assertTrue(usesCache(command(argument)));
    }

    @ParameterizedTest
    @ValueSource(strings = {"-Xmx64g", "-XX:+UseZGC", "-javaagent:x.jar", "-Xshare:off", "-Xlog:gc", "--add-modules=x",
        "-XX:+UseCompactObjectHeaders", "--enable-native-access=x"})
    void cacheGoesWithArgumentsThatMayNotFit(String argument) {
        assertFalse(usesCache(command(argument)));
    }

    @Test
    void rankThatRecordsTheCacheSaysWhatThoseSayThatUseIt() {
        JobSpec spec = JobSpec.of(2, "Main").classPath(List.of(Path.of("a.jar"), Path.of("b"))).args("x").build();
        List<String> recording = JavaCommand.recording(spec, 2, Path.of("new.aot"));
        List<String> using = JavaCommand.of(spec, OutputTag.NONE);
        int end = recording.indexOf("-XX:AOTCacheOutput=new.aot");
        assertEquals(using.subList(0, end), recording.subList(0, end));
        assertFalse(usesCache(recording));
        String library = Installation.library().toString();
        assertTrue(recording.contains("-XX:-AOTRecordTraining"));
        assertEquals(List.of("-cp", library, TrainingMain.class.getName(), "a.jar" + File.pathSeparator + "b", "Main",
            "x"), recording.subList(recording.indexOf("-cp"), recording.size()));
        assertTrue(using.get(using.indexOf("-cp") + 1).startsWith(library + File.pathSeparator));
    }

    private static boolean usesCache(List<String> command) {
        return command.stream().anyMatch(argument -> argument.startsWith("-XX:AOTCache="));
    }

    private static List<String> command(String jvmArgument) {
        return JavaCommand.of(JobSpec.of(4, "Main").args("x", "y z").jvmArgs(jvmArgument).build(), OutputTag.NONE);
    }
}
