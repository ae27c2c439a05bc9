package org.hawser.fabric.tcp.gate;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.Security;
import java.util.Random;
import java.util.concurrent.TimeUnit;
import org.hawser.fabric.tcp.gate.GateBench.Station;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * TLS draws new keys after so many bytes, in the midst of the traffic. The JDK reads how many when it first uses TLS,
 * so this is another process.
 */
class NewKeysTest {
    private static final int BYTES = 4 << 20;

    @Test
    void bytesGoOnWhenTlsDrawsNewKeys(@TempDir Path directory) throws Exception {
        Path output = directory.resolve("output");
        Process process = new ProcessBuilder(Path.of(System.getProperty("java.home"), "bin", "java").toString(),
            "-Xmx128m", "-cp", System.getProperty("java.class.path"), Main.class.getName())
            .redirectErrorStream(true).redirectOutput(output.toFile()).start();
        boolean ended = process.waitFor(1, TimeUnit.MINUTES);
        process.destroyForcibly();

        assertTrue(ended, "it hangs");
        assertEquals(0, process.exitValue(), Files.readString(output));
    }

    /** Sends 4 MiB each way under keys that serve for 128 KiB. */
    static final class Main {
        private Main() {
        }

        public static void main(String[] args) throws IOException {
            Security.setProperty("jdk.tls.keyLimits", "AES/GCM/NoPadding KeyUpdate 2^17");
            try (GateBench bench = new GateBench()) {
                Station one = bench.open(1, GateBench.TLS);
                Station two = bench.open(2, GateBench.TLS);
                bench.join(one, 2, two);
                Half there = new Half(one.wire(), two.wire(), 1);
                Half back = new Half(two.wire(), one.wire(), 2);
                while (!there.isDone() || !back.isDone()) {
                    there.step();
                    back.step();
                }
            }
        }
    }

    /** One direction; what arrives is compared with the same random numbers. */
    private static final class Half {
        private final Wire from;
        private final Wire to;
        private final Random sent;
        private final Random expected;
        private final ByteBuffer[] out = {ByteBuffer.allocate(50_000).limit(0)};
        private final ByteBuffer in = ByteBuffer.allocateDirect(70_000);
        private int toSend = BYTES;
        private int toReceive = BYTES;

        Half(Wire from, Wire to, long seed) {
            this.from = from;
            this.to = to;
            sent = new Random(seed);
            expected = new Random(seed);
        }

        boolean isDone() {
            return toReceive == 0;
        }

        void step() throws IOException {
            if (!out[0].hasRemaining() && toSend > 0) {
                out[0].clear().limit(Math.min(out[0].capacity(), toSend));
                toSend -= out[0].remaining();
                for (int i = 0; i < out[0].limit(); i++) {
                    out[0].put(i, (byte) sent.nextInt());
                }
            }
            from.write(out, 0, 1);
            from.flush();
            if (toReceive > 0 && to.read(in.clear()) < 0) {
                throw new IOException("ended with bytes to come: " + toReceive);
            }
            in.flip();
            while (in.hasRemaining()) {
                toReceive--;
                if (in.get() != (byte) expected.nextInt()) {
                    throw new IOException("wrong byte with bytes to come: " + toReceive);
                }
            }
        }
    }
}
