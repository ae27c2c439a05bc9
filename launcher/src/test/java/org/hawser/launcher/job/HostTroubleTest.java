package org.hawser.launcher.job;

import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import org.hawser.launcher.host.RemoteShell;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class HostTroubleTest {
    private static final RemoteShell SHELL = RemoteShell.of("pod-shell -v", "/opt/hawser/hawser");

    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '`', value = {
        "1 | Error from server (NotFound): pods \"w-7\" not found | kubectl get pods",
        "1 | Error from server (Forbidden): pods \"w-7\" is forbidden: User cannot create resource | pods/exec",
        "1 | The connection to the server localhost:8080 was refused - did you specify it? | service account",
        "126 | OCI runtime exec failed: exec failed: executable file not found in $PATH | --remote-hawser",
        "126 | env: '/opt/hawser/hawser': Permission denied | --remote-hawser",
        "127 | sh: 1: /opt/hawser/hawser: not found | --remote-hawser",
        "255 | me@w-7: Permission denied (publickey). | ssh-copy-id w-7",
        "255 | Cannot open network namespace \"w-7\": No such file or directory | by hand",
        "255 | ssh: connect to host w-7 port 22: No route to host | is it up"})
    void whatTheShellSaidLeadsToWhatHelps(int exitCode, String said, String remedy) {
        String message = HostTrouble.noAgent(SHELL, "w-7", exitCode, List.of(said)).getMessage();
        assertTrue(message.startsWith("host w-7: no agent starts there: pod-shell ended with code " + exitCode)
            && message.contains(said) && message.contains(remedy), message);
    }

    @Test
    void whereNothingIsKnownTheNextStepIsNamed() {
        for (HostException trouble : List.of(HostTrouble.noAgent(SHELL, "w-7", 0, List.of()),
                HostTrouble.noAgent(SHELL, "w-7", 3, List.of("out of order")),
                HostTrouble.silent(SHELL, "w-7", 30, List.of()))) {
            assertTrue(trouble.getMessage().contains("try 'pod-shell w-7 /opt/hawser/hawser --version' by hand"),
                trouble.getMessage());
        }
    }
}
