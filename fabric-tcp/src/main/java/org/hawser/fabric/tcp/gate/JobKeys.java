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
