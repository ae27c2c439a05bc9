package org.hawser.runtime.wireup;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.UncheckedIOException;
import java.net.StandardProtocolFamily;
import java.net.UnixDomainSocketAddress;
import java.nio.channels.ServerSocketChannel;
import java.nio.file.Path;
import java.util.List;
import org.hawser.fabric.FabricException;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Agents that do not do what they are there for. */
@Timeout(60)
class LauncherWireUpTest {
    private static final String PATIENCE = "hawser.wireup.patience";

    @TempDir
    Path directory;

    private String before;

    @BeforeEach
    void beImpatient() {
        before = System.setProperty(PATIENCE, "1");
    }

    @AfterEach
    void bePatient() {
        if (before == null) {
            System.clearProperty(PATIENCE);
        } else {
            System.setProperty(PATIENCE, before);
        }
    }

    /** As one that was stopped: the kernel takes connections for it. */
    @Test
    void anAgentThatDoesNotAnswerIsNotWaitedForWithoutEnd() throws Exception {
        try (ServerSocketChannel deaf = ServerSocketChannel.open(StandardProtocolFamily.UNIX)) {
            deaf.bind(UnixDomainSocketAddress.of(LauncherDialogue.socketIn(directory)));
            LauncherWireUp ways = new LauncherWireUp(2, directory);
            List<Runnable> calls = List.of(ways::secret, () -> ways.publish("tcp", "here"),
                () -> ways.lookup(1, "tcp"));
            for (Runnable call : calls) {
                FabricException e = assertThrows(FabricException.class, call::run);
                assertEquals(FabricException.Severity.FATAL, e.severity());
                assertTrue(e.getMessage().contains("does not answer") && e.getMessage().contains("rank=2")
                    && e.getMessage().contains(PATIENCE), e.getMessage());
            }
        }
    }

    @Test
    void anAgentThatIsGoneIsNamed() {
        UncheckedIOException e = assertThrows(UncheckedIOException.class,
            () -> new LauncherWireUp(2, directory).secret());
        assertTrue(e.getMessage().contains("the launcher's agent on this host") && e.getMessage().contains("socket="),
            e.getMessage());
    }
}
