package org.hawser.fabric.tcp.gate;

import java.net.Socket;
import java.nio.channels.SocketChannel;
import java.security.GeneralSecurityException;
import java.security.MessageDigest;
import java.security.Principal;
import java.security.PrivateKey;
import java.security.cert.CertificateException;
import java.security.cert.X509Certificate;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import javax.net.ssl.ExtendedSSLSession;
import javax.net.ssl.KeyManager;
import javax.net.ssl.SNIHostName;
import javax.net.ssl.SNIServerName;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLEngine;
import javax.net.ssl.SSLParameters;
import javax.net.ssl.TrustManager;
import javax.net.ssl.X509ExtendedKeyManager;
import javax.net.ssl.X509ExtendedTrustManager;
import org.hawser.fabric.FabricException;

/**
 * How a job's connections are encrypted: TLS 1.3 and no other version. Both sides show the same key ({@link TlsKey}),
 * and each accepts exactly that one; no certificate of the system's store gets anybody in. Connections inside the job
 * have the job's key, those to and from ranks of another job a key of their own. Which one it is says the name that the
 * dialling side asks for.
 *
 * <p><b>Threads:</b> any. <b>Allocates:</b> at construction, per job and per wire.
 */
final class TlsContext {
    private static final String[] PROTOCOLS = {"TLSv1.3"};
    private static final String[] CIPHERS = {"TLS_AES_128_GCM_SHA256", "TLS_AES_256_GCM_SHA384"};
    private static final byte TLS_ALERT = 21;
    private static final byte TLS_HANDSHAKE = 22;

    /** What to do when one side encrypts and the other does not. */
    static final String REMEDY = "; set hawser.tcp.tls (hawser run --tls) for all ranks or for none";

    private final SSLContext context;
    private final Pair own;
    /** The keys of connections from here and to here, by the name that is asked for. */
    private final Map<String, Pair> dialled = new ConcurrentHashMap<>();
    private final Map<String, Pair> accepted = new ConcurrentHashMap<>();

    /** A key and what is shown of it. */
    private record Pair(TlsKey key, X509Certificate certificate) {
    }

    private TlsContext(JobKeys keys) throws GeneralSecurityException {
        own = pair(keys);
        accepted.put(name(keys), own);
        dialled.put(name(keys), own);
        context = SSLContext.getInstance("TLSv1.3");
        context.init(new KeyManager[] {new OwnKey()}, new TrustManager[] {new OnlyOwnKey()}, null);
    }

    /** What the job's keys give. */
    static TlsContext of(JobKeys keys) {
        try {
            return new TlsContext(keys);
        } catch (GeneralSecurityException e) {
            throw cannot(e);
        }
    }

    private static FabricException cannot(GeneralSecurityException e) {
        return new FabricException(FabricException.Severity.FATAL,
            "this JVM cannot encrypt connections with TLS 1.3: hawser.tcp.tls=on: " + e.getMessage(), e);
    }

    /** Lets those in from now on who have these keys. */
    void accept(JobKeys keys) {
        accepted.computeIfAbsent(name(keys), name -> pair(keys));
    }

    private static Pair pair(JobKeys keys) {
        try {
            TlsKey key = new TlsKey(keys.tlsSeed());
            return new Pair(key, Certificates.selfSigned(key, "hawser job"));
        } catch (GeneralSecurityException e) {
            throw cannot(e);
        }
    }

    /** By which the dialling side says which keys it has; not a secret. */
    private static String name(JobKeys keys) {
        return "job-" + HexFormat.of().toHexDigits(keys.tag()) + ".hawser";
    }

    /** A wire over a channel to somebody with these keys, on which nothing goes unencrypted. */
    Wire wireTo(SocketChannel channel, JobKeys keys) {
        String name = name(keys);
        dialled.computeIfAbsent(name, absent -> pair(keys));
        SSLEngine engine = context.createSSLEngine();
        engine.setUseClientMode(true);
        SSLParameters parameters = parameters();
        parameters.setServerNames(List.of(new SNIHostName(name)));
        engine.setSSLParameters(parameters);
        return new TlsWire(channel, engine);
    }

    /** A wire over a channel that somebody has made who has yet to say who it is. */
    Wire wireFrom(SocketChannel channel) {
        SSLEngine engine = context.createSSLEngine();
        engine.setUseClientMode(false);
        SSLParameters parameters = parameters();
        parameters.setNeedClientAuth(true);
        engine.setSSLParameters(parameters);
        return new TlsWire(channel, engine);
    }

