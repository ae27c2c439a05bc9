package org.hawser.launcher.job;

import java.io.File;

/**
 * What a rank without input reads.
 *
 * <p><b>Threads:</b> stateless.
 */
final class NullDevice {

    static final File FILE = new File(File.separatorChar == '/' ? "/dev/null" : "NUL");

    private NullDevice() {
    }
}
