package org.hawser.launcher.job;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/**
 * Gathers the agents of a job's hosts, all at the same time, and says how many have come when it takes long and
 * somebody watches.
 *
 * <p><b>Threads:</b> one, and one more for each host.
 */
final class HostMuster {
    private static final long QUIET_NANOS = 1_500_000_000L;
    private static final long LOOK_MILLIS = 100;
    /** How long other hosts get to say what is wrong with them, once one has. */
    private static final long MORE_TROUBLE_NANOS = 2_000_000_000L;

    private final List<RemoteHost> hosts;
    private final long seconds;
    private final List<CompletableFuture<Void>> answers = new ArrayList<>();
    private boolean shown;

    HostMuster(List<RemoteHost> hosts, long seconds) {
        this.hosts = hosts;
        this.seconds = seconds;
    }

    /**
     * Returns when all have come.
     *
     * @throws HostException that names those that have not
     */
    void connect() throws HostException, InterruptedException {
        for (RemoteHost host : hosts) {
            CompletableFuture<Void> answer = new CompletableFuture<>();
            answers.add(answer);
            Thread.ofPlatform().daemon().name("hawser-connect-" + host.name()).start(() -> connect(host, answer));
        }
        try {
            await();
        } finally {
            if (shown) {
                System.err.print("\r\u001b[K");
            }
        }
        List<String> troubles = troubles();
        if (!troubles.isEmpty()) {
            throw new HostException(String.join("\nhawser: ", troubles));
        }
    }

    private static void connect(RemoteHost host, CompletableFuture<Void> answer) {
        try {
            host.connect();
            answer.complete(null);
        } catch (HostException | RuntimeException e) {
            answer.completeExceptionally(e);
        }
    }

    private void await() throws InterruptedException {
        long start = System.nanoTime();
        long deadline = start + seconds * 1_000_000_000L;
        boolean watched = isTerminal();
        while (answers.stream().anyMatch(answer -> !answer.isDone()) && System.nanoTime() - deadline < 0) {
            if (answers.stream().anyMatch(CompletableFuture::isCompletedExceptionally)) {
                deadline = Math.min(deadline, System.nanoTime() + MORE_TROUBLE_NANOS);
            }
            if (watched && System.nanoTime() - start > QUIET_NANOS) {
                show();
            }
            awaitOne();
        }
    }

    private void awaitOne() throws InterruptedException {
        for (CompletableFuture<Void> answer : answers) {
            if (!answer.isDone()) {
                try {
                    answer.get(LOOK_MILLIS, TimeUnit.MILLISECONDS);
                } catch (TimeoutException | ExecutionException e) {
                    // Looked at by the caller.
                    return;
                }
                return;
            }
        }
    }

    private void show() {
        long come = answers.stream().filter(answer -> answer.isDone() && !answer.isCompletedExceptionally()).count();
        String missing = "";
        for (int i = 0; i < hosts.size() && missing.isEmpty(); i++) {
            missing = answers.get(i).isDone() ? "" : ", waiting for " + hosts.get(i).name();
        }
        System.err.print("\rhawser: " + come + " of " + hosts.size() + " hosts have come" + missing + " \u001b[K");
        shown = true;
    }

    private List<String> troubles() {
        boolean known = answers.stream().anyMatch(CompletableFuture::isCompletedExceptionally);
        List<String> troubles = new ArrayList<>();
        for (int i = 0; i < hosts.size(); i++) {
            CompletableFuture<Void> answer = answers.get(i);
            if (answer.isCompletedExceptionally()) {
                troubles.add(answer.exceptionNow().getMessage());
            } else if (!answer.isDone() && !known) {
                troubles.add(hosts.get(i).silent(seconds).getMessage());
            }
        }
        return troubles;
    }

    /** True when somebody sees what goes to standard error as it comes. */
    private static boolean isTerminal() {
        try {
            String target = Files.readSymbolicLink(Path.of("/proc/self/fd/2")).toString();
            return target.startsWith("/dev/pts/") || target.startsWith("/dev/tty");
        } catch (IOException | UnsupportedOperationException e) {
            return false;
        }
    }
}
