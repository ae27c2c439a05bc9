package org.hawser.launcher.check;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;

/**
 * Reads the small files in which a Linux kernel tells about itself.
 *
 * <p><b>Threads:</b> stateless.
 */
final class KernelFile {

    private KernelFile() {
    }

    /** The file's text without white space at its ends, or null where there is no such file. */
    static String read(String path) {
        try {
            return new String(Files.readAllBytes(Path.of(path)), StandardCharsets.UTF_8).strip();
        } catch (IOException e) {
            return null;
        }
    }

    /** The rest of the line that begins with {@code key}, or null. */
    static String value(String path, String key) {
        String text = read(path);
        return text == null ? null : text.lines().filter(line -> line.startsWith(key)).findFirst()
            .map(line -> line.substring(key.length()).strip()).orElse(null);
    }

    /** The choice in brackets, as in {@code always [madvise] never}, or null. */
    static String choice(String path) {
        String text = read(path);
        int open = text == null ? -1 : text.indexOf('[');
        return open < 0 ? null : text.substring(open + 1, text.indexOf(']', open));
    }
}
