package org.hawser.system;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.hawser.system.ScriptPlace.Result;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The script that everything begins with: which JDK it takes, when it builds, and what it says when it cannot. */
class ScriptIT {
    @TempDir
    private Path directory;

    private ScriptPlace place;

    @BeforeEach
    void copy() throws Exception {
        place = new ScriptPlace(directory);
    }

    @Test
    void theFirstJdkThatIsNewEnoughIsTaken() throws Exception {
        place.jdk("usr/lib/jvm/usual", "25.0.1");
        place.jdk("home/.jdks/last", "26");
        Path onPath = place.jdk("opt/somewhere/on-path", "25");
        Path link = Files.createSymbolicLink(directory.resolve("alternatives"), onPath.resolve("bin/java"));
        Files.createSymbolicLink(place.bin().resolve("java"), link);
        place.with("JAVA_HOME", place.jdk("a/variable", "27-ea")).with("HAWSER_JAVA_HOME", place.jdk("b/ours", "25"));
        assertEquals(List.of("ours"), place.run("run").launchers());
        assertEquals(List.of("variable"), place.without("HAWSER_JAVA_HOME").run("run").launchers());
        assertEquals(List.of("on-path"), place.without("JAVA_HOME").run("run").launchers());
        Files.delete(place.bin().resolve("java"));
        assertEquals(List.of("usual"), place.run("run").launchers());
        Files.delete(directory.resolve("usr/lib/jvm/usual/bin/javac"));
        assertEquals(List.of("last"), place.run("run").launchers());
    }

    @Test
    void olderOnesThatComeFirstArePassedOver() throws Exception {
        place.jdk("usr/lib/jvm/java-8", "1.8.0_402");
        place.jdk("usr/lib/jvm/java-25", "25.0.3");
        Files.createSymbolicLink(place.bin().resolve("java"), place.jdk("opt/java-17", "17.0.2").resolve("bin/java"));
        place.with("JAVA_HOME", place.jre("opt/runtime", "25"));
        Result result = place.run("run");
        assertEquals(List.of("java-25"), result.launchers());
        assertFalse(result.err().contains("17"), result.err());
        result = place.with("HAWSER_JAVA_HOME", directory.resolve("opt/java-17")).run("run");
        assertEquals(List.of("java-25"), result.launchers());
        assertEquals("hawser: HAWSER_JAVA_HOME is not a JDK 25 or newer: " + directory.resolve("opt/java-17") + "\n",
            result.err());
    }

    @Test
    void withoutAJdkItSaysWhatThereIsAndHowToGetOne() throws Exception {
        Path old = place.jdk("usr/lib/jvm/java-17", "17.0.2").toRealPath();
        Path runtime = place.jre("opt/runtime", "25.0.1");
        Result result = place.with("JAVA_HOME", runtime).run("run");
        assertEquals(1, result.exitCode());
        assertEquals(List.of(), result.started());
        assertEquals("", result.out());
        List<String> lines = result.err().lines().toList();
        assertEquals(List.of("hawser: no JDK 25 or newer was found.", "Found, but too old or not a JDK:",
            "  25.0.1  " + runtime + "  (a runtime without a compiler)", "  17.0.2  " + old, "How to get one:"),
            lines.subList(0, 5));
        for (String way : List.of("apt-get install openjdk-25-jdk", "brew install openjdk@25", "HAWSER_JAVA_HOME=")) {
            assertTrue(result.err().contains(way), result.err());
        }
    }

    @Test
    void withoutMavenItSaysHowToGetIt() throws Exception {
        place.jdk("usr/lib/jvm/jdk", "25");
        Files.delete(place.bin().resolve("mvn"));
        Result result = place.run("run");
        assertEquals(1, result.exitCode());
        assertEquals(List.of(), result.started());
        assertEquals("hawser: Maven (mvn) is needed to build and is not on the PATH. Get it with: apt-get install maven"
            + " | dnf install maven | brew install maven | sdk install maven\n", result.err());
    }

