package org.hawser.testkit;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.Map;
import java.util.UUID;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.IntStream;
import org.hawser.fabric.Capability;
import org.hawser.fabric.NodeMap;
import org.hawser.platform.node.NodeDirectory;

/**
 * Where the ranks of a contract test meet: which provider carries them, in this JVM's own memory or in files of a node
 * directory, with which settings, and what it cannot do for which reason.
 *
 * <pre>{@code
 * Medium.inMemory("shm").with("hawser.shm.lanes", 2).cannot(Capability.ZERO_COPY_SEND, "rings are copied into")
 * }</pre>
 *
 * <p><b>Threads:</b> immutable.
 */
public final class Medium {
    private final String fabric;
    private final boolean files;
    private final Map<String, String> settings;
    private final Map<Capability, String> gaps;
    private final Spread spread;

    private Medium(String fabric, boolean files, Map<String, String> settings, Map<Capability, String> gaps,
                   Spread spread) {
        this.fabric = fabric;
        this.files = files;
        this.spread = spread;
        this.settings = settings;
        this.gaps = gaps;
    }

    /** Ranks meet in the memory of this JVM. */
    public static Medium inMemory(String fabric) {
        return new Medium(fabric, false, Map.of(), Map.of(), Spread.ALONE);
    }

    /** Ranks meet in files of a node directory, as processes do. */
    public static Medium inFiles(String fabric) {
        return new Medium(fabric, true, Map.of(), Map.of(), Spread.ALONE);
    }

    /**
     * Where tests of what stands on a medium run their ranks: shared memory of this JVM, or what the system property
     * {@code hawser.test.medium} says instead: {@code tcp}, {@code mixed} (two nodes, shared memory in each and tcp
     * between them), {@code turns} (the same with ranks dealt out in turn), {@code tls} (tcp, encrypted), {@code far}
     * (two nodes with nothing but messages between them), {@code remote} (the same with remote access). The suite runs
     * such tests with the first two as well.
     */
    public static Medium standard() {
        return standard(false);
    }

    /** True when the standard medium is shared memory: tests run on what is like it, too, and on others need not. */
    public static boolean isStandardShared() {
        return standardName().equals("shm");
    }

    /** The same with ranks that meet in files, as processes do. */
    public static Medium standardInFiles() {
        return standard(true);
    }

    /** Two nodes in this JVM: shared memory inside each, tcp between them. */
    public static Medium mixed() {
        return inMemory("shm,tcp").onNodes(2);
    }

    private static String standardName() {
        return System.getProperty("hawser.test.medium", "shm");
    }

    private static Medium standard(boolean files) {
        String name = standardName();
        return switch (name) {
            case "shm", "tcp" -> files ? inFiles(name) : inMemory(name);
            case "tls" -> (files ? inFiles("tcp") : inMemory("tcp")).with("hawser.tcp.tls", "on");
            case "mixed" -> (files ? inFiles("shm,tcp") : inMemory("shm,tcp")).onNodes(2);
            case "turns" -> (files ? inFiles("shm,tcp") : inMemory("shm,tcp")).onNodesInTurn(2);
            case "far" -> twoNodes();
            case "remote" -> twoNodesWithRemoteAccess();
            default -> throw new IllegalArgumentException("no such medium for tests: hawser.test.medium=" + name);
        };
    }

    /** The same with a setting. */
    public Medium with(String setting, Object value) {
        Map<String, String> more = new HashMap<>(settings);
        more.put(setting, value.toString());
        return new Medium(fabric, files, more, gaps, spread);
    }

    /** The same, without a capability: tests that need it are skipped and say why. */
    public Medium cannot(Capability capability, String reason) {
        Map<Capability, String> more = new EnumMap<>(Capability.class);
        more.putAll(gaps);
        more.put(capability, reason);
        return new Medium(fabric, files, settings, more, spread);
    }

