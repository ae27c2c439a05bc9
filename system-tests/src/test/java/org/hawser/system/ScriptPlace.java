package org.hawser.system;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;

/**
 * A copy of the script {@code hawser} among a few sources, on a machine of its own: the path leads to the system's
 * tools and to a Maven that makes empty jars, and JDKs are where the test puts them. All that are started note it.
 *
 * <p><b>Threads:</b> one.
 */
final class ScriptPlace {
    /** How the script ended, and what was started by it, in this order: {@code mvn WORDS} and {@code JDK WORDS}. */
    record Result(int exitCode, String out, String err, List<String> started) {
        /** The JDKs of all launchers, without those that record caches. */
        List<String> launchers() {
            return started.stream().filter(line -> !line.startsWith("mvn ") && !line.contains("AOTCacheOutput"))
                .map(line -> line.substring(0, line.indexOf(' '))).toList();
        }

        long builds() {
            return started.stream().filter(line -> line.startsWith("mvn ")).count();
        }
    }

    private static final List<String> TOOLS = List.of("sh", "awk", "cat", "cp", "find", "flock", "head", "mkdir", "mv",
        "readlink", "rm", "sed", "sleep");
    private static final List<String> MODULES = List.of("all", "launcher", "examples", "bench");
    private static final String MAVEN = """
        #!/bin/sh
        echo "mvn $JAVA_HOME $*" >> '%1$s/started'
        if [ -f '%1$s/broken' ]; then echo '[ERROR] A.java:[1,2] no such symbol -> [Help 1]'; exit 1; fi
        for module in all launcher examples bench; do
            mkdir -p $module/target/lib
            : > $module/target/lib/library.jar
            : > $module/target/hawser-$module-1.jar
        done
        : > all/target/hawser-all.jar
        """;
    private static final String JAVA = """
        #!/bin/sh
        echo "%2$s $*" >> '%1$s/started'
        for word; do
            case $word in -XX:AOTCacheOutput=* | -Dhawser.record=*) : > "${word#*=}" ;; esac
            case $word in end-with-*) exit "${word#end-with-}" ;; esac
        done
        """;

    private final Path directory;
    private final Map<String, String> variables = new HashMap<>();

    ScriptPlace(Path directory) throws IOException {
        this.directory = directory.toRealPath();
        String script = Files.readString(Path.of("..", "hawser"));
        int from = script.indexOf("    for place in ");
        int to = script.indexOf("; do", from);
        // Where JDKs usually are is below this directory, too: this machine's own are not to be found.
        String places = script.substring(from, to).replaceAll("(?<=[ \\n])/(?=[A-Za-z])", this.directory + "/");
        program(tree().resolve("hawser"), script.substring(0, from) + places + script.substring(to));
        for (String module : MODULES) {
            write(tree().resolve(module).resolve("pom.xml"), "<project/>");
            write(source(module), "class A { }");
            write(tree().resolve(module).resolve("src/test/java/ATest.java"), "class ATest { }");
        }
        write(tree().resolve("pom.xml"), "<project/>");
        Files.createDirectories(bin());
        for (String tool : TOOLS) {
            for (String place : List.of("/usr/bin", "/bin")) {
                Path real = Path.of(place, tool);
                if (Files.isExecutable(real)) {
                    Files.createSymbolicLink(bin().resolve(tool), real);
                    break;
                }
            }
        }
        program(bin().resolve("mvn"), MAVEN.formatted(this.directory));
        variables.put("PATH", bin().toString());
        variables.put("HOME", this.directory.resolve("home").toString());
    }

    Path tree() {
        return directory.resolve("tree");
    }

    /** The only directory of the path. */
    Path bin() {
        return directory.resolve("bin");
    }

    Path source(String module) {
        return tree().resolve(module).resolve("src/main/java/A.java");
    }

    /** Makes the next builds fail. */
    void breakSources() throws IOException {
        write(directory.resolve("broken"), "");
    }

    void mendSources() throws IOException {
        Files.delete(directory.resolve("broken"));
    }

    /** Puts a JDK somewhere, and returns where it is. */
    Path jdk(String place, String version) throws IOException {
        Path home = jre(place, version);
        program(home.resolve("bin/javac"), "#!/bin/sh\n");
        return home;
    }

    /** A JDK without a compiler. */
    Path jre(String place, String version) throws IOException {
        Path home = directory.resolve(place);
        program(home.resolve("bin/java"), JAVA.formatted(directory, home.getFileName()));
        write(home.resolve("release"), "IMPLEMENTOR=\"Nobody\"\nJAVA_VERSION=\"" + version + "\"\nOS_NAME=\"Linux\"\n");
        return home;
    }

    ScriptPlace with(String name, Object value) {
        variables.put(name, value.toString());
        return this;
    }

    ScriptPlace without(String name) {
        variables.remove(name);
        return this;
    }

    /** As if the last change of a source, and after it the last build, had been some time ago. */
    void letTimePass() throws IOException {
        List<Path> all = new ArrayList<>();
        try (Stream<Path> files = Files.walk(tree())) {
            files.forEach(all::add);
        }
        for (Path file : all) {
            Files.setLastModifiedTime(file, FileTime.from(Instant.now().minusSeconds(100)));
        }
        Path stamp = tree().resolve("target/dist.stamp");
        if (Files.exists(stamp)) {
            Files.setLastModifiedTime(stamp, FileTime.from(Instant.now().minusSeconds(50)));
        }
    }

    Result run(String... words) throws Exception {
        return runAs(tree().resolve("hawser"), words);
    }

    Result runAs(Path script, String... words) throws Exception {
        Process process = start(script, words);
        if (!process.waitFor(60, TimeUnit.SECONDS)) {
            process.destroyForcibly();
            throw new AssertionError("the script does not end: " + Files.readString(directory.resolve("err")));
        }
        Path started = directory.resolve("started");
        List<String> lines = Files.exists(started) ? Files.readAllLines(started) : List.of();
        Files.deleteIfExists(started);
        return new Result(process.exitValue(), Files.readString(directory.resolve("out")),
            Files.readString(directory.resolve("err")), lines);
    }

    private Process start(Path script, String... words) throws IOException {
        List<String> command = new ArrayList<>(List.of(script.toString()));
        command.addAll(List.of(words));
        ProcessBuilder builder = new ProcessBuilder(command).directory(directory.toFile());
        builder.environment().clear();
        builder.environment().putAll(variables);
        return builder.redirectInput(Path.of("/dev/null").toFile()).redirectOutput(directory.resolve("out").toFile())
            .redirectError(directory.resolve("err").toFile()).start();
    }

    private static void program(Path file, String text) throws IOException {
        write(file, text);
        if (!file.toFile().setExecutable(true)) {
            throw new IOException("cannot make executable: " + file);
        }
    }

    private static void write(Path file, String text) throws IOException {
        Files.createDirectories(file.getParent());
        Files.writeString(file, text);
    }
}
