package org.hawser.system;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.hawser.launcher.host.HostList;
import org.hawser.launcher.host.HostPlan;
import org.hawser.launcher.host.Mapping;
import org.hawser.launcher.host.Placement;
import org.hawser.launcher.job.UsageException;

/**
 * Hosts on one machine: network namespaces, each with an interface of its own that a switch in a further namespace
 * joins, and a remote shell that enters them. They are called h0, h1 and so on, with the addresses 10.77.0.1 and on.
 * Needs to be root, and the {@code ip} command.
 *
 * <p>Files are shared, also {@code /dev/shm}, so jobs must keep directories of hosts apart as they do anyway.
 */
final class Namespaces implements AutoCloseable {
    private static final String PREFIX = "hawser-";
    private static final long LIMIT_SECONDS = 20;

    private final String name = PREFIX + ProcessHandle.current().pid() + "-";
    private final int count;
    private final Path shell;

    private Namespaces(int count, Path directory) throws IOException {
        this.count = count;
        this.shell = script(directory.resolve("netns-shell"), """
            #!/bin/sh
            # Called as a remote shell is: host, then a command.
            host=$1
            shift
            exec ip netns exec %s$host sh -c "$*"
            """.formatted(name));
    }

    /** Why there can be none; null when there can. */
    static String missing() {
        String probe = PREFIX + ProcessHandle.current().pid() + "-probe";
        try {
            run("ip", "netns", "add", probe);
            try {
                run("ip", "-n", probe, "link", "add", "hwprobe", "type", "bridge");
                run("ip", "-n", probe, "link", "add", "hwprobe0", "type", "veth", "peer", "name", "hwprobe1");
                run("ip", "netns", "exec", probe, "true");
            } finally {
                run("ip", "netns", "del", probe);
            }
            return null;
        } catch (IOException e) {
            return "no network namespaces here (root and iproute2 are needed): " + e.getMessage();
        }
    }

    /** Makes {@code count} hosts; what killed runs have left goes first. */
    static Namespaces open(int count, Path directory) throws IOException {
        sweep();
        Namespaces hosts = new Namespaces(count, directory);
        try {
            hosts.make();
        } catch (IOException e) {
            hosts.close();
            throw e;
        }
        return hosts;
    }

    private void make() throws IOException {
        String hub = name + "hub";
        run("ip", "netns", "add", hub);
        run("ip", "-n", hub, "link", "add", "hub", "type", "bridge");
        run("ip", "-n", hub, "link", "set", "hub", "up");
        for (int host = 0; host < count; host++) {
            String space = name + "h" + host;
            run("ip", "netns", "add", space);
            run("ip", "-n", space, "link", "set", "lo", "up");
            run("ip", "-n", space, "link", "add", "eth0", "type", "veth", "peer", "name", "port" + host, "netns", hub);
            run("ip", "-n", space, "addr", "add", address(host) + "/24", "dev", "eth0");
            run("ip", "-n", space, "link", "set", "eth0", "up");
            run("ip", "-n", hub, "link", "set", "port" + host, "master", "hub");
            run("ip", "-n", hub, "link", "set", "port" + host, "up");
        }
    }

    /** The remote shell. */
    Path shell() {
        return shell;
    }

    /** The first hosts with so many slots each, as {@code --hosts} takes them. */
    private static String list(int hosts, int slots) {
        return IntStream.range(0, hosts).mapToObj(host -> "h" + host + ":" + slots).collect(Collectors.joining(","));
    }

    /** Places ranks on the first hosts, the same number on each. */
    HostPlan plan(int hosts, int ranks, Mapping mapping) throws UsageException {
        String list = list(hosts, Math.ceilDiv(ranks, hosts));
        return new HostPlan(Placement.of(ranks, HostList.parse(list), mapping, false), BuiltHawser.shell(shell));
    }

    /** The address of a host. */
    static String address(int host) {
        return "10.77.0." + (host + 1);
    }

    /** Takes the link of a host down or up; its address stays. */
    void link(int host, String state) throws IOException {
        run("ip", "-n", name + "h" + host, "link", "set", "eth0", state);
    }

    /** Removes them; interfaces go with their namespace. */
    @Override
    public void close() throws IOException {
        for (String space : spaces()) {
            if (space.startsWith(name)) {
                run("ip", "netns", "del", space);
            }
        }
    }

    private static void sweep() throws IOException {
        for (String space : spaces()) {
            String[] parts = space.split("-");
            if (space.startsWith(PREFIX) && parts.length == 3 && parts[1].matches("\\d{1,9}")
                    && ProcessHandle.of(Long.parseLong(parts[1])).isEmpty()) {
                run("ip", "netns", "del", space);
            }
        }
    }

    private static List<String> spaces() throws IOException {
        return run("ip", "netns", "list").lines().map(line -> line.split(" ")[0]).toList();
    }

    /** Writes an executable script. */
    static Path script(Path file, String text) throws IOException {
        Files.writeString(file, text);
        return Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rwx------"));
    }

    private static String run(String... command) throws IOException {
        Process process = new ProcessBuilder(command).redirectErrorStream(true).start();
        process.getOutputStream().close();
        String said = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        try {
            if (!process.waitFor(LIMIT_SECONDS, TimeUnit.SECONDS) || process.exitValue() != 0) {
                throw new IOException(String.join(" ", command) + ": " + said.strip());
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IOException("interrupted: " + String.join(" ", command), e);
        }
        return said;
    }
}
