package org.hawser.runtime.wireup;

import java.io.IOException;
import java.net.InetSocketAddress;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.PosixFileAttributes;
import java.nio.file.attribute.PosixFilePermission;
import java.nio.file.attribute.PosixFilePermissions;
import java.security.MessageDigest;
import java.util.HexFormat;
import java.util.Set;
import java.util.UUID;
import org.hawser.fabric.WireUp;

/**
 * The file that tells the ranks of a job where they meet and what only they know. Its mode is 0600, and one that
 * belongs to another account, or that others may read or write, is refused: who can read the file can join the job.
 *
 * <pre>
 * hawser-meeting-1 host port secret
 * </pre>
 *
 * <p><b>Threads:</b> any.
 */
record MeetingFile(Path path) {
    private static final String KIND = "hawser-meeting-1";
    private static final long OLD_MILLIS = 24 * 3_600_000L;

    /** What it says. */
    record Content(String host, int port, byte[] secret) {
    }

    /** Says where the ranks meet; replaces what an earlier job left under this name. */
    void write(InetSocketAddress address, byte[] secret) throws IOException {
        Path directory = path.getParent();
        Files.createDirectories(directory, PosixFilePermissions.asFileAttribute(
            PosixFilePermissions.fromString("rwx------")));
        removeOld(directory);
        Path unfinished = directory.resolve(path.getFileName() + "-" + UUID.randomUUID() + ".new");
        byte[] line = (KIND + " " + address.getAddress().getHostAddress() + " " + address.getPort() + " "
            + HexFormat.of().formatHex(secret) + "\n").getBytes(StandardCharsets.US_ASCII);
        try (var channel = Files.newByteChannel(unfinished,
                Set.of(StandardOpenOption.CREATE_NEW, StandardOpenOption.WRITE),
                PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rw-------")))) {
            channel.write(ByteBuffer.wrap(line));
        }
        Files.move(unfinished, path, StandardCopyOption.ATOMIC_MOVE);
    }

    /**
     * Reads it.
     *
     * @throws NoSuchFileException when it is not there so far
     * @throws SecurityException when it is not this account's alone
     * @throws IOException when it cannot be read, or says something else
     */
    Content read() throws IOException {
        // A network file system may remember that a name led nowhere; a listing makes it look again.
        try (DirectoryStream<Path> all = Files.newDirectoryStream(path.getParent(), path.getFileName().toString())) {
            if (!all.iterator().hasNext()) {
                throw new NoSuchFileException(path.toString());
            }
        }
        PosixFileAttributes seen = Files.readAttributes(path, PosixFileAttributes.class, LinkOption.NOFOLLOW_LINKS);
        boolean ours = seen.isRegularFile() && Set.of(PosixFilePermission.OWNER_READ, PosixFilePermission.OWNER_WRITE)
            .containsAll(seen.permissions()) && (int) Files.getAttribute(path, "unix:uid") == ownId();
        if (!ours) {
            throw new SecurityException("the file that says where ranks meet is not this account's alone: file=" + path
                + " owner=" + seen.owner() + " mode=" + PosixFilePermissions.toString(seen.permissions()));
        }
        String text = Files.readString(path, StandardCharsets.US_ASCII).strip();
        String[] words = text.split(" ");
        try {
            if (words.length == 4 && words[0].equals(KIND)) {
                byte[] secret = HexFormat.of().parseHex(words[3]);
                int port = Integer.parseInt(words[2]);
                if (secret.length == WireUp.SECRET_BYTES && port > 0 && port < 1 << 16) {
                    return new Content(words[1], port, secret);
                }
            }
        } catch (IllegalArgumentException e) {
            throw new IOException("not the file that says where ranks meet: file=" + path, e);
        }
        throw new IOException("not the file that says where ranks meet: file=" + path);
    }

    /** Takes it away, unless a later job has put its own there. */
    void remove(byte[] secret) {
        try {
            if (MessageDigest.isEqual(read().secret(), secret)) {
                Files.deleteIfExists(path);
            }
        } catch (IOException | SecurityException e) {
            // It is gone, or not ours.
            return;
        }
    }

    private static int ownId() throws IOException {
        return (int) Files.getAttribute(Path.of("/proc/self"), "unix:uid");
    }

    /** What jobs left that were killed before all of their ranks had come. */
    private static void removeOld(Path directory) {
        try (DirectoryStream<Path> all = Files.newDirectoryStream(directory, "slurm-*")) {
            for (Path file : all) {
                if (System.currentTimeMillis() - Files.getLastModifiedTime(file).toMillis() > OLD_MILLIS) {
                    Files.deleteIfExists(file);
                }
            }
        } catch (IOException e) {
            // Another job removes them at the same time, or they stay.
            return;
        }
    }
}
