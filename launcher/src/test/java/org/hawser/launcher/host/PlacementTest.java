package org.hawser.launcher.host;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import org.hawser.launcher.job.UsageException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class PlacementTest {
    @ParameterizedTest
    @CsvSource(delimiter = '|', value = {
        "8 | a:4,b:4 | NODE | a,b | 0*4,1*4",
        "5 | a:4,b:4 | NODE | a,b | 0*4,1",
        "3 | a:4,b:4 | NODE | a | 0*3",
        "6 | a:4,b:4 | CYCLIC | a,b | 0,1,0,1,0,1",
        "6 | a:1,b:4,c:1 | CYCLIC | a,b,c | 0,1,2,1*3",
        "2 | a,b,c | CYCLIC | a,b | 0,1"})
    void ranksGoToSlots(int ranks, String hosts, Mapping mapping, String used, String nodes) throws Exception {
        Placement placement = Placement.of(ranks, HostList.parse(hosts), mapping, false);
        assertEquals(List.of(used.split(",")), placement.hosts());
        assertEquals(nodes, placement.nodes().toString());
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', value = {
        "5 | a:2,b:1 | NODE | 0*3,1*2",
        "5 | a:2,b:1 | CYCLIC | 0,1,0*2,1",
        "4 | a | NODE | 0*4"})
    void ranksBeyondTheSlotsAreDealtInTurn(int ranks, String hosts, Mapping mapping, String nodes) throws Exception {
        String refusal = assertThrows(UsageException.class,
            () -> Placement.of(ranks, HostList.parse(hosts), mapping, false)).getMessage();
        assertTrue(refusal.contains("--oversubscribe"), refusal);
        assertEquals(nodes, Placement.of(ranks, HostList.parse(hosts), mapping, true).nodes().toString());
    }

    @Test
    void noHostGetsMoreThanItsLimit() throws Exception {
        List<HostSlots> hosts = List.of(new HostSlots("a", 1, 2), new HostSlots("b", 1, HostSlots.ANY));
        assertEquals("0*2,1*3", Placement.of(5, hosts, Mapping.NODE, true).nodes().toString());
        List<HostSlots> few = List.of(new HostSlots("a", 1, 2));
        assertThrows(UsageException.class, () -> Placement.of(3, few, Mapping.NODE, true));
    }

    @Test
    void aRangeOfPortsHasOneForEachRankOfAHost() throws Exception {
        HostPlan plan = new HostPlan(Placement.of(8, HostList.parse("a:6,b:2"), Mapping.NODE, false),
            RemoteShell.ssh(null));
        assertEquals("4000-4005", PortRange.parse("4000-4005").checkedFor(8, plan).toString());
        assertThrows(UsageException.class, () -> PortRange.parse("4000-4004").checkedFor(8, plan));
        assertThrows(UsageException.class, () -> PortRange.parse("4000-4005").checkedFor(8, null));
        for (String wrong : List.of("x", "1-", "5-4", "0-9", "1-70000", "-5")) {
            assertThrows(UsageException.class, () -> PortRange.parse(wrong), wrong);
        }
    }

    @Test
    void aShellGetsWordsThatItCanJoinOrRun() {
        List<String> command = RemoteShell.of("kubectl exec -i", "/opt/my hawser's/hawser").agentOn("pod-1");
        assertEquals(List.of("kubectl", "exec", "-i", "pod-1", "env", "HAWSER_NO_BUILD=1"), command.subList(0, 6));
        assertEquals(List.of("'/opt/my hawser'\\''s/hawser'", "host-agent"),
            command.subList(command.size() - 2, command.size()));
        assertEquals("ssh", RemoteShell.of(null, null).name());
    }
}
