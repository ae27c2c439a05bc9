package org.hawser.runtime.wireup;

import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.Socket;
import java.nio.charset.StandardCharsets;

/**
 * A rank at the meeting point, or one who wants to be let in.
 *
 * <p><b>Threads:</b> one receives; any send.
 */
final class MeetingGuest {
    private final InputStream in;
    private final OutputStream out;
    private final LineAssembly lines = new LineAssembly();
    private final byte[] room = new byte[4096];
    /** Whether it stands at the barrier; the server's lock guards it. */
    boolean waits;

    MeetingGuest(Socket socket) throws IOException {
        in = socket.getInputStream();
        out = socket.getOutputStream();
    }

    String receive() throws IOException {
        while (true) {
            String line = lines.next();
            if (line != null) {
                return line;
            }
            int count = in.read(room);
            if (count < 0) {
                throw new EOFException("received=" + lines.rest());
            }
            lines.add(room, count);
        }
    }

    void send(String line) throws IOException {
        synchronized (out) {
            out.write((line + "\n").getBytes(StandardCharsets.US_ASCII));
            out.flush();
        }
    }

    /** Sends to one that may have gone, which its own thread finds out. */
    void tell(String line) {
        try {
            send(line);
        } catch (IOException e) {
            waits = false;
        }
    }
}
