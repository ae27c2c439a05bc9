package org.hawser.fabric.tcp.gate;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;
import org.hawser.fabric.WireUp;

/**
 * What is derived from a job's secret. Each use has a key of its own, made with HMAC-SHA256 from the secret and the
 * name of the use: what one of them gives away, if anything, says nothing about the others or the secret.
 *
 * <p><b>Threads:</b> immutable; a {@link #mac} belongs to whoever asked for it.
 */
final class JobKeys {
    private static final String ALGORITHM = "HmacSHA256";

    private final SecretKeySpec handshake;
    private final long tag;
    private final byte[] tlsSeed;
    private final byte[] meetingSeed;
    /** Computed when it is first wanted: most jobs meet no other. */
    private MeetingKey meeting;

    JobKeys(byte[] secret) {
        if (secret.length != WireUp.SECRET_BYTES) {
            throw new IllegalArgumentException("a job's secret has " + WireUp.SECRET_BYTES + " bytes: bytes="
                + secret.length);
        }
        SecretKeySpec root = new SecretKeySpec(secret, ALGORITHM);
        handshake = new SecretKeySpec(derive(root, "hawser tcp handshake"), ALGORITHM);
        tag = ByteBuffer.wrap(derive(root, "hawser tcp job")).getLong();
        tlsSeed = ByteBuffer.allocate(64).put(derive(root, "hawser tcp tls 1")).put(derive(root, "hawser tcp tls 2"))
            .array();
        meetingSeed = derive(root, "hawser tcp meeting");
    }

    /** What this job agrees with others by. */
    synchronized MeetingKey meeting() {
        if (meeting == null) {
            meeting = new MeetingKey(meetingSeed);
        }
        return meeting;
    }

    /**
     * The keys of connections that ranks of one job make to ranks of another. The way matters, so that nobody can pass
     * what a rank says to another job on to a rank of its own, as if it came from there.
     *
     * @param common   what the two jobs have in common and nobody else has
     * @param dialling the public half of the job whose ranks dial
     * @param called   that of the other one
     */
    static JobKeys between(byte[] common, byte[] dialling, byte[] called) {
        Mac mac = mac(new SecretKeySpec(common, ALGORITHM));
        mac.update("hawser tcp between jobs".getBytes(StandardCharsets.US_ASCII));
        mac.update(dialling);
        return new JobKeys(mac.doFinal(called));
    }

    private static byte[] derive(SecretKeySpec root, String use) {
        return mac(root).doFinal(use.getBytes(StandardCharsets.US_ASCII));
    }

    /** A fresh HMAC under the handshake's key. */
    Mac mac() {
        return mac(handshake);
    }

    private static Mac mac(SecretKeySpec key) {
        try {
            Mac mac = Mac.getInstance(ALGORITHM);
            mac.init(key);
            return mac;
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException("this JVM has no HMAC-SHA256, which every Java platform must have", e);
        }
    }

    /** By which ranks of one job know each other before they prove it; not a secret. */
    long tag() {
        return tag;
    }

    /** 512 bits that the job's TLS key is made from. */
    byte[] tlsSeed() {
        return tlsSeed.clone();
    }
}
