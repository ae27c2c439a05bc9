package org.hawser.runtime.wireup;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.IntSupplier;
import org.hawser.platform.settings.Settings;
import org.hawser.runtime.wireup.pmix.PmixLibrary;

/**
 * What a PMIx server keeps for the ranks of its job: Open MPI's {@code mpirun}, PRRTE's {@code prterun}, Slurm's
 * {@code srun --mpi=pmix}.
 *
 * <p>A call into the library that does not come back keeps a thread, and not the rank.
 *
 * <p><b>Threads:</b> any; they take turns. <b>Allocates:</b> a thread per call.
 */
final class PmixValues implements KeyValues {
    private static final String PREFIX = "hawser-";
    private static final long MARGIN_MILLIS = 2_000;

    private final PmixLibrary library;
    private final Trouble trouble;
    private int size;
    private volatile boolean over;

    private PmixValues(PmixLibrary library, Trouble trouble) {
        this.library = library;
        this.trouble = trouble;
    }

    static KeyValues connect(Map<String, String> environment) {
        Trouble trouble = new Trouble(environment.getOrDefault("PMIX_RANK", "?"), "PMIx, "
            + environment.getOrDefault("PMIX_NAMESPACE", "no job") + ", server "
            + environment.getOrDefault("PMIX_VERSION", "of an unknown version"));
        PmixLibrary library;
        try {
            library = PmixLibrary.load(libraries(environment));
        } catch (IllegalStateException | IllegalCallerException e) {
            throw trouble.failure("PMIx cannot be used", "load", "cause=" + e.getMessage(), "install libpmix (Debian: "
                + "libpmix2), or name it with hawser.pmix.library; native access must be granted with "
                + "--enable-native-access=ALL-UNNAMED; or start the ranks with hawser run", e);
        }
        PmixValues values = new PmixValues(library, trouble);
        values.call("PMIx_Init", Patience.forAnAnswer(), library::init);
        String[] size = new String[1];
        values.call("PMIx_Get pmix.job.size", Patience.forAnAnswer(),
            () -> library.get(PmixLibrary.JOB, "pmix.job.size", 0, size));
        if (size[0] == null || !size[0].matches("[1-9][0-9]{0,8}") || library.rank() < 0
            || library.rank() >= Integer.parseInt(size[0])) {
            throw trouble.nonsense("PMIx_Get pmix.job.size", "size=" + size[0] + " rank=" + library.rank());
        }
        values.size = Integer.parseInt(size[0]);
        return values;
    }

    /** Where the library may be: what the user says, what the loader finds, what the launcher has, usual places. */
    private static List<String> libraries(Map<String, String> environment) {
        List<String> names = new ArrayList<>();
        String given = Settings.text("hawser.pmix.library", null);
        if (given != null) {
            return List.of(given);
        }
        for (String variable : List.of("PMIX_INSTALL_PREFIX", "PMIXDIR", "OPAL_PREFIX")) {
            if (environment.containsKey(variable)) {
                names.add(environment.get(variable) + "/lib/libpmix.so.2");
            }
        }
        names.add("libpmix.so.2");
        names.add("libpmix.so");
        ProcessHandle.current().parent().ifPresent(parent -> names.addAll(loadedBy(parent.pid())));
        String machine = System.getProperty("os.arch").equals("amd64") ? "x86_64" : System.getProperty("os.arch");
        for (String place : List.of("/usr/lib/" + machine + "-linux-gnu/pmix2/lib", "/usr/lib64", "/usr/local/lib",
                "/opt/pmix/lib", "/usr/lib64/openmpi/lib", "/opt/openmpi/lib")) {
            names.add(place + "/libpmix.so.2");
        }
        return names;
    }

    private static List<String> loadedBy(long process) {
        try (var lines = Files.lines(Path.of("/proc", Long.toString(process), "maps"))) {
            return lines.filter(line -> line.contains("/libpmix.so")).map(line -> line.substring(line.indexOf('/')))
                .distinct().toList();
        } catch (IOException | UncheckedIOException e) {
            // The launcher belongs to another account, as Slurm's does.
            return List.of();
        }
    }

    @Override
    public int rank() {
        return library.rank();
    }

    @Override
    public int size() {
        return size;
    }

    @Override
    public void put(String name, String value) {
        call("PMIx_Put " + name, Patience.forAnAnswer(), () -> library.put(PREFIX + name, value));
    }

    @Override
    public void fence() {
        Patience patience = new Patience();
        call("PMIx_Fence", patience, () -> library.fence((int) Math.max(1, patience.millis() / 1000)));
    }

    @Override
    public String get(int owner, String name) {
        String[] found = new String[1];
        Patience patience = Patience.forAnAnswer();
        String what = "PMIx_Get " + name + " of rank " + owner;
        int status = callAny(what, patience, () -> library.get(owner, PREFIX + name,
            (int) Math.max(1, patience.millis() / 1000), found));
        if (status != PmixLibrary.SUCCESS && status != PmixLibrary.NOT_FOUND) {
            throw trouble.refused(what, library.describe(status));
        }
        return found[0];
    }

    @Override
    public void abort(int exitCode) {
        Thread.ofPlatform().daemon().name("hawser-pmix-abort").start(() -> library.abort(exitCode,
            "rank " + rank() + " of " + size + " on " + Host.name() + " ends the job: code=" + exitCode));
    }

    @Override
    public String end() {
        // The library tells nobody: the launcher's process is watched instead.
        return null;
    }

    @Override
    public void close() {
        if (!over) {
            over = true;
            call("PMIx_Finalize", Patience.forAnAnswer(), library::finish);
        }
    }

    private void call(String what, Patience patience, IntSupplier call) {
        int status = callAny(what, patience, call);
        if (status != PmixLibrary.SUCCESS) {
            throw trouble.refused(what, library.describe(status));
        }
    }

    private synchronized int callAny(String what, Patience patience, IntSupplier call) {
        CompletableFuture<Integer> status = new CompletableFuture<>();
        Thread.ofPlatform().daemon().name("hawser-pmix").start(() -> {
            try {
                status.complete(call.getAsInt());
            } catch (Throwable e) {
                status.completeExceptionally(e);
            }
        });
        try {
            // The library's own limit comes first, where its server has one.
            return status.get(patience.millis() + MARGIN_MILLIS, TimeUnit.MILLISECONDS);
        } catch (TimeoutException e) {
            throw trouble.silent(what, patience, e);
        } catch (ExecutionException e) {
            throw trouble.gone(what, e.getCause());
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw trouble.gone(what, e);
        }
    }
}
