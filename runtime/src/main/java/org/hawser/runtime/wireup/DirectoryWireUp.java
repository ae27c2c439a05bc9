package org.hawser.runtime.wireup;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.PosixFilePermissions;
import java.security.SecureRandom;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.locks.LockSupport;
import org.hawser.fabric.FabricException;
import org.hawser.fabric.WireUp;

/**
 * Ranks that see one directory, of mode 0700, find each other there: a file for each value, and one with the secret
 * that the first who wants it makes.
 *
 * <p>A file is written under another name and then renamed or linked, so whoever can open it finds it whole.
 *
 * <p><b>Threads:</b> any.
 */
final class DirectoryWireUp implements WireUp {
    private static final String SECRET = "secret";

    private final int rank;
    private final Path directory;

    DirectoryWireUp(int rank, Path directory) {
        this.rank = rank;
        this.directory = directory;
    }

    @Override
    public void publish(String key, String value) {
        try {
            Path written = write(value.getBytes(StandardCharsets.US_ASCII));
            try {
                Files.createLink(fileOf(rank, key), written);
            } finally {
                Files.delete(written);
            }
        } catch (FileAlreadyExistsException e) {
            throw new FabricException(FabricException.Severity.REFUSED, "a rank joins its job once: rank=" + rank
                + " file=" + fileOf(rank, key), e);
        } catch (IOException e) {
            throw new UncheckedIOException("cannot leave an address for the other ranks: file=" + fileOf(rank, key), e);
        }
    }

    @Override
    public void commit() {
        // What is published is known at once.
    }

    @Override
    public String lookup(int peer, String key) {
        Patience patience = new Patience();
        Path file = fileOf(peer, key);
        while (true) {
            try {
                return Files.readString(file, StandardCharsets.US_ASCII);
            } catch (NoSuchFileException e) {
                if (patience.isOver() || !Files.exists(directory)) {
                    throw new FabricException(FabricException.Severity.PEER_LOST,
                        "a rank has not come to its job: peer=" + peer + " file=" + file + " waited=" + patience, e);
                }
                LockSupport.parkNanos(Patience.LOOK_NANOS);
            } catch (IOException e) {
                throw new UncheckedIOException("cannot read where a rank is: peer=" + peer + " file=" + file, e);
            }
        }
    }

    @Override
    public byte[] secret() {
        Path file = directory.resolve(SECRET);
        try {
            if (!Files.exists(file)) {
                makeSecret(file);
            }
            byte[] secret = Files.readAllBytes(file);
            if (secret.length != SECRET_BYTES) {
                throw FabricException.refused("the job's secret is damaged: file=" + file + " bytes=" + secret.length);
            }
            return secret;
        } catch (IOException e) {
            throw new UncheckedIOException("cannot read the job's secret: file=" + file, e);
        }
    }

    private void makeSecret(Path file) throws IOException {
        byte[] drawn = new byte[SECRET_BYTES];
        new SecureRandom().nextBytes(drawn);
        Path written = write(drawn);
        try {
            // A link, unlike a rename, fails where somebody was quicker.
            Files.createLink(file, written);
        } catch (FileAlreadyExistsException e) {
            // Then theirs is the job's.
            return;
        } finally {
            Files.delete(written);
        }
    }

    private Path write(byte[] content) throws IOException {
        Path unfinished = directory.resolve("wireup-" + UUID.randomUUID() + ".new");
        Set<StandardOpenOption> options = Set.of(StandardOpenOption.CREATE_NEW, StandardOpenOption.WRITE);
        try (var channel = Files.newByteChannel(unfinished, options,
                PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rw-------")))) {
            channel.write(ByteBuffer.wrap(content));
        }
        return unfinished;
    }

    private Path fileOf(int peer, String key) {
        return directory.resolve(key + "-" + peer);
    }

    @Override
    public void close() {
        // The directory goes with the job.
    }
}
