package org.hawser.fabric.tcp.gate;

import java.math.BigInteger;
import java.security.AlgorithmParameters;
import java.security.GeneralSecurityException;
import java.security.KeyFactory;
import java.security.PrivateKey;
import java.security.PublicKey;
import java.security.Signature;
import java.security.spec.ECFieldFp;
import java.security.spec.ECGenParameterSpec;
import java.security.spec.ECParameterSpec;
import java.security.spec.ECPoint;
import java.security.spec.ECPrivateKeySpec;
import java.security.spec.ECPublicKeySpec;

/**
 * The job's key pair for TLS, on the curve P-256, computed from the job's secret: every rank computes the same one, so
 * nothing but the secret has to reach the ranks.
 *
 * <p>Is that sound? The private key is 512 bits from HMAC-SHA256 under the secret, reduced to the order of the curve
 * (as FIPS 186-5, A.2.1, does with random bits), so without the secret it is as good as random; the bias is below
 * 2<sup>-250</sup>. With the secret it is known, but whoever has that is a rank. It signs nothing but TLS handshakes,
 * each of which draws fresh keys for its connection: traffic that was recorded stays unreadable even if the secret
 * gets out later. The public key, which everybody on the wire may see, says no more about the secret than any public
 * key about its private one.
 *
 * <p>The JDK cannot compute a public key from a private one, so that is done here, with plain arithmetic whose time
 * depends on the key. It is done once per process, when nobody can measure it over the network, and checked with a
 * signature.
 *
 * <p><b>Threads:</b> immutable. <b>Allocates:</b> at construction.
 */
final class TlsKey {
    static final String SIGNATURE = "SHA256withECDSA";

    private static final BigInteger TWO = BigInteger.TWO;
    private static final BigInteger THREE = BigInteger.valueOf(3);

    private final PrivateKey privateKey;
    private final PublicKey publicKey;

    /**
     * The key pair that a seed gives.
     *
     * @param seed 64 bytes that nobody else knows
     */
    TlsKey(byte[] seed) throws GeneralSecurityException {
        AlgorithmParameters parameters = AlgorithmParameters.getInstance("EC");
        parameters.init(new ECGenParameterSpec("secp256r1"));
        ECParameterSpec curve = parameters.getParameterSpec(ECParameterSpec.class);
        // From 1 to order - 1: neither of the ends is a key.
        BigInteger scalar = new BigInteger(1, seed).mod(curve.getOrder().subtract(BigInteger.ONE)).add(BigInteger.ONE);
        KeyFactory factory = KeyFactory.getInstance("EC");
        privateKey = factory.generatePrivate(new ECPrivateKeySpec(scalar, curve));
        publicKey = factory.generatePublic(new ECPublicKeySpec(multiply(curve, scalar), curve));
        check();
    }

    PrivateKey privateKey() {
        return privateKey;
    }

    PublicKey publicKey() {
        return publicKey;
    }

    /** Signs with the private key. */
    byte[] sign(byte[] text) throws GeneralSecurityException {
        Signature signature = Signature.getInstance(SIGNATURE);
        signature.initSign(privateKey);
        signature.update(text);
        return signature.sign();
    }

    private void check() throws GeneralSecurityException {
        byte[] text = {1, 2, 3};
        Signature signature = Signature.getInstance(SIGNATURE);
        signature.initVerify(publicKey);
        signature.update(text);
        if (!signature.verify(sign(text))) {
            throw new GeneralSecurityException("the two keys of a pair do not belong together");
        }
    }

    /** The generator of the curve, {@code scalar} times: from the highest bit, double, and add where the bit is set. */
    private static ECPoint multiply(ECParameterSpec curve, BigInteger scalar) {
        BigInteger prime = ((ECFieldFp) curve.getCurve().getField()).getP();
        BigInteger a = curve.getCurve().getA();
        ECPoint sum = curve.getGenerator();
        for (int bit = scalar.bitLength() - 2; bit >= 0; bit--) {
            BigInteger x = sum.getAffineX();
            BigInteger tangent = x.modPow(TWO, prime).multiply(THREE).add(a)
                .multiply(sum.getAffineY().multiply(TWO).modInverse(prime));
            sum = meet(tangent, sum, sum, prime);
            if (scalar.testBit(bit)) {
                sum = add(sum, curve.getGenerator(), prime);
            }
        }
        return sum;
    }

    /** The sum of two points that are neither the same nor opposite; in {@link #multiply} they never are. */
    private static ECPoint add(ECPoint left, ECPoint right, BigInteger prime) {
        BigInteger chord = right.getAffineY().subtract(left.getAffineY())
            .multiply(right.getAffineX().subtract(left.getAffineX()).modInverse(prime));
        return meet(chord, left, right, prime);
    }

    /** Where the line through two points meets the curve again, mirrored. */
    private static ECPoint meet(BigInteger slope, ECPoint left, ECPoint right, BigInteger prime) {
        BigInteger x = slope.multiply(slope).subtract(left.getAffineX()).subtract(right.getAffineX()).mod(prime);
        BigInteger y = slope.multiply(left.getAffineX().subtract(x)).subtract(left.getAffineY()).mod(prime);
        return new ECPoint(x, y);
    }
}
