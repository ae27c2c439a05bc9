package org.hawser.fabric.tcp.gate;

import java.math.BigInteger;
import java.security.GeneralSecurityException;
import java.security.InvalidKeyException;
import java.security.KeyFactory;
import java.security.PrivateKey;
import java.security.spec.NamedParameterSpec;
import java.security.spec.XECPrivateKeySpec;
import java.security.spec.XECPublicKeySpec;
import java.util.Arrays;
import java.util.HexFormat;
import javax.crypto.KeyAgreement;
import org.hawser.fabric.FabricException;

/**
 * What a job has in order to agree on secrets with other jobs: a key pair on the curve X25519, computed from the job's
 * secret. Every rank of the job computes the same one. The public half goes to ranks of other jobs with the addresses;
 * what two jobs have in common is the curve's product of one's private and the other's public half, which nobody can
 * compute who has only the public ones.
 *
 * <p><b>Threads:</b> immutable. <b>Allocates:</b> at construction and per agreement.
 */
final class MeetingKey {
    /** Bytes of a public half. */
    static final int BYTES = 32;

    private static final String ALGORITHM = "X25519";
    /** The curve's base point (RFC 7748, 4.1): times a private half it is the public one. */
    private static final BigInteger BASE = BigInteger.valueOf(9);

    private final PrivateKey privateHalf;
    private final byte[] publicHalf;

    /**
     * The key pair that a seed gives.
     *
     * @param seed 32 bytes that nobody else knows
     */
    MeetingKey(byte[] seed) {
        try {
            privateHalf = KeyFactory.getInstance(ALGORITHM)
                .generatePrivate(new XECPrivateKeySpec(NamedParameterSpec.X25519, seed));
            publicHalf = times(BASE);
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException("this JVM has no X25519, which every JDK has", e);
        }
    }

    /** The public half. */
    byte[] publicHalf() {
        return publicHalf.clone();
    }

    /** The public half as text. */
    String publicText() {
        return HexFormat.of().formatHex(publicHalf);
    }

    /**
     * What this job has in common with the one whose public half is given, and with no other.
     *
     * @throws FabricException when that is no public half
     */
    byte[] agreeWith(byte[] other) {
        try {
            // The highest bit counts for nothing.
            byte[] bigEndian = reversed(other);
            bigEndian[0] &= 0x7f;
            return times(new BigInteger(1, bigEndian));
        } catch (InvalidKeyException e) {
            throw new FabricException(FabricException.Severity.REFUSED, "not the public key of a job: key="
                + HexFormat.of().formatHex(other), e);
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException("this JVM has no X25519, which every JDK has", e);
        }
    }

    /** The product; points of which all products are the same are refused. */
    private byte[] times(BigInteger point) throws GeneralSecurityException {
        KeyAgreement agreement = KeyAgreement.getInstance(ALGORITHM);
        agreement.init(privateHalf);
        agreement.doPhase(KeyFactory.getInstance(ALGORITHM)
            .generatePublic(new XECPublicKeySpec(NamedParameterSpec.X25519, point)), true);
        return agreement.generateSecret();
    }

    private static byte[] reversed(byte[] bytes) {
        byte[] turned = Arrays.copyOf(bytes, bytes.length);
        for (int i = 0; i < bytes.length; i++) {
            turned[i] = bytes[bytes.length - 1 - i];
        }
        return turned;
    }
}
