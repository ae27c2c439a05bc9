package org.hawser.runtime.wireup;

import java.nio.charset.StandardCharsets;

/**
 * Bytes that came from outside, as an error message may show them.
 *
 * <p><b>Threads:</b> stateless.
 */
final class Quoted {
    private static final int MOST = 120;

    private Quoted() {
    }

    static String of(byte[] bytes, int count) {
        StringBuilder text = new StringBuilder("\"");
        for (int i = 0; i < count && i < MOST; i++) {
            int value = bytes[i] & 0xff;
            if (value >= ' ' && value < 0x7f) {
                text.append((char) value);
            } else {
                text.append(String.format("\\x%02x", value));
            }
        }
        return text.append(count > MOST ? "\"…" : "\"").toString();
    }

    static String of(String line) {
        byte[] bytes = line.getBytes(StandardCharsets.ISO_8859_1);
        return of(bytes, bytes.length);
    }
}
