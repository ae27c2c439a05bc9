package org.hawser.fabric.tcp.gate;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;

import java.math.BigInteger;
import java.security.cert.X509Certificate;
import java.security.interfaces.ECPrivateKey;
import java.security.interfaces.ECPublicKey;
import java.util.Arrays;
import org.junit.jupiter.api.Test;

class TlsKeyTest {
    /** The test vector of RFC 6979, A.2.5. */
    private static final BigInteger SCALAR =
        new BigInteger("C9AFA9D845BA75166B5C215767B1D6934E50C3DB36E89B127B8A622B120F6721", 16);
    private static final BigInteger X =
        new BigInteger("60FED4BA255A9D31C961EB74C6356D68C049B8923B61FA6CE669622E60F29FB6", 16);
    private static final BigInteger Y =
        new BigInteger("7903FE1008B8BC99A41AE9E95628BC64F2F1B20C2D7E9F5177A3C294D4462299", 16);

    private static byte[] seedFor(BigInteger scalar) {
        byte[] number = scalar.subtract(BigInteger.ONE).toByteArray();
        byte[] seed = new byte[64];
        System.arraycopy(number, 0, seed, seed.length - number.length, number.length);
        return seed;
    }

    @Test
    void thePublicKeyIsThatOfThePrivateOne() throws Exception {
        TlsKey key = new TlsKey(seedFor(SCALAR));

        assertEquals(SCALAR, ((ECPrivateKey) key.privateKey()).getS());
        assertEquals(X, ((ECPublicKey) key.publicKey()).getW().getAffineX());
        assertEquals(Y, ((ECPublicKey) key.publicKey()).getW().getAffineY());
    }

    @Test
    void everyRankComputesTheSameKeyFromTheSecret() throws Exception {
        byte[] one = new TlsKey(new JobKeys(GateBench.secret(1)).tlsSeed()).publicKey().getEncoded();
        byte[] same = new TlsKey(new JobKeys(GateBench.secret(1)).tlsSeed()).publicKey().getEncoded();
        byte[] other = new TlsKey(new JobKeys(GateBench.secret(2)).tlsSeed()).publicKey().getEncoded();

        assertArrayEquals(one, same);
        assertFalse(Arrays.equals(one, other));
    }

    @Test
    void theCertificateIsOneAndIsSignedWithItsOwnKey() throws Exception {
        TlsKey key = new TlsKey(new JobKeys(GateBench.secret(3)).tlsSeed());
        X509Certificate certificate = Certificates.selfSigned(key, "a job of somebody");

        certificate.verify(key.publicKey());
        certificate.checkValidity();
        assertEquals("CN=a job of somebody", certificate.getSubjectX500Principal().getName());
        assertArrayEquals(key.publicKey().getEncoded(), certificate.getPublicKey().getEncoded());
    }

    @Test
    void smallScalarsAreKeysToo() throws Exception {
        for (int scalar : new int[] {2, 3, 4, 5}) {
            assertEquals(BigInteger.valueOf(scalar),
                ((ECPrivateKey) new TlsKey(seedFor(BigInteger.valueOf(scalar))).privateKey()).getS());
        }
    }
}
