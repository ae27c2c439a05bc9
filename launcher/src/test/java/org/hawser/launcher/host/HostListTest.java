package org.hawser.launcher.host;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Collectors;
import org.hawser.launcher.job.UsageException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class HostListTest {
    @TempDir
    private Path directory;

    @ParameterizedTest
    @CsvSource(delimiter = '|', value = {
        "a:4,b:4 | a:4,b:4",
        "a,b | a:1,b:1",
        "a,b,a | a:2,b:1",
        "a:2,a:3 | a:5",
        "me@a:2 | me@a:2",
        "[fe80::1%eth0]:2,[::2] | [fe80::1%eth0]:2,[::2]:1",
        "localhost:2,127.0.0.1:3,x | localhost:5,x:1",
        "a:2, b:3 | a:2,b:3"})
    void listsAreRead(String list, String expected) throws UsageException {
        assertEquals(expected, text(HostList.parse(list)));
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', value = {
        "a:4,b:x | entry 2 'b:x'",
        "a:0 | slots are from 1",
        "a:99999 | slots are from 1",
        "a,,b | entry 2",
        "-oProxyCommand=x | not a host's name",
        "a@-b | not a host's name",
        "$(x) | not a host's name",
        "a b | commas",
        "::1:4 | brackets",
        "[::1 | brackets",
        "::1] | brackets"})
    void mistakesInAListAreNamed(String list, String expected) {
        String message = assertThrows(UsageException.class, () -> HostList.parse(list)).getMessage();
        assertTrue(message.contains(expected) && message.contains("--hosts"), message);
    }

    @Test
    void filesOfOpenMpiMpichAndKubeflowAreRead() throws Exception {
        assertEquals("a:4,b:2,c:1,d:3", text(read("# hosts\n\na slots=4 max_slots=8\nb\tslots=2 # two\nc\nd:3\n")));
        assertEquals("job-worker-0.job.ns.svc:2,job-worker-1.job.ns.svc:2",
            text(read("job-worker-0.job.ns.svc slots=2\r\njob-worker-1.job.ns.svc:2\r\n")));
        assertEquals("a:3", text(read("a\na\na slots=1")));
        assertEquals("me@a:2", text(read("a slots=2 user=me")));
        assertEquals(8, read("a slots=4 max-slots=8").getFirst().most());
    }

    @ParameterizedTest
    @ValueSource(strings = {"a slot=4", "a slots=four", "a slots = 4", "a 4", "a slots=", "a slots=4 max_slots=2",
        "a,b", "a:b:c"})
    void mistakesInAFileAreNamedWithTheirLine(String line) {
        String message = assertThrows(UsageException.class, () -> read("# first\n" + line + "\nb\n")).getMessage();
        assertTrue(message.contains("hosts, line 2 '" + line + "': "), message);
    }

    @Test
    void aFileWithoutHostsIsRefused() {
        assertThrows(UsageException.class, () -> read("# nothing\n\n"));
        assertThrows(UsageException.class, () -> HostList.read(directory.resolve("none")));
        assertThrows(UsageException.class, () -> HostList.read(directory));
    }

    @Test
    void thisMachineIsKnownByItsOwnName() {
        assertTrue(LocalNames.isLocal(LocalNames.own()));
        assertTrue(LocalNames.isLocal("LocalHost"));
        assertEquals(false, LocalNames.isLocal("somebody@localhost"));
        assertEquals(false, LocalNames.isLocal("192.0.2.1"));
    }

    private List<HostSlots> read(String text) throws Exception {
        return HostList.read(Files.writeString(directory.resolve("hosts"), text));
    }

    private static String text(List<HostSlots> hosts) {
        return hosts.stream().map(HostSlots::toString).collect(Collectors.joining(","));
    }
}
