package org.hawser.launcher.agent;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;

/**
 * The line with which an agent begins: {@code HAWSER-AGENT protocol version host}. It is a line of text, so that
 * versions that understand nothing else of each other understand this much, and so that what a login shell writes
 * before it can be told from it.
 *
 * <p><b>Threads:</b> immutable.
 *
 * @param protocol of the frames that follow
 * @param version  of Hawser
 * @param host     what the agent's machine calls itself
 */
public record AgentHello(int protocol, String version, String host) {
    /** The frames that this version speaks. */
    public static final int PROTOCOL = 2;

    private static final String MARK = "HAWSER-AGENT ";
    private static final int LONGEST_LINE = 4096;
    private static final int MOST_NOISE = 1 << 20;

    /** The line, with its end. */
    public byte[] line() {
        return (MARK + protocol + " " + version + " " + host + "\n").getBytes(StandardCharsets.UTF_8);
    }

    /**
     * Reads up to the end of the line, past whatever stands before it.
     *
     * @return null when the stream ends, or has too much else in it
     */
    public static AgentHello read(InputStream in) throws IOException {
        byte[] line = new byte[LONGEST_LINE];
        int length = 0;
        for (int count = 0; count < MOST_NOISE; count++) {
            int next = in.read();
            if (next < 0) {
                return null;
            }
            if (next != '\n') {
                line[Math.min(length, LONGEST_LINE - 1)] = (byte) next;
                length = Math.min(length + 1, LONGEST_LINE);
                continue;
            }
            AgentHello hello = parse(new String(line, 0, length, StandardCharsets.UTF_8));
            if (hello != null) {
                return hello;
            }
            length = 0;
        }
        return null;
    }

    private static AgentHello parse(String line) {
        int mark = line.indexOf(MARK);
        String[] words = mark < 0 ? new String[0] : line.substring(mark + MARK.length()).strip().split(" ");
        if (words.length < 3 || !words[0].matches("\\d{1,6}")) {
            return null;
        }
        return new AgentHello(Integer.parseInt(words[0]), words[1], words[2]);
    }
}
