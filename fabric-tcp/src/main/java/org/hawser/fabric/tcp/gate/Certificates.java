package org.hawser.fabric.tcp.gate;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.security.cert.CertificateFactory;
import java.security.cert.X509Certificate;

/**
 * Writes the certificate that TLS wants to see around a public key. Nobody reads more of it than that key: the other
 * ranks know which one it must be, so its dates and names mean nothing, and no clock has to be right.
 *
 * <p>The form is DER of X.509, as RFC 5280 has it in section 4.1; the JDK has no public way to make one.
 *
 * <p><b>Threads:</b> any.
 */
final class Certificates {
    private static final int INTEGER = 0x02;
    private static final int BIT_STRING = 0x03;
    private static final int OBJECT_ID = 0x06;
    private static final int UTF8_STRING = 0x0c;
    private static final int UTC_TIME = 0x17;
    private static final int GENERALIZED_TIME = 0x18;
    private static final int SEQUENCE = 0x30;
    private static final int SET = 0x31;

    /** 1.2.840.10045.4.3.2, ECDSA with SHA-256. */
    private static final byte[] ECDSA_SHA256 = {0x2a, (byte) 0x86, 0x48, (byte) 0xce, 0x3d, 0x04, 0x03, 0x02};
    /** 2.5.4.3, a common name. */
    private static final byte[] COMMON_NAME = {0x55, 0x04, 0x03};

    private Certificates() {
    }

    /** A certificate for a key, signed with itself. */
    static X509Certificate selfSigned(TlsKey key, String name) throws GeneralSecurityException {
        byte[] algorithm = der(SEQUENCE, der(OBJECT_ID, ECDSA_SHA256));
        byte[] names = der(SEQUENCE, der(SET, der(SEQUENCE, der(OBJECT_ID, COMMON_NAME), text(UTF8_STRING, name))));
        byte[] validity = der(SEQUENCE, text(UTC_TIME, "000101000000Z"), text(GENERALIZED_TIME, "99991231235959Z"));
        byte[] serial = der(INTEGER, new byte[] {1});
        byte[] content = der(SEQUENCE, serial, algorithm, names, validity, names, key.publicKey().getEncoded());
        // A bit string begins with the number of bits that its last byte leaves unused.
        byte[] signature = der(BIT_STRING, new byte[] {0}, key.sign(content));
        byte[] whole = der(SEQUENCE, content, algorithm, signature);
        return (X509Certificate) CertificateFactory.getInstance("X.509")
            .generateCertificate(new ByteArrayInputStream(whole));
    }

    private static byte[] text(int type, String text) {
        return der(type, text.getBytes(StandardCharsets.UTF_8));
    }

    /** A value of DER: type, length, and the parts. */
    private static byte[] der(int type, byte[]... parts) {
        int length = 0;
        for (byte[] part : parts) {
            length += part.length;
        }
        ByteArrayOutputStream out = new ByteArrayOutputStream(length + 4);
        out.write(type);
        if (length < 0x80) {
            out.write(length);
        } else if (length < 0x100) {
            out.write(0x81);
            out.write(length);
        } else {
            out.write(0x82);
            out.write(length >>> 8);
            out.write(length);
        }
        for (byte[] part : parts) {
            out.writeBytes(part);
        }
        return out.toByteArray();
    }
}