    private static SSLParameters parameters() {
        return new SSLParameters(CIPHERS, PROTOCOLS);
    }

    /** The name that was asked for on this connection, by this side or the other; null when there is none. */
    private static String nameOn(SSLEngine engine) {
        List<SNIServerName> names = engine.getUseClientMode() ? engine.getSSLParameters().getServerNames()
            : ((ExtendedSSLSession) engine.getHandshakeSession()).getRequestedServerNames();
        return names != null && names.size() == 1 && names.getFirst() instanceof SNIHostName host
            ? host.getAsciiName() : null;
    }

    /** Of this connection: this job's where a name is asked for that nobody has, and then the other side goes away. */
    private Pair pairOn(SSLEngine engine) {
        String name = nameOn(engine);
        Pair known = name == null ? null : (engine.getUseClientMode() ? dialled : accepted).get(name);
        return known == null ? own : known;
    }

    /** What to say about a first byte that is not Hawser's: TLS at a port without, perhaps. */
    static String hint(byte first) {
        boolean isTls = first == TLS_HANDSHAKE || first == TLS_ALERT;
        return isTls ? "; the peer uses TLS and this rank does not" + REMEDY : "";
    }

    /** Shows the certificate that belongs to the name that was asked for. */
    private final class OwnKey extends X509ExtendedKeyManager {
        private static final String DIALLED = "to ";
        private static final String ACCEPTED = "from ";

        private Pair pair(String alias) {
            return alias.startsWith(DIALLED) ? dialled.getOrDefault(alias.substring(DIALLED.length()), own)
                : accepted.getOrDefault(alias.substring(ACCEPTED.length()), own);
        }

        @Override
        public String chooseEngineClientAlias(String[] types, Principal[] issuers, SSLEngine engine) {
            return DIALLED + nameOn(engine);
        }

        @Override
        public String chooseEngineServerAlias(String type, Principal[] issuers, SSLEngine engine) {
            return "EC".equals(type) ? ACCEPTED + nameOn(engine) : null;
        }

        @Override
        public String[] getClientAliases(String type, Principal[] issuers) {
            return null;
        }

        @Override
        public String[] getServerAliases(String type, Principal[] issuers) {
            return null;
        }

        @Override
        public String chooseClientAlias(String[] types, Principal[] issuers, Socket socket) {
            return null;
        }

        @Override
        public String chooseServerAlias(String type, Principal[] issuers, Socket socket) {
            return null;
        }

        @Override
        public X509Certificate[] getCertificateChain(String alias) {
            return new X509Certificate[] {pair(alias).certificate};
        }

        @Override
        public PrivateKey getPrivateKey(String alias) {
            return pair(alias).key.privateKey();
        }
    }

    /** Accepts the connection's own key and no other; TLS itself has the peer prove that it holds the private half. */
    private final class OnlyOwnKey extends X509ExtendedTrustManager {
        private void check(X509Certificate[] chain, SSLEngine engine) throws CertificateException {
            Pair wanted = engine == null ? own : pairOn(engine);
            if (chain.length != 1 || !MessageDigest.isEqual(wanted.certificate.getPublicKey().getEncoded(),
                    chain[0].getPublicKey().getEncoded())) {
                throw new CertificateException("the peer's key is not that of this job");
            }
        }

        @Override
        public void checkClientTrusted(X509Certificate[] chain, String type, Socket socket)
                throws CertificateException {
            check(chain, null);
        }

        @Override
        public void checkServerTrusted(X509Certificate[] chain, String type, Socket socket)
                throws CertificateException {
            check(chain, null);
        }

        @Override
        public void checkClientTrusted(X509Certificate[] chain, String type, SSLEngine engine)
                throws CertificateException {
            check(chain, engine);
        }

        @Override
        public void checkServerTrusted(X509Certificate[] chain, String type, SSLEngine engine)
                throws CertificateException {
            check(chain, engine);
        }

        @Override
        public void checkClientTrusted(X509Certificate[] chain, String type) throws CertificateException {
            check(chain, null);
        }

        @Override
        public void checkServerTrusted(X509Certificate[] chain, String type) throws CertificateException {
            check(chain, null);
        }

        @Override
        public X509Certificate[] getAcceptedIssuers() {
            return new X509Certificate[0];
        }
    }
}
