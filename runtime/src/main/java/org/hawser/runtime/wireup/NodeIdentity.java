package org.hawser.runtime.wireup;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import org.hawser.platform.node.NodeDirectory;
import org.hawser.platform.settings.Settings;

/**
 * Names the node that a rank is on, so that two ranks have the same name when, and only when, they can share memory:
 * same machine since the same start, same file system for shared memory, same processes and network in sight.
 * Containers and network namespaces of one machine are nodes of their own. {@code hawser.node} overrules all of it,
 * also the host's name, which containers that share memory need not have in common.
 *
 * <p><b>Threads:</b> stateless.
 */
public final class NodeIdentity {
    private static final int DIGITS = 16;
    /** What Linux allows a host. */
    private static final int MAX_NAME = 64;

    private NodeIdentity() {
    }

    /** Letters, digits, {@code '.'} and {@code '-'}; begins with the host's name, or the one that was given. */
    public static String own() {
        return of(Settings.text("hawser.node", null), Host.name());
    }

    static String of(String given, String host) {
        String seen = given != null ? "given " + given
            : String.join(" ", host, bootId(), sharedMemory(), namespace("net"), namespace("pid"));
        try {
            byte[] digest = MessageDigest.getInstance("SHA-256").digest(seen.getBytes(StandardCharsets.UTF_8));
            String name = (given != null ? given : host).replaceAll("[^A-Za-z0-9.-]", "-");
            return name.substring(0, Math.min(name.length(), MAX_NAME)) + "-"
                + HexFormat.of().formatHex(digest).substring(0, DIGITS);
        } catch (NoSuchAlgorithmException e) {
            throw new AssertionError("every Java has SHA-256", e);
        }
    }

    private static String bootId() {
        try {
            return Files.readString(Path.of("/proc/sys/kernel/random/boot_id")).strip();
        } catch (IOException e) {
            return "";
        }
    }

    private static String sharedMemory() {
        Path parent = NodeDirectory.parent();
        try {
            return parent + ":" + Files.getAttribute(parent, "unix:dev");
        } catch (IOException | UnsupportedOperationException | IllegalArgumentException e) {
            return parent.toString();
        }
    }

    private static String namespace(String kind) {
        try {
            return Files.readSymbolicLink(Path.of("/proc/self/ns", kind)).toString();
        } catch (IOException e) {
            return "";
        }
    }
}
