package org.hawser.launcher.agent;

import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Texts of any length, and lists and maps of them, in a frame: a number (int), then that many bytes of UTF-8, or that
 * many texts.
 *
 * <p><b>Threads:</b> stateless.
 */
final class Texts {
    private Texts() {
    }

    static void write(DataOutput out, String text) throws IOException {
        writeBytes(out, text.getBytes(StandardCharsets.UTF_8));
    }

    static String read(DataInput in) throws IOException {
        return new String(readBytes(in), StandardCharsets.UTF_8);
    }

    static void writeBytes(DataOutput out, byte[] bytes) throws IOException {
        out.writeInt(bytes.length);
        out.write(bytes);
    }

    static byte[] readBytes(DataInput in) throws IOException {
        byte[] bytes = new byte[count(in)];
        in.readFully(bytes);
        return bytes;
    }

    static void writeAll(DataOutput out, List<String> texts) throws IOException {
        out.writeInt(texts.size());
        for (String text : texts) {
            write(out, text);
        }
    }

    static List<String> readAll(DataInput in) throws IOException {
        int count = count(in);
        List<String> texts = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            texts.add(read(in));
        }
        return texts;
    }

    static void writeAll(DataOutput out, Map<String, String> texts) throws IOException {
        out.writeInt(texts.size());
        for (Map.Entry<String, String> entry : texts.entrySet()) {
            write(out, entry.getKey());
            write(out, entry.getValue());
        }
    }

    static Map<String, String> readMap(DataInput in) throws IOException {
        int count = count(in);
        Map<String, String> texts = new LinkedHashMap<>();
        for (int i = 0; i < count; i++) {
            String name = read(in);
            texts.put(name, read(in));
        }
        return texts;
    }

    static int count(DataInput in) throws IOException {
        int count = in.readInt();
        if (count < 0 || count > Frame.LONGEST) {
            throw new IOException("a malformed order: count=" + count);
        }
        return count;
    }
}
