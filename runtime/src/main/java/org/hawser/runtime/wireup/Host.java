package org.hawser.runtime.wireup;

import java.io.IOException;
import java.net.InetAddress;
import java.net.UnknownHostException;
import java.nio.file.Files;
import java.nio.file.Path;

/**
 * The name of this machine.
 *
 * <p><b>Threads:</b> stateless.
 */
public final class Host {
    private Host() {
    }

    /** From the kernel where it tells, since a name server may take its time. */
    public static String name() {
        try {
            return Files.readString(Path.of("/proc/sys/kernel/hostname")).strip();
        } catch (IOException e) {
            try {
                return InetAddress.getLocalHost().getHostName();
            } catch (UnknownHostException unknown) {
                return "localhost";
            }
        }
    }
}
