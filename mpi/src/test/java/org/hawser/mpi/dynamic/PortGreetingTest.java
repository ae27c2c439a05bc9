package org.hawser.mpi.dynamic;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.net.StandardProtocolFamily;
import java.net.UnixDomainSocketAddress;
import java.nio.ByteBuffer;
import java.nio.channels.ServerSocketChannel;
import java.nio.channels.SocketChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What is said at a port before and after both sides know each other; a man in the middle passes it on, or not. */
class PortGreetingTest {
    private static final byte[] SECRET = new byte[PortName.SECRET_BYTES];
    private static final byte[] OTHER = {1, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0};
    private static final int HELLO = 40;
    private static final int ANSWER = 72;
    private static final int PROOF = 32;

    @TempDir
    private Path directory;

    /** Caller to the middle, the middle to the called. */
    private final SocketChannel[] near = new SocketChannel[2];
    private final SocketChannel[] far = new SocketChannel[2];

    @BeforeEach
    void open() throws IOException {
        connect(near, "near");
        connect(far, "far");
    }

    private void connect(SocketChannel[] pair, String name) throws IOException {
        try (ServerSocketChannel server = ServerSocketChannel.open(StandardProtocolFamily.UNIX)) {
            UnixDomainSocketAddress address = UnixDomainSocketAddress.of(directory.resolve(name));
            server.bind(address);
            pair[0] = SocketChannel.open(address);
            pair[1] = server.accept();
        }
        for (SocketChannel each : pair) {
            each.configureBlocking(false);
        }
    }

    @AfterEach
    void close() throws IOException {
        for (SocketChannel[] pair : new SocketChannel[][] {near, far}) {
            pair[0].close();
            pair[1].close();
        }
    }

    /** Moves what one side has said to the other; on a socket of the node it is there at once, and whole. */
    private static byte[] take(SocketChannel from, int length) throws IOException {
        ByteBuffer bytes = ByteBuffer.allocate(length);
        while (bytes.hasRemaining()) {
            assertTrue(from.read(bytes) >= 0, "closed");
        }
        return bytes.array();
    }

    private static void pass(SocketChannel to, byte[] bytes) throws IOException {
        assertEquals(bytes.length, to.write(ByteBuffer.wrap(bytes)));
    }

    /** A greeting in which one bit is changed on the way; -1 for none. Both sides, or null where it came to nothing. */
    private PortGreeting[] greet(byte[] callersSecret, int changed) throws IOException {
        PortGreeting caller = new PortGreeting(near[0], callersSecret, true);
        PortGreeting called = new PortGreeting(far[1], SECRET, false);
        assertFalse(caller.advance());
        pass(far[0], bend(take(near[1], HELLO), changed));
        assertFalse(called.advance());
        pass(near[1], bend(take(far[0], ANSWER), changed - HELLO * 8));
        assertTrue(caller.advance());
        pass(far[0], bend(take(near[1], PROOF), changed - (HELLO + ANSWER) * 8));
        assertTrue(called.advance());
        return new PortGreeting[] {caller, called};
    }

    private static byte[] bend(byte[] bytes, int bit) {
        if (bit >= 0 && bit < bytes.length * 8) {
            bytes[bit / 8] ^= (byte) (1 << bit % 8);
        }
        return bytes;
    }

    @Test
    void twoThatKnowTheSecretHaveAKeyThen() throws IOException {
        PortGreeting[] both = greet(SECRET, -1);
        assertArrayEquals(both[0].key(), both[1].key());
    }

    @Test
    void whoDoesNotKnowTheSecretIsFoundOutByTheCaller() {
        assertThrows(IOException.class, () -> greet(OTHER, -1));
    }

    @Test
    void everyChangedBitIsFound() throws IOException {
        for (int bit = 0; bit < (HELLO + ANSWER + PROOF) * 8; bit += 7) {
            int changed = bit;
            assertThrows(IOException.class, () -> greet(SECRET, changed), "bit " + bit);
            close();
            Files.delete(directory.resolve("near"));
            Files.delete(directory.resolve("far"));
            open();
        }
    }

    @Test
    void recordingOpensNothing() throws IOException {
        PortGreeting caller = new PortGreeting(near[0], SECRET, true);
        caller.advance();
        byte[] hello = take(near[1], HELLO);
        pass(far[0], hello);
        PortGreeting called = new PortGreeting(far[1], SECRET, false);
        called.advance();
        pass(near[1], take(far[0], ANSWER));
        caller.advance();
        byte[] proof = take(near[1], PROOF);

        PortGreeting again = new PortGreeting(far[1], SECRET, false);
        pass(far[0], hello);
        assertFalse(again.advance());
        take(far[0], ANSWER);
        pass(far[0], proof);
        assertThrows(IOException.class, again::advance);
    }

    @Test
    void whatACallerSaysCannotBeSentBackToIt() throws IOException {
        PortGreeting caller = new PortGreeting(near[0], SECRET, true);
        caller.advance();
        pass(near[1], Arrays.copyOf(take(near[1], HELLO), ANSWER));
        assertThrows(IOException.class, caller::advance);
    }

    @Test
    void wordsArriveAndNoneCanBeChangedRepeatedOrSentBack() throws IOException {
        byte[] key = greet(SECRET, -1)[0].key();
        PatientSocket caller = new PatientSocket(near[0], null, key, true);
        PatientSocket called = new PatientSocket(far[1], null, key, false);
        caller.send(new int[] {1, 2, 3});
        byte[] word = take(near[1], 4 * 4 + 32);
        pass(far[0], word);
        assertArrayEquals(new int[] {1, 2, 3}, called.receive(Long.MAX_VALUE));
        pass(far[0], word);
        assertThrows(IOException.class, () -> called.receive(Long.MAX_VALUE), "repeated");
        pass(near[1], word);
        assertThrows(IOException.class, () -> caller.receive(Long.MAX_VALUE), "sent back");
        PatientSocket fresh = new PatientSocket(far[1], null, key, false);
        word[9] ^= 1;
        pass(far[0], word);
        assertThrows(IOException.class, () -> fresh.receive(Long.MAX_VALUE), "changed");
    }
}
