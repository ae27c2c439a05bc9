package org.hawser.launcher.job;

import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.hawser.launcher.host.RemoteShell;

/**
 * Why an agent did not start on a host, in words, and what to do: from what the remote shell said.
 *
 * <p><b>Threads:</b> stateless.
 */
final class HostTrouble {
    private static final int NOT_EXECUTABLE = 126;
    private static final int NOT_FOUND = 127;
    /** A remote shell's own code for what it could not do itself: no word of it is about what is on the host. */
    private static final int SHELLS_OWN = 255;

    /** What the remote shell says, in small letters, and what helps; in the order of looking. */
    private static final List<Map.Entry<String, String>> REMEDIES = List.of(
        Map.entry("could not resolve", "no host of that name is known: check the list of hosts, or /etc/hosts"),
        Map.entry("name or service not known", "no host of that name is known: check the list of hosts"),
        Map.entry("connection refused", "nothing listens there: start sshd on the host, or name its port in"
            + " ~/.ssh/config"),
        Map.entry("timed out", "the host does not answer: is it up, and does a firewall let ssh through?"),
        Map.entry("no route to host", "the host cannot be reached from here: is it up, and on this network?"),
        Map.entry("network is unreachable", "the host cannot be reached from here: check the network"),
        Map.entry("permission denied", "it does not let this user in without a password: 'ssh-copy-id HOST' puts a"
            + " key there"),
        Map.entry("host key verification failed", "its key is not known here: log in once with 'ssh HOST', or add it"
            + " with ssh-keyscan"),
        Map.entry("error from server (notfound)", "no such pod: look at the list of hosts and at 'kubectl get pods'"),
        Map.entry("error from server (forbidden)", "the account of this pod may not use kubectl exec: its role needs"
            + " 'create' of pods/exec"),
        Map.entry("connection to the server", "kubectl does not reach its cluster: does this pod have a service"
            + " account?"),
        Map.entry("no jdk", "HAWSER_JAVA_HOME names the JDK, here for all hosts"),
        Map.entry("nothing is built yet", "run './hawser doctor' once on that host, which builds it"));

    private HostTrouble() {
    }

    /** The remote shell could not be run at all. */
    static HostException noShell(RemoteShell shell, String host, String why) {
        return new HostException("host " + host + ": cannot run the remote shell: " + why + " (install "
            + shell.name() + ", or name another one with --rsh)");
    }

    /** The remote shell has ended and no agent has spoken. */
    static HostException noAgent(RemoteShell shell, String host, int exitCode, List<String> said) {
        return new HostException("host " + host + ": no agent starts there: " + shell.name() + " ended with code "
            + exitCode + quoted(said) + " (" + remedy(shell, host, exitCode, said) + ")");
    }

    /** Something runs there and says nothing. */
    static HostException silent(RemoteShell shell, String host, long seconds, List<String> said) {
        return new HostException("host " + host + ": no agent has answered within " + seconds + " s over "
            + shell.name() + quoted(said) + " (" + byHand(shell, host) + "; hawser.hosts.start sets the time)");
    }

    /** It speaks, but not our language. */
    static HostException otherVersion(String host, String theirs, String here, String ours) {
        return new HostException("host " + host + ": another version of Hawser is there: " + host + " has " + theirs
            + ", " + here + " has " + ours + " (install one version on all hosts, or name the right one with"
            + " --remote-hawser)");
    }

    private static String remedy(RemoteShell shell, String host, int exitCode, List<String> said) {
        String text = String.join("\n", said).toLowerCase(Locale.ROOT);
        // The host has let this user in, and refused the command: its "permission denied" is about a file.
        boolean refused = exitCode == NOT_FOUND || exitCode == NOT_EXECUTABLE;
        for (Map.Entry<String, String> known : REMEDIES) {
            if (!refused && text.contains(known.getKey())) {
                return known.getValue().replace("HOST", host);
            }
        }
        if (refused || exitCode != SHELLS_OWN && (text.contains("no such file") || text.contains("not found")
                || text.contains("could not find or load main class"))) {
            return "Hawser must be on that host at the same path, " + shell.place()
                + ", with a JDK; --remote-hawser PATH names another";
        }
        return byHand(shell, host);
    }

    private static String byHand(RemoteShell shell, String host) {
        return "try '" + shell.name() + " " + host + " " + shell.place() + " --version' by hand";
    }

    /** The last words, on one line. */
    static String quoted(List<String> said) {
        List<String> last = said.subList(Math.max(0, said.size() - 3), said.size());
        return last.isEmpty() ? "" : ": " + String.join("; ", last.stream().map(String::strip).toList());
    }
}