    /**
     * The same with the ranks on so many nodes, one behind the other: shared memory inside each, the provider named
     * last between them. Whatever the nodes, they are all in this machine: tests of several nodes see to it that ranks
     * of different nodes have no other way to each other.
     */
    public Medium onNodes(int nodes) {
        return new Medium(fabric, files, settings, gaps, new Spread(nodes, false));
    }

    /** The same, with ranks that are dealt out to the nodes in turn. */
    public Medium onNodesInTurn(int nodes) {
        return new Medium(fabric, files, settings, gaps, new Spread(nodes, true));
    }

    /** Two nodes in this JVM with nothing but messages between them. */
    public static Medium twoNodes() {
        Medium medium = inMemory("shm," + FarProvider.NAME).onNodes(2);
        for (Capability capability : Capability.values()) {
            medium = medium.cannot(capability, "nodes that only have messages between them");
        }
        return medium;
    }

    /** Two nodes in this JVM with a network between them that reaches memory by itself, and ends what it does later. */
    public static Medium twoNodesWithRemoteAccess() {
        return inMemory("shm," + FarProvider.NAME).onNodes(2).with(FarProvider.REMOTE_ACCESS, true)
            .cannot(Capability.DIRECT_MAPPING, "nodes have no memory in common")
            .cannot(Capability.ZERO_COPY_SEND, "messages are copied into the receiver's ring");
    }

    /** Which of a job's ranks are on which node. */
    NodeMap nodes(int size) {
        return spread.of(size);
    }

    /** What it cannot do, each with the reason. */
    public Map<Capability, String> gaps() {
        return Map.copyOf(gaps);
    }

    /** True when messages travel: room, and news of peers, come back in their own time. */
    boolean travels() {
        return fabric != null && fabric.contains("tcp");
    }

    /** A fresh meeting place; the settings hold until it is closed. */
    Meeting open() {
        Map<String, String> all = new HashMap<>(settings);
        all.put("hawser.fabric", fabric);
        Map<String, String> before = new HashMap<>();
        all.forEach((name, value) -> before.put(name, System.setProperty(name, value)));
        String job = "test-" + UUID.randomUUID();
        try {
            return new Meeting(job, files ? NodeDirectory.create(job) : null, new ConcurrentHashMap<>(), before);
        } catch (IOException e) {
            throw new UncheckedIOException("cannot make a node directory for the test", e);
        }
    }

    @Override
    public String toString() {
        return fabric + (files ? " in files" : " in memory") + spread + (settings.isEmpty() ? "" : " " + settings);
    }

    /** How ranks are put on nodes. */
    private record Spread(int count, boolean inTurn) {
        static final Spread ALONE = new Spread(1, false);

        NodeMap of(int size) {
            int each = (size + count - 1) / count;
            return NodeMap.of(IntStream.range(0, size).mapToObj(rank -> "" + (inTurn ? rank % count : rank / each))
                .toList());
        }

        @Override
        public String toString() {
            return count == 1 ? "" : " on " + count + " nodes" + (inTurn ? " in turn" : "");
        }
    }

    /** One job's meeting place. */
    record Meeting(String job, NodeDirectory directory, ConcurrentHashMap<Object, Object> memory,
                   Map<String, String> settingsBefore) implements AutoCloseable {

        Path path() {
            return directory == null ? null : directory.path();
        }

        /** What ranks of one process share, or null when they meet in files. */
        ConcurrentHashMap<Object, Object> shared() {
            return directory == null ? memory : null;
        }

        @Override
        public void close() {
            settingsBefore.forEach((name, value) -> {
                if (value == null) {
                    System.clearProperty(name);
                } else {
                    System.setProperty(name, value);
                }
            });
            if (directory != null) {
                try {
                    directory.close();
                } catch (IOException e) {
                    throw new UncheckedIOException("the job's directory cannot be removed", e);
                }
            }
        }
    }
}
