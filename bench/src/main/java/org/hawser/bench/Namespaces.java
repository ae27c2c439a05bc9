package org.hawser.bench;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.hawser.launcher.host.HostList;
import org.hawser.launcher.host.HostPlan;
import org.hawser.launcher.host.Mapping;
import org.hawser.launcher.host.Placement;
import org.hawser.launcher.host.RemoteShell;
import org.hawser.launcher.job.UsageException;

/**
 * Two network namespaces of this machine joined by a cable (a pair of virtual interfaces), to stand for two hosts: what
 * goes between them passes two network stacks instead of the loopback interface. Each has a host name of its own for
 * what runs there. Gone when closed, or when the command is ended.
 *
 * <p><b>Threads:</b> the command's main thread. <b>Allocates:</b> at construction.
 */
public final class Namespaces implements AutoCloseable {
    /** The interface at each end of the cable. */
    public static final String DEVICE = "bench0";

    private static final String IP = "ip";
    private static final long PATIENCE_SECONDS = 10;
    private static final int NETWORKS = 250;

    private final long number = ProcessHandle.current().pid();
    private final List<String> names = List.of("hawser-bench-" + number + "-a", "hawser-bench-" + number + "-b");
    private final String network = "10.211." + number % NETWORKS + ".";
    private final Thread hook = new Thread(this::remove);
    private Path remoteShell;

    private Namespaces() {
    }

    /**
     * Makes them.
     *
     * @throws UsageException when this user may not, or the machine lacks the means
     * @throws IOException    when files cannot be written
     */
    public static Namespaces make() throws UsageException, IOException {
        Namespaces made = new Namespaces();
        Runtime.getRuntime().addShutdownHook(made.hook);
        try {
            made.wire();
            made.remoteShell = made.script();
            return made;
        } catch (UsageException | IOException e) {
            made.close();
            throw e;
        }
    }

    /** The addresses of the two hosts. */
    public List<String> hosts() {
        return List.of(network + 1, network + 2);
    }

    /** The hosts with their parts of a job, the first half of the ranks on the first. */
    public String parts(int ranks) {
        return hosts().getFirst() + ":" + Math.ceilDiv(ranks, 2) + "," + hosts().getLast() + ":" + ranks / 2;
    }

    /**
     * Where the ranks of our jobs go.
     *
     * @throws IOException when there are fewer ranks than hosts
     */
    public HostPlan plan(int ranks) throws IOException {
        try {
            return new HostPlan(Placement.of(ranks, HostList.parse(parts(ranks)), Mapping.NODE, false),
                new RemoteShell(List.of(remoteShell.toString()), null));
        } catch (UsageException e) {
            throw new IOException("a job on two hosts cannot be placed: " + e.getMessage(), e);
        }
    }

    /** A program that is called as a remote shell is: a host's address, then a command. */
    public Path remoteShell() {
        return remoteShell;
    }

    /** What to put before a command to run it on the first host. */
    public List<String> onFirstHost() {
        return List.of(IP, "netns", "exec", names.getFirst(), "unshare", "-u", "sh", "-c",
            "hostname " + names.getFirst() + " && exec \"$@\"", "sh");
    }

    private void wire() throws UsageException {
        for (String name : names) {
            command(IP, "netns", "add", name);
        }
        command(IP, "link", "add", DEVICE, "netns", names.get(0), "type", "veth", "peer", "name", DEVICE, "netns",
            names.get(1));
        for (int i = 0; i < names.size(); i++) {
            command(IP, "-n", names.get(i), "addr", "add", hosts().get(i) + "/24", "dev", DEVICE);
            command(IP, "-n", names.get(i), "link", "set", DEVICE, "up");
            command(IP, "-n", names.get(i), "link", "set", "lo", "up");
        }
    }

    private Path script() throws IOException {
        Path file = Files.createTempFile("hawser-bench-rsh-", ".sh",
            PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rwx------")));
        return Files.writeString(file, """
            #!/bin/sh
            while case $1 in -*) true ;; *) false ;; esac; do shift; done
            case $1 in %s) host=%s ;; %s) host=%s ;; *) echo "no such host: $1" >&2; exit 255 ;; esac
            shift
            exec ip netns exec $host unshare -u sh -c "hostname $host; $*"
            """.formatted(hosts().get(0), names.get(0), hosts().get(1), names.get(1)));
    }

    private static void command(String... words) throws UsageException {
        try {
            Process process = new ProcessBuilder(words).redirectErrorStream(true).start();
            String output = new String(process.getInputStream().readAllBytes());
            if (!process.waitFor(PATIENCE_SECONDS, TimeUnit.SECONDS) || process.exitValue() != 0) {
                throw new UsageException("two network namespaces cannot be made here, which takes root: "
                    + String.join(" ", words) + ": " + output.strip());
            }
        } catch (IOException e) {
            throw new UsageException("two network namespaces need the command ip (apt-get install iproute2): "
                + e.getMessage());
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new UsageException("interrupted while making network namespaces");
        }
    }

    /** Runs at the end of the process, too. */
    private void remove() {
        List<String> troubles = new ArrayList<>();
        for (String name : names) {
            try {
                command(IP, "netns", "del", name);
            } catch (UsageException e) {
                troubles.add(e.getMessage());
            }
        }
        try {
            if (remoteShell != null) {
                Files.deleteIfExists(remoteShell);
            }
        } catch (IOException e) {
            troubles.add(e.getMessage());
        }
        troubles.forEach(trouble -> System.err.println("hawser bench: left behind: " + trouble));
    }

    @Override
    public void close() {
        Runtime.getRuntime().removeShutdownHook(hook);
        remove();
    }
}
