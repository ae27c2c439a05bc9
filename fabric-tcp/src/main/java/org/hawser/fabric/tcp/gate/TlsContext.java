package org.hawser.fabric.tcp.gate;

import java.net.Socket;
import java.nio.channels.SocketChannel;
import java.security.GeneralSecurityException;
import java.security.MessageDigest;
import java.security.Principal;
import java.security.PrivateKey;
import java.security.cert.CertificateException;
import java.security.cert.X509Certificate;
import javax.net.ssl.KeyManager;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLEngine;
import javax.net.ssl.TrustManager;
import javax.net.ssl.X509ExtendedKeyManager;
import javax.net.ssl.X509ExtendedTrustManager;
import org.hawser.fabric.FabricException;

/**
 * How a job's connections are encrypted: TLS 1.3 and no other version. Both sides show the job's key
 * ({@link TlsKey}), and each accepts exactly that one; no certificate of the system's store gets anybody in.
 *
 * <p><b>Threads:</b> any. <b>Allocates:</b> at construction and per wire.
 */
final class TlsContext {
    private static final String[] PROTOCOLS = {"TLSv1.3"};
    private static final String[] CIPHERS = {"TLS_AES_128_GCM_SHA256", "TLS_AES_256_GCM_SHA384"};
    private static final byte TLS_ALERT = 21;
    private static final byte TLS_HANDSHAKE = 22;

    /** What to do when one side encrypts and the other does not. */
    static final String REMEDY = "; set hawser.tcp.tls (hawser run --tls) for all ranks or for none";

    private final SSLContext context;

    private TlsContext(SSLContext context) {
        this.context = context;
    }

    /** What the job's keys give. */
    static TlsContext of(JobKeys keys) {
        try {
            TlsKey key = new TlsKey(keys.tlsSeed());
            X509Certificate certificate = Certificates.selfSigned(key, "hawser job");
            SSLContext context = SSLContext.getInstance("TLSv1.3");
            context.init(new KeyManager[] {new OwnKey(key, certificate)},
                new TrustManager[] {new OnlyOwnKey(certificate)}, null);
            return new TlsContext(context);
        } catch (GeneralSecurityException e) {
            throw new FabricException(FabricException.Severity.FATAL,
                "this JVM cannot encrypt connections with TLS 1.3: hawser.tcp.tls=on: " + e.getMessage(), e);
        }
    }

    /** A wire over {@code channel} on which nothing goes unencrypted. */
    Wire wire(SocketChannel channel, boolean dialled) {
        SSLEngine engine = context.createSSLEngine();
        engine.setUseClientMode(dialled);
        if (!dialled) {
            engine.setNeedClientAuth(true);
        }
        engine.setEnabledProtocols(PROTOCOLS);
        engine.setEnabledCipherSuites(CIPHERS);
        return new TlsWire(channel, engine);
    }

    /** What to say about a first byte that is not Hawser's: TLS at a port without, perhaps. */
    static String hint(byte first) {
        boolean isTls = first == TLS_HANDSHAKE || first == TLS_ALERT;
        return isTls ? "; the peer uses TLS and this rank does not" + REMEDY : "";
    }

    /** Shows the job's certificate, whatever is asked for. */
    private static final class OwnKey extends X509ExtendedKeyManager {
        private static final String ALIAS = "job";

        private final TlsKey key;
        private final X509Certificate certificate;

        OwnKey(TlsKey key, X509Certificate certificate) {
            this.key = key;
            this.certificate = certificate;
        }

        @Override
        public String chooseEngineClientAlias(String[] types, Principal[] issuers, SSLEngine engine) {
            return ALIAS;
        }

        @Override
        public String chooseEngineServerAlias(String type, Principal[] issuers, SSLEngine engine) {
            return "EC".equals(type) ? ALIAS : null;
        }

        @Override
        public String[] getClientAliases(String type, Principal[] issuers) {
            return new String[] {ALIAS};
        }

        @Override
        public String[] getServerAliases(String type, Principal[] issuers) {
            return new String[] {ALIAS};
        }

        @Override
        public String chooseClientAlias(String[] types, Principal[] issuers, Socket socket) {
            return ALIAS;
        }

        @Override
        public String chooseServerAlias(String type, Principal[] issuers, Socket socket) {
            return ALIAS;
        }

        @Override
        public X509Certificate[] getCertificateChain(String alias) {
            return new X509Certificate[] {certificate};
        }

        @Override
        public PrivateKey getPrivateKey(String alias) {
            return key.privateKey();
        }
    }

    /** Accepts the job's key and no other; TLS itself has the peer prove that it holds the private half. */
    private static final class OnlyOwnKey extends X509ExtendedTrustManager {
        private final byte[] wanted;

        OnlyOwnKey(X509Certificate own) {
            wanted = own.getPublicKey().getEncoded();
        }

        private void check(X509Certificate[] chain) throws CertificateException {
            if (chain.length != 1 || !MessageDigest.isEqual(wanted, chain[0].getPublicKey().getEncoded())) {
                throw new CertificateException("the peer's key is not that of this job");
            }
        }

        @Override
        public void checkClientTrusted(X509Certificate[] chain, String type, Socket socket)
                throws CertificateException {
            check(chain);
        }

        @Override
        public void checkServerTrusted(X509Certificate[] chain, String type, Socket socket)
                throws CertificateException {
            check(chain);
        }

        @Override
        public void checkClientTrusted(X509Certificate[] chain, String type, SSLEngine engine)
                throws CertificateException {
            check(chain);
        }

        @Override
        public void checkServerTrusted(X509Certificate[] chain, String type, SSLEngine engine)
                throws CertificateException {
            check(chain);
        }

        @Override
        public void checkClientTrusted(X509Certificate[] chain, String type) throws CertificateException {
            check(chain);
        }

        @Override
        public void checkServerTrusted(X509Certificate[] chain, String type) throws CertificateException {
            check(chain);
        }

        @Override
        public X509Certificate[] getAcceptedIssuers() {
            return new X509Certificate[0];
        }
    }
}
