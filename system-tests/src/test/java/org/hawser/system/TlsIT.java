package org.hawser.system;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.io.InputStream;
import java.net.InetAddress;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.KeyStore;
import java.security.cert.X509Certificate;
import javax.net.ssl.KeyManagerFactory;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLSocket;
import javax.net.ssl.TrustManager;
import javax.net.ssl.X509TrustManager;
import org.hawser.launcher.job.JobSpec;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * Jobs whose connections are encrypted; on hosts with networks of their own, {@link NamespaceIT}, and with connections
 * that are cut, {@link TcpIT}.
 */
class TlsIT {
    private static final String PASSWORD = "password";
    private static final String SECONDS = Integer.toString(Integer.getInteger("hawser.traffic.seconds", 1));

    private static JobSpec.Builder encrypted(JobSpec.Builder builder) {
        return builder.jvmArgs("-Dhawser.fabric=tcp", "-Dhawser.tcp.tls=on");
    }

    @ParameterizedTest
    @CsvSource({"MpiPrograms, traffic, 2", "CollPrograms, mixture, 3", "RmaPrograms, mixture, 3",
        "PgasPrograms, random, 3"})
    void randomProgramsAddUp(String programs, String program, int ranks) throws Exception {
        RankJob.assertRuns(NodesIT.main(programs), ranks, TlsIT::encrypted, program, SECONDS);
    }

    /** One line at each side names both ranks, and what to do where something can be done. */
    @ParameterizedTest
    @CsvSource({"secret, key is not that of this job", "plain, hawser.tcp.tls"})
    void aRankThatDoesNotBelongIsRefusedAndToldWhy(String how, String why) throws Exception {
        RankJob job = RankJob.start(TcpPrograms.class, 2, builder -> encrypted(RankJob.brief(builder)), "estranged",
            how);
        assertNotEquals(0, job.await(), job::report);
        assertTrue(job.lines().stream().noneMatch("well"::equals), job::report);
        assertTrue(job.lines().stream().anyMatch(line -> line.contains(why)), job::report);
    }

    /** It knows the protocol, and shows a certificate that it has made itself. */
    @Test
    void aStrangerWithACertificateOfItsOwnIsRefusedAndTheJobGoesOn(@TempDir Path directory) throws Exception {
        SSLContext context = strange(directory);
        RankJob job = RankJob.start(TcpPrograms.class, 2, TlsIT::encrypted, "traffic", "2");
        job.whenAllAreUp(all -> assertRefused(context, all.pids().getFirst()));
        job.assertWell(2);
        assertEquals(1, job.lines().stream().filter(line -> line.contains("a connection was refused: TLS came to"))
            .count(), job::report);
    }

    private static void assertRefused(SSLContext context, long pid) {
        try (SSLSocket socket = (SSLSocket) context.getSocketFactory().createSocket(InetAddress.getLoopbackAddress(),
                Connections.listening(pid).getFirst())) {
            // The protocol has a client hear of its refusal when it first reads.
            assertThrows(IOException.class, () -> {
                socket.startHandshake();
                socket.getInputStream().read();
            });
        } catch (IOException e) {
            throw new IllegalStateException("cannot call a rank", e);
        }
    }

    /** Trusts everybody, with a key that nobody knows. */
    private static SSLContext strange(Path directory) throws Exception {
        Path file = directory.resolve("keys");
        Process keytool = new ProcessBuilder(Path.of(System.getProperty("java.home"), "bin", "keytool").toString(),
            "-genkeypair", "-keyalg", "EC", "-groupname", "secp256r1", "-dname", "CN=rank", "-alias", "rank",
            "-storetype", "PKCS12", "-storepass", PASSWORD, "-keystore", file.toString())
            .redirectError(ProcessBuilder.Redirect.DISCARD).start();
        assertEquals(0, keytool.waitFor());
        KeyStore keys = KeyStore.getInstance("PKCS12");
        try (InputStream in = Files.newInputStream(file)) {
            keys.load(in, PASSWORD.toCharArray());
        }
        KeyManagerFactory managers = KeyManagerFactory.getInstance("PKIX");
        managers.init(keys, PASSWORD.toCharArray());
        SSLContext context = SSLContext.getInstance("TLSv1.3");
        context.init(managers.getKeyManagers(), new TrustManager[] {new Trusting()}, null);
        return context;
    }

    /** Takes any certificate. */
    private static final class Trusting implements X509TrustManager {
        @Override
        public void checkClientTrusted(X509Certificate[] chain, String type) {
            throw new UnsupportedOperationException("no client comes here");
        }

        @Override
        public void checkServerTrusted(X509Certificate[] chain, String type) {
            // Whoever it is.
        }

        @Override
        public X509Certificate[] getAcceptedIssuers() {
            return new X509Certificate[0];
        }
    }
}
