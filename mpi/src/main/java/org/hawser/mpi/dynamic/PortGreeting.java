package org.hawser.mpi.dynamic;

import java.io.EOFException;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.SocketChannel;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.security.MessageDigest;
import java.security.SecureRandom;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;

/**
 * The first words on a connection to a port, by which both sides prove that they know its secret, which itself is never
 * said. What follows is signed with a key that only this connection has.
 *
 * <pre>
 *  HELLO     0: magic (long)    8: nonce (32 bytes)                          40      who calls
 *  ANSWER   40: magic (long)   48: nonce (32 bytes)    80: proof (32)       112      who is called
 *  PROOF   112: proof (32)                                                  144      who calls
 * </pre>
 *
 * <p>The three stand behind each other at both sides. A proof is the HMAC of all before it: of the random numbers of
 * both, so nothing recorded is of use again, and of a length that depends on the role, so nothing can be sent back to
 * whoever said it.
 *
 * <p><b>Threads:</b> one. <b>Allocates:</b> at construction, and per proof.
 */
final class PortGreeting {
    /** "HWPORT" and the version. */
    private static final long MAGIC = 0x4857_504f_5254_0002L;
    private static final int NONCE = Long.BYTES;
    private static final int NONCE_BYTES = 32;
    private static final int PROOF_BYTES = 32;
    private static final int HELLO = 0;
    private static final int ANSWER = HELLO + NONCE + NONCE_BYTES;
    private static final int PROOF = ANSWER + NONCE + NONCE_BYTES + PROOF_BYTES;
    private static final int END = PROOF + PROOF_BYTES;
    private static final String ALGORITHM = "HmacSHA256";
    private static final SecureRandom RANDOM = new SecureRandom();

    private final SocketChannel channel;
    private final byte[] secret;
    private final boolean calls;
    private final ByteBuffer said = ByteBuffer.allocate(END);
    private int message = HELLO;
    private boolean composed;

    /**
     * Begins.
     *
     * @param channel does not block
     * @param secret  the port's
     * @param calls   whether this side has called
     */
    PortGreeting(SocketChannel channel, byte[] secret, boolean calls) {
        this.channel = channel;
        this.secret = secret;
        this.calls = calls;
    }

    /**
     * Goes on as far as it can without waiting.
     *
     * @return true when both have proved themselves
     * @throws IOException when the other side does not know the secret, or is gone
     */
    boolean advance() throws IOException {
        while (message != END) {
            int end = message == HELLO ? ANSWER : message == ANSWER ? PROOF : END;
            said.limit(end);
            if (calls != (message == ANSWER)) {
                if (!composed) {
                    compose(end);
                }
                channel.write(said);
            } else if (channel.read(said) < 0) {
                throw new EOFException("the other side has closed the connection");
            }
            if (said.hasRemaining()) {
                return false;
            }
            if (calls == (message == ANSWER)) {
                check(end);
            }
            message = end;
            composed = false;
        }
        return true;
    }

    private void compose(int end) {
        if (message != PROOF) {
            byte[] nonce = new byte[NONCE_BYTES];
            RANDOM.nextBytes(nonce);
            said.putLong(message, MAGIC).put(message + NONCE, nonce);
        }
        if (message != HELLO) {
            said.put(end - PROOF_BYTES, proof(end - PROOF_BYTES));
        }
        composed = true;
    }

    private void check(int end) throws IOException {
        if (message != PROOF && said.getLong(message) != MAGIC) {
            throw new IOException("it does not speak as a port of this version of Hawser does");
        }
        byte[] given = new byte[PROOF_BYTES];
        said.get(end - PROOF_BYTES, given);
        // Takes the same time wherever the first difference is.
        if (message != HELLO && !MessageDigest.isEqual(proof(end - PROOF_BYTES), given)) {
            throw new IOException("it does not know the port's secret");
        }
    }

    private byte[] proof(int end) {
        Mac mac = mac(secret, "hawser port greeting");
        mac.update(said.array(), 0, end);
        return mac.doFinal();
    }

    /** What the words that follow are signed with; when both have proved themselves. */
    byte[] key() {
        return mac(secret, "hawser port words").doFinal(said.array());
    }

    /** An HMAC that has taken in a text. */
    static Mac mac(byte[] key, String text) {
        try {
            Mac mac = Mac.getInstance(ALGORITHM);
            mac.init(new SecretKeySpec(key, ALGORITHM));
            mac.update(text.getBytes(StandardCharsets.US_ASCII));
            return mac;
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException("this JVM has no HMAC-SHA256, which every Java platform must have", e);
        }
    }
}
