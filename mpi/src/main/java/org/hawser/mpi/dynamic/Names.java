package org.hawser.mpi.dynamic;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermission;
import java.nio.file.attribute.PosixFilePermissions;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HashMap;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.UUID;
import org.hawser.mpi.ErrorClass;
import org.hawser.mpi.MpiFailure;
import org.hawser.mpi.env.Environment;
import org.hawser.platform.node.NodeDirectory;
import org.hawser.platform.settings.Settings;

/**
 * Service names that processes of this user have published, for ports. Each is a file of four lines in a directory that
 * only this user can enter: the publisher's process, the port, the service, the publisher's node. The directory is the
 * node's, or one that several hosts see ({@code hawser.mpi.names}). The name of a process that has ended is as if it
 * were not there; on another node that cannot be told, and the port turns out to be closed.
 *
 * <p><b>Threads:</b> any, and any number of processes: an entry appears whole, by a link. <b>Allocates:</b> per call.
 */
public final class Names {
    private static final String DIRECTORY = "names";
    private static final String UNFINISHED = ".new";
    private static final String SETTING = "hawser.mpi.names";
    private static final Set<PosixFilePermission> OWN = PosixFilePermissions.fromString("rwx------");

    /** What this process has published, by service: the lines of the entry. */
    private static final Map<String, List<String>> PUBLISHED = new HashMap<>();
    private static Path place;
    /** Holds the place while it is the node's; else null. */
    private static NodeDirectory directory;

    private Names() {
    }

    /** Publishes a service; an error when somebody has. */
    public static synchronized void publish(String service, String port) {
        Path entry = entry(service);
        List<String> lines = List.of(Long.toString(ProcessHandle.current().pid()), port, service, node());
        Path unfinished = entry.resolveSibling(entry.getFileName() + "." + UUID.randomUUID() + UNFINISHED);
        try {
            Files.write(unfinished, lines);
            try {
                portIn(entry);
                Files.createLink(entry, unfinished);
                PUBLISHED.put(service, lines);
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
        throw new MpiFailure(ErrorClass.NAME, "nobody has published the service: service=" + service + " host="
            + Environment.hostName() + " hawser.mpi.names=" + Settings.text(SETTING, "(this host's)"));
    }

    /** Takes back what this process has published and nobody else has taken back, at the end of MPI. */
    static synchronized void close() {
        PUBLISHED.forEach(Names::takeBack);
        PUBLISHED.clear();
        if (directory != null) {
            try {
                directory.close();
            } catch (IOException e) {
                throw new MpiFailure(ErrorClass.SERVICE, "the directory of names cannot be left: " + e.getMessage(), e);
            }
            directory = null;
        }
        place = null;
    }

    /** Removes an entry if it is still the one with these lines: others may have taken it back, or published anew. */
    private static void takeBack(String service, List<String> lines) {
        Path entry = entry(service);
        try {
            if (Files.readAllLines(entry, StandardCharsets.UTF_8).equals(lines)) {
                Files.deleteIfExists(entry);
            }
        } catch (NoSuchFileException e) {
            // Somebody has taken it back.
        } catch (IOException e) {
            throw new MpiFailure(ErrorClass.SERVICE, "the service cannot be taken back: service=" + service + " cause="
                + e.getMessage(), e);
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
        boolean isElsewhere = lines.size() >= 4 && !lines.get(3).equals(node());
        if (isElsewhere || lines.size() >= 2 && ProcessHandle.of(Long.parseLong(lines.getFirst())).isPresent()) {
            return lines.get(1);
        }
        Files.deleteIfExists(entry);
        return null;
    }

    private static String node() {
        return Environment.rank().address().node();
    }

    /** The directory that is set, made if it is not there, else the node's. */
    private static Path place() throws IOException {
        String set = Settings.text(SETTING, null);
        if (set == null) {
            directory = NodeDirectory.enter(DIRECTORY);
            return directory.path();
        }
        Path path = Path.of(set).toAbsolutePath();
        if (!Files.exists(path)) {
            Files.createDirectories(path.getParent());
            Files.createDirectory(path, PosixFilePermissions.asFileAttribute(OWN));
        }
        // Ports' names are secrets.
        if (!OWN.containsAll(Files.getPosixFilePermissions(path))) {
            throw new IOException("others can enter it: hawser.mpi.names=" + path + "; give it the mode 0700");
        }
        return path;
    }

    private static Path entry(String service) {
        if (service == null || service.isEmpty()) {
            throw new MpiFailure(ErrorClass.SERVICE, "a service needs a name: service=" + service);
        }
        try {
            if (place == null) {
                place = place();
                Environment.whenFinishing(Names::close);
            }
            byte[] digest = MessageDigest.getInstance("SHA-256").digest(service.getBytes(StandardCharsets.UTF_8));
            return place.resolve(HexFormat.of().formatHex(digest, 0, 16));
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("every JDK has SHA-256", e);
        } catch (IOException e) {
            throw new MpiFailure(ErrorClass.SERVICE, "no directory for names: " + e.getMessage(), e);
        }
    }
}