    @Test
    void itBuildsOnlyWhenSourcesHaveChanged() throws Exception {
        Path jdk = place.jdk("usr/lib/jvm/jdk", "25").toRealPath();
        Result first = place.run("run");
        assertEquals(0, first.exitCode(), first.err());
        assertTrue(first.started().get(0).matches("mvn " + jdk + " .* package -pl all,launcher,examples,bench -am"),
            first.started().toString());
        assertTrue(first.started().get(1).contains("-XX:AOTCacheOutput="), first.started().toString());
        assertEquals(3, first.started().size(), first.started().toString());
        place.letTimePass();
        assertEquals(0, place.run("run").builds());

        Files.writeString(place.source("bench"), "class A { int changed; }");
        assertEquals(1, place.run("run").builds());
        place.letTimePass();
        Files.delete(place.source("launcher"));
        assertEquals(1, place.run("run").builds(), "a source that was removed");
        place.letTimePass();
        Files.writeString(place.tree().resolve("all/src/test/java/ATest.java"), "class ATest { int changed; }");
        Files.writeString(place.tree().resolve("README.md"), "# Changed");
        assertEquals(0, place.run("run").builds(), "nothing that is run");
    }

    @Test
    void aWarmRunStartsTheLauncherAndNothingElse() throws Exception {
        place.jdk("usr/lib/jvm/jdk", "25");
        place.run("run");
        place.letTimePass();
        Files.delete(place.bin().resolve("mvn"));
        Path link = Files.createSymbolicLink(directory.resolve("link"), place.tree().resolve("hawser"));
        Result result = place.runAs(link, "run", "-n", "2", "two words", "end-with-7");
        assertEquals(7, result.exitCode(), result.err());
        assertEquals("", result.out() + result.err());
        assertEquals(1, result.started().size(), result.started().toString());
        String line = result.started().getFirst();
        Path dist = place.tree().resolve("target/dist");
        assertTrue(line.endsWith(" -XX:AOTCache=" + dist + "/launcher.aot org.hawser.launcher.HawserCommand run -n 2"
            + " two words end-with-7"), line);
        assertTrue(line.contains(" -Dhawser.home=" + place.tree() + " -cp " + dist + "/lib/hawser-launcher.jar:" + dist
            + "/lib/hawser-all.jar:" + dist + "/lib/hawser-bench.jar:" + dist + "/lib/library.jar "), line);
    }

    @Test
    void whatWasBuiltLastRunsWhereNoBuildIsWanted() throws Exception {
        place.jdk("usr/lib/jvm/jdk", "25");
        place.with("HAWSER_NO_BUILD", 1);
        Result result = place.run("run");
        assertEquals(1, result.exitCode());
        assertEquals("hawser: nothing is built yet and HAWSER_NO_BUILD is set\n", result.err());
        place.without("HAWSER_NO_BUILD").run("run");
        place.letTimePass();
        Files.writeString(place.source("all"), "class A { int changed; }");
        result = place.with("HAWSER_NO_BUILD", 1).run("run");
        assertEquals(List.of("jdk"), result.launchers());
        assertEquals(0, result.builds());
    }

    @Test
    void aBuildThatFailsSaysWhyAndIsTriedAgain() throws Exception {
        place.jdk("usr/lib/jvm/jdk", "25");
        place.breakSources();
        for (int i = 0; i < 2; i++) {
            Result result = place.run("run");
            assertEquals(1, result.exitCode());
            assertEquals(1, result.builds());
            assertEquals(List.of(), result.launchers());
            assertEquals(List.of("hawser: building (first use or changed sources) ...", "hawser: the build failed:",
                "  A.java:[1,2] no such symbol", "hawser: the whole log: " + place.tree().resolve("target/build.log")),
                result.err().lines().toList());
        }
        place.mendSources();
        assertEquals(0, place.run("run").exitCode());
    }
}
