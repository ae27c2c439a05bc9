package org.hawser.launcher.job;

import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import org.hawser.runtime.spawn.LauncherProtocol;
import org.hawser.runtime.spawn.SpawnException;
import org.hawser.runtime.spawn.SpawnRequest;

/**
 * The launcher's side of a request for further ranks: starts them, says when the first of them ends, and ends them all
 * when whoever asked goes away before they have joined.
 *
 * <p><b>Threads:</b> any.
 */
final class SpawnDesk implements SpawnService.Desk {
    /** Starts the ranks of a request. */
    @FunctionalInterface
    interface Starter {
        SpawnedJob start(SpawnRequest request) throws SpawnException;
    }

    private final Starter starter;

    SpawnDesk(Starter starter) {
        this.starter = starter;
    }

    @Override
    public void serve(InputStream from, OutputStream to) throws IOException {
        DataInputStream in = new DataInputStream(from);
        DataOutputStream out = new DataOutputStream(to);
        SpawnedJob started = null;
        try {
            started = answer(SpawnRequest.decode(in), out);
            if (started != null) {
                started.whenOneEnds(() -> tellOfEnd(to));
                if (in.read() == LauncherProtocol.JOINED) {
                    started.join();
                }
            }
        } finally {
            if (started != null && started.isOnTrial()) {
                started.abandon();
            }
        }
    }

    private SpawnedJob answer(SpawnRequest request, DataOutputStream out) throws IOException {
        SpawnException why;
        try {
            SpawnedJob started = starter.start(request);
            LauncherProtocol.writeStarted(out);
            return started;
        } catch (SpawnException e) {
            why = e;
        } catch (RuntimeException e) {
            why = new SpawnException(-1, "the launcher cannot do it: " + e);
        }
        LauncherProtocol.writeRefused(out, why);
        return null;
    }

    private static void tellOfEnd(OutputStream to) {
        try {
            to.write(LauncherProtocol.ENDED);
        } catch (IOException e) {
            // Whoever asked does not listen any more.
            return;
        }
    }
}
