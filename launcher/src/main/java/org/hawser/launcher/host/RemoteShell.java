package org.hawser.launcher.host;

import java.io.File;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.hawser.launcher.job.Installation;

/**
 * How Hawser is started on another host: a remote shell that is called as {@code shell host command…}, and where
 * Hawser is there.
 *
 * <p>The command is given as words of their own, each quoted for a shell only where it must be. So a shell that joins
 * them and has them read again, as ssh does, and one that runs them as they are both work.
 *
 * <p><b>Threads:</b> immutable.
 *
 * @param command the remote shell and its options
 * @param hawser  the path of the {@code hawser} command on the other hosts, or null: the same as here
 */
public record RemoteShell(List<String> command, String hawser) {
    /** The class that runs on the other host. */
    public static final String AGENT_CLASS = "org.hawser.launcher.job.HostAgent";

    /** The word after {@code hawser} that starts it. */
    public static final String AGENT_COMMAND = "host-agent";

    /** Copies. */
    public RemoteShell {
        command = List.copyOf(command);
        if (command.isEmpty()) {
            throw new IllegalArgumentException("a remote shell has a name");
        }
    }

    /** ssh that asks no questions and does not wait for ever for a host that does not answer. */
    public static RemoteShell ssh(String hawser) {
        return new RemoteShell(List.of("ssh", "-x", "-T", "-o", "BatchMode=yes", "-o", "ConnectTimeout=10", "-o",
            "ServerAliveInterval=10", "-o", "ServerAliveCountMax=3", "-o", "LogLevel=ERROR"), hawser);
    }

    /**
     * What {@code --rsh} says.
     *
     * @param text   a command and options with blanks between; null for {@link #ssh}
     * @param hawser the path on other hosts, or null
     */
    public static RemoteShell of(String text, String hawser) {
        if (text == null || text.isBlank()) {
            return ssh(hawser);
        }
        return new RemoteShell(List.of(text.strip().split("\\s+")), hawser);
    }

    /** What is called, without its options. */
    public String name() {
        return command.getFirst();
    }

    /** The whole command that starts an agent on a host. */
    public List<String> agentOn(String host) {
        List<String> all = new ArrayList<>(command);
        all.add(host);
        agent().forEach(word -> all.add(quoted(word)));
        return all;
    }

    /** Where Hawser is looked for on other hosts. */
    public String place() {
        if (hawser != null) {
            return hawser;
        }
        Path home = Installation.home();
        return home != null ? home.resolve("hawser").toString() : Installation.library().toString();
    }

    private List<String> agent() {
        if (hawser == null && Installation.home() == null) {
            return javaAgent();
        }
        List<String> words = new ArrayList<>(List.of("env", "HAWSER_NO_BUILD=1"));
        String jdk = System.getenv("HAWSER_JAVA_HOME");
        if (jdk != null && !jdk.isEmpty()) {
            words.add("HAWSER_JAVA_HOME=" + jdk);
        }
        words.addAll(List.of(place(), AGENT_COMMAND));
        return words;
    }

    /** For a launcher that is part of another program: the JDK and the class path of this one. */
    private static List<String> javaAgent() {
        List<String> words = new ArrayList<>(List.of(
            Path.of(System.getProperty("java.home"), "bin", "java").toString(), "-XX:TieredStopAtLevel=1",
            "-XX:+UseSerialGC", "-XX:-UsePerfData", "--enable-native-access=ALL-UNNAMED"));
        String library = System.getProperty("hawser.library");
        if (library != null) {
            words.add("-Dhawser.library=" + Path.of(library).toAbsolutePath());
        }
        List<String> classPath = new ArrayList<>();
        for (String entry : System.getProperty("java.class.path").split(File.pathSeparator)) {
            classPath.add(Path.of(entry).toAbsolutePath().toString());
        }
        words.addAll(List.of("-cp", String.join(File.pathSeparator, classPath), AGENT_CLASS));
        return words;
    }

    private static String quoted(String word) {
        return word.matches("[\\w@%+=:,./-]+") ? word : "'" + word.replace("'", "'\\''") + "'";
    }
}
