package org.hawser.launcher;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class HawserCommandTest {

    private final PrintStream out = System.out;
    private final PrintStream err = System.err;
    private final ByteArrayOutputStream said = new ByteArrayOutputStream();

    @BeforeEach
    void listen() {
        PrintStream listener = new PrintStream(said, true, StandardCharsets.UTF_8);
        System.setOut(listener);
        System.setErr(listener);
    }

    @AfterEach
    void stopListening() {
        System.setOut(out);
        System.setErr(err);
    }

    @Test
    void aloneListsAllCommands() {
        assertEquals(0, HawserCommand.execute());
        for (String command : List.of("run", "test", "classpath", "doctor")) {
            assertTrue(text().contains("  " + command), text());
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"run", "test", "classpath", "doctor"})
    void everyCommandHasHelpWithAnExample(String command) {
        assertEquals(0, HawserCommand.execute(command, "--help"));
        assertTrue(text().contains("Example"), text());
    }

    @Test
    void runsCommandsThatOtherJarsBring() {
        assertEquals(42, HawserCommand.execute("probe", "42"));
        HawserCommand.execute();
        assertTrue(text().contains("Returns its argument."), text());
    }

    @Test
    void suggestsTheCommandThatWasMeant() {
        refused("unknown command: rnu (did you mean run?)", "rnu");
    }

    @Test
    void suggestsTheOptionThatWasMeant() {
        refused("unknown option: --tag-outptu (did you mean --tag-output?)", "run", "--tag-outptu", "-n", "2", "X");
    }

    @Test
    void knowsWhatOptionsOfMpirunAndOfTheJvmAreHere() {
        refused("unknown option: --npernode (mpirun's; here slots say it", "run", "--npernode", "2", "X");
        refused("here it is --bind core", "run", "-np", "2", "--bind-to", "socket", "hello");
        refused("here it is --map node", "run", "-np", "2", "--map-by", "ppr:2:node", "hello");
        refused("hosts.txt", "run", "-np", "2", "-hostfile", "/no/such/hosts.txt", "X");
        refused("machines", "run", "-np", "2", "-machinefile", "/no/such/machines", "X");
        refused("-J-Xmx1g", "run", "-n", "2", "-Xmx1g", "X");
    }

    @Test
    void saysWhichModuleBringsBench() {
        refused("comes with the bench module", "bench");
    }

    @ParameterizedTest
    @ValueSource(strings = {"0", "-1", "4097"})
    void refusesRankCountsOutsideTheLimits(String count) {
        refused("a job has 1 to 4096 ranks: -n " + count, "run", "-n", count, "X");
    }

    @Test
    void refusesARankCountThatIsNoNumber() {
        refused("'many' is not an int", "run", "-n", "many", "X");
    }

    @Test
    void asksForWhatIsMissing() {
        refused("how many ranks?", "run", "X");
        refused("which program?", "run", "-n", "2");
    }

    @Test
    void refusesProgramsThatAreNotThere() {
        refused("class not found: no.such.Main", "run", "-n", "2", "no.such.Main");
        refused("file not found: no.jar", "run", "-n", "2", "no.jar");
        refused("file not found: No.java", "run", "-n", "2", "No.java");
        refused("no such class path entry: /no/where", "run", "-n", "2", "-cp", "/no/where", "X");
    }

    @Test
    void refusesAClassWithoutMain() {
        refused("class has no main method: " + HawserCommandTest.class.getName(),
            "run", "-n", "2", "-cp", "target/test-classes", HawserCommandTest.class.getName());
    }

    @Test
    void refusesAJarThatIsNone(@TempDir Path directory) throws Exception {
        Path jar = Files.writeString(directory.resolve("x.jar"), "not a jar");
        refused("cannot read jar: " + jar, "run", "-n", "2", jar.toString());
    }

    @ParameterizedTest
    @ValueSource(strings = {"0", "-3", "1000000001", "1e10", "NaN", "Infinity"})
    void refusesATimeoutThatIsNone(String seconds) {
        refused("a timeout is longer than 0 seconds, and at most 1000000000: --timeout " + Double.valueOf(seconds),
            "run", "-n", "2", "--timeout", seconds, "X");
    }

    private void refused(String message, String... arguments) {
        said.reset();
        assertEquals(2, HawserCommand.execute(arguments));
        assertTrue(text().startsWith("hawser: ") && text().contains(message), text());
        assertEquals(1, text().lines().filter(line -> line.startsWith("hawser: ")).count(), text());
    }

    private String text() {
        return said.toString(StandardCharsets.UTF_8);
    }
}
