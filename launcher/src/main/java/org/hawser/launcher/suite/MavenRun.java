package org.hawser.launcher.suite;

import java.io.BufferedReader;
import java.io.BufferedWriter;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.function.Consumer;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * One run of Maven: its output goes to a log; the modules it comes to and the errors it names are told.
 *
 * <p><b>Threads:</b> one.
 */
final class MavenRun {

    private static final Pattern MODULE = Pattern.compile("\\[INFO] -+< org\\.hawser:hawser-([\\w-]+) >-+");
    private static final Pattern NOISE = Pattern.compile(
        "\\[ERROR]\\s*$|.*(\\[Help 1] http|e-run Maven|possible solutions|After correcting|mvn <args>"
            + "|surefire-reports|dump files|There are test failures|Tests run:|Failures: *$|Errors: *$).*");

    private final String program;
    private final Path home;
    private final Path log;
    private final Set<String> errors = new LinkedHashSet<>();

    MavenRun(Path home, Path log) {
        this("mvn", home, log);
    }

    MavenRun(String program, Path home, Path log) {
        this.program = program;
        this.home = home;
        this.log = log;
    }

    /** Runs Maven with the JDK that runs us; {@code moduleBegins} gets each module's folder, parent left out. */
    int run(List<String> arguments, Consumer<String> moduleBegins) throws IOException, InterruptedException {
        List<String> command = new ArrayList<>(List.of(program, "-B", "-Dstyle.color=never"));
        command.addAll(arguments);
        ProcessBuilder builder = new ProcessBuilder(command).directory(home.toFile()).redirectErrorStream(true);
        builder.environment().put("JAVA_HOME", System.getProperty("java.home"));
        Files.createDirectories(log.getParent());
        Process maven = start(builder);
        Thread stop = new Thread(maven::destroy, "hawser-stop-maven");
        Runtime.getRuntime().addShutdownHook(stop);
        maven.getOutputStream().close();
        try (BufferedReader lines = maven.inputReader(StandardCharsets.UTF_8);
                BufferedWriter out = Files.newBufferedWriter(log)) {
            for (String line = lines.readLine(); line != null; line = lines.readLine()) {
                out.write(line);
                out.newLine();
                Matcher module = MODULE.matcher(line);
                if (module.matches() && !module.group(1).equals("parent")) {
                    moduleBegins.accept(module.group(1));
                }
                note(line);
            }
        }
        int exitCode = maven.waitFor();
        Runtime.getRuntime().removeShutdownHook(stop);
        return exitCode;
    }

    /** In the words of the script, which asks for Maven only where it has to build. */
    private static Process start(ProcessBuilder builder) throws IOException {
        try {
            return builder.start();
        } catch (IOException e) {
            throw new IOException("Maven (mvn) is needed to run the tests, and there is none on the PATH that starts."
                + " Get it with: apt-get install maven | dnf install maven | brew install maven | sdk install maven ("
                + e.getMessage().strip() + ")", e);
        }
    }

    /** The compiler's warnings are errors here, and Maven does not call them so. */
    private void note(String line) {
        boolean warning = line.startsWith("[WARNING]") && line.contains(".java:[");
        if (warning || line.startsWith("[ERROR]") && !NOISE.matcher(line).matches()) {
            errors.add(line.substring(line.indexOf(']') + 1).replace("-> [Help 1]", "").strip());
        }
    }

    /** What Maven called an error, without what every failed run says. */
    List<String> errors() {
        return List.copyOf(errors);
    }
}
