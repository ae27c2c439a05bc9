package org.hawser.mpi.dynamic;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HashSet;
import java.util.HexFormat;
import java.util.List;
import java.util.Set;
import java.util.UUID;
import org.hawser.mpi.ErrorClass;
import org.hawser.mpi.MpiFailure;
import org.hawser.mpi.env.Environment;
import org.hawser.platform.node.NodeDirectory;

/**
 * Service names that processes of this user have published on this node, for ports. Each is a file of three lines in a
 * directory that only this user can enter: the publisher's process, the port, the service. The name of a process that
 * has ended is as if it were not there.
 *
 * <p><b>Threads:</b> any, and any number of processes: an entry appears whole, by a link. <b>Allocates:</b> per call.
 */
public final class Names {
    private static final String DIRECTORY = "names";
    private static final String UNFINISHED = ".new";

    private static final Set<String> PUBLISHED = new HashSet<>();
    private static NodeDirectory directory;

    private Names() {
    }

    /** Publishes a service; an error when somebody has. */
    public static synchronized void publish(String service, String port) {
        Path entry = entry(service);
        List<String> lines = List.of(Long.toString(ProcessHandle.current().pid()), port, service);
        Path unfinished = entry.resolveSibling(entry.getFileName() + "." + UUID.randomUUID() + UNFINISHED);
        try {
            Files.write(unfinished, lines);
            try {
                portIn(entry);
                Files.createLink(entry, unfinished);
                PUBLISHED.add(service);
            } catch (FileAlreadyExistsException e) {
                throw new MpiFailure(ErrorClass.SERVICE, "the service is published already: service=" + service, e);
            } finally {
                Files.delete(unfinished);
            }
        } catch (IOException e) {
            throw new MpiFailure(ErrorClass.SERVICE, "the service cannot be published: service=" + service + " cause="
                + e.getMessage(), e);
        }
    }

    /** Takes a service back; an error when nobody has published it. */
    public static synchronized void unpublish(String service) {
        try {
            if (!Files.deleteIfExists(entry(service))) {
                throw new MpiFailure(ErrorClass.SERVICE, "nobody has published the service: service=" + service);
            }
            PUBLISHED.remove(service);
        } catch (IOException e) {
            throw new MpiFailure(ErrorClass.SERVICE, "the service cannot be taken back: service=" + service + " cause="
                + e.getMessage(), e);
        }
    }

    /** The port of a service; an error when nobody has published it. */
    public static synchronized String lookUp(String service) {
        try {
            String port = portIn(entry(service));
            if (port != null) {
                return port;
            }
        } catch (IOException e) {
            throw new MpiFailure(ErrorClass.NAME, "the service cannot be looked up: service=" + service + " cause="
                + e.getMessage(), e);
        }
        throw new MpiFailure(ErrorClass.NAME, "nobody has published the service on this host: service=" + service
            + " host=" + Environment.hostName() + "; between hosts hand over the port's name itself");
    }

    /** Takes back what this process has published, at the end of MPI. */
    private static synchronized void close() {
        for (String service : PUBLISHED.toArray(new String[0])) {
            unpublish(service);
        }
        if (directory != null) {
            try {
                directory.close();
            } catch (IOException e) {
                throw new MpiFailure(ErrorClass.SERVICE, "the directory of names cannot be left: " + e.getMessage(), e);
            }
            directory = null;
        }
    }

    /** The port in an entry; null when there is none, or its publisher has ended and it is removed. */
    private static String portIn(Path entry) throws IOException {
        List<String> lines;
        try {
            lines = Files.readAllLines(entry, StandardCharsets.UTF_8);
        } catch (NoSuchFileException e) {
            return null;
        }
        if (lines.size() >= 2 && ProcessHandle.of(Long.parseLong(lines.getFirst())).isPresent()) {
            return lines.get(1);
        }
        Files.deleteIfExists(entry);
        return null;
    }

    private static Path entry(String service) {
        if (service == null || service.isEmpty()) {
            throw new MpiFailure(ErrorClass.SERVICE, "a service needs a name: service=" + service);
        }
        try {
            if (directory == null) {
                directory = NodeDirectory.enter(DIRECTORY);
                Environment.whenFinishing(Names::close);
            }
            byte[] digest = MessageDigest.getInstance("SHA-256").digest(service.getBytes(StandardCharsets.UTF_8));
            return directory.path().resolve(HexFormat.of().formatHex(digest, 0, 16));
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("every JDK has SHA-256", e);
        } catch (IOException e) {
            throw new MpiFailure(ErrorClass.SERVICE, "no directory for names: " + e.getMessage(), e);
        }
    }
}
