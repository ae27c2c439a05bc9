package org.hawser.system;

import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.List;
import java.util.function.UnaryOperator;
import org.hawser.launcher.host.HostPlan;
import org.hawser.launcher.host.Mapping;
import org.hawser.launcher.job.JobSpec;
import org.junit.jupiter.api.extension.AfterAllCallback;
import org.junit.jupiter.api.extension.AfterEachCallback;
import org.junit.jupiter.api.extension.BeforeAllCallback;
import org.junit.jupiter.api.extension.BeforeEachCallback;
import org.junit.jupiter.api.extension.ExtensionContext;

/**
 * Gives the tests of a class {@link Namespaces}, and each test a directory of its own for shared memory. A class whose
 * machine has none is skipped, and says why.
 *
 * <p><b>Threads:</b> the one that runs the tests.
 */
final class NamespaceHosts implements BeforeAllCallback, BeforeEachCallback, AfterEachCallback, AfterAllCallback {
    private static final String DIRECTORY = "hawser.shm.dir";

    private final int count;
    private Path directory;
    private Namespaces hosts;
    private Path shm;

    /** So many hosts. */
    NamespaceHosts(int count) {
        this.count = count;
    }

    @Override
    public void beforeAll(ExtensionContext context) throws IOException {
        String missing = Namespaces.missing();
        assumeTrue(missing == null, missing);
        directory = Files.createTempDirectory("hawser-hosts");
        hosts = Namespaces.open(count, directory);
    }

    @Override
    public void beforeEach(ExtensionContext context) throws IOException {
        shm = Files.createTempDirectory(directory, "shm");
        System.setProperty(DIRECTORY, shm.toString());
    }

    @Override
    public void afterEach(ExtensionContext context) {
        System.clearProperty(DIRECTORY);
    }

    @Override
    public void afterAll(ExtensionContext context) throws IOException {
        if (hosts != null) {
            hosts.close();
        }
        if (directory != null) {
            delete(directory);
        }
    }

    private static void delete(Path directory) throws IOException {
        List<Path> all;
        try (var found = Files.walk(directory)) {
            all = found.sorted(Comparator.reverseOrder()).toList();
        }
        for (Path each : all) {
            Files.deleteIfExists(each);
        }
    }

    /** Where the running test's jobs keep shared memory. */
    Path shm() {
        return shm;
    }

    /** Where the class may keep files of its own. */
    Path directory() {
        return directory;
    }

    /** The remote shell that enters a host. */
    Path shell() {
        return hosts.shell();
    }

    /** Takes the link of a host down or up. */
    void link(int host, String state) throws IOException {
        hosts.link(host, state);
    }

    /** Has ranks run on the first hosts, the same number on each. */
    UnaryOperator<JobSpec.Builder> on(int hostCount, int ranks, Mapping mapping) throws Exception {
        HostPlan plan = hosts.plan(hostCount, ranks, mapping);
        return builder -> builder.hosts(plan);
    }
}
