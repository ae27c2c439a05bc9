package org.hawser.runtime.wireup;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.security.MessageDigest;
import java.security.SecureRandom;
import java.util.HexFormat;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;

/**
 * Shows that both ends of a connection know the job's secret, without telling it: each answers a number that the other
 * has just drawn. Nothing else is said before.
 *
 * <pre>
 * server -> hawser-meeting-1 S
 * rank   -> C HMAC(secret, "rank" S C)
 * server -> HMAC(secret, "server" S C)
 * </pre>
 *
 * <p><b>Threads:</b> immutable.
 */
final class Proof {
    private static final String GREETING = "hawser-meeting-1 ";
    private static final int NONCE_BYTES = 32;

    private final SecretKeySpec secret;

    Proof(byte[] secret) {
        this.secret = new SecretKeySpec(secret, "HmacSHA256");
    }

    /** A number that nobody has seen, as text. */
    static String nonce() {
        byte[] drawn = new byte[NONCE_BYTES];
        new SecureRandom().nextBytes(drawn);
        return HexFormat.of().formatHex(drawn);
    }

    static String greeting(String nonce) {
        return GREETING + nonce;
    }

    /** The rank's side of it. */
    void present(LineWire wire, Patience patience) throws IOException {
        String greeting = wire.receive(patience);
        if (!greeting.startsWith(GREETING)) {
            throw new IOException("something else answers: received=" + Quoted.of(greeting));
        }
        String theirs = greeting.substring(GREETING.length());
        String mine = nonce();
        wire.send(mine + " " + of("rank", theirs, mine));
        if (!isSame(of("server", theirs, mine), wire.receive(patience))) {
            throw new IOException("whoever answers does not know the job's secret");
        }
    }

    /** What the server answers to a rank's line; null when the rank does not know the secret. */
    String answer(String nonce, String line) {
        int blank = line.indexOf(' ');
        if (blank != 2 * NONCE_BYTES) {
            return null;
        }
        String theirs = line.substring(0, blank);
        return isSame(of("rank", nonce, theirs), line.substring(blank + 1)) ? of("server", nonce, theirs) : null;
    }

    private String of(String side, String server, String rank) {
        try {
            Mac mac = Mac.getInstance("HmacSHA256");
            mac.init(secret);
            return HexFormat.of().formatHex(mac.doFinal((side + " " + server + " " + rank)
                .getBytes(StandardCharsets.US_ASCII)));
        } catch (GeneralSecurityException e) {
            throw new AssertionError("every Java has HmacSHA256", e);
        }
    }

    /** In a time that does not tell how much of it is right. */
    private static boolean isSame(String one, String other) {
        return MessageDigest.isEqual(one.getBytes(StandardCharsets.US_ASCII),
            other.getBytes(StandardCharsets.US_ASCII));
    }
}
