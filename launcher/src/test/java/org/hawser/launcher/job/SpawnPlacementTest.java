package org.hawser.launcher.job;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.List;
import org.hawser.launcher.host.LocalNames;
import org.hawser.launcher.host.Placement;
import org.hawser.runtime.spawn.SpawnException;
import org.hawser.runtime.spawn.SpawnRequest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class SpawnPlacementTest {
    private static final List<String> HOSTS = List.of(LocalNames.LOCAL, "b", "c");

    private static SpawnRequest request(int count, String... hosts) {
        List<SpawnRequest.Program> programs = new ArrayList<>();
        for (String each : hosts) {
            programs.add(new SpawnRequest.Program("Main", List.of(), count, "", "", each));
        }
        return new SpawnRequest("parent", programs);
    }

    @ParameterizedTest
    @CsvSource(delimiter = ';', value = {"'';localhost,b,c;0,1,2,0", "b;b;0*4", "c,localhost;c,localhost;0,1,0,1",
        "b:3,c;b,c;0*3,1", "127.0.0.1;localhost;0*4"})
    void ranksGoToHostsInTurn(String hint, String hosts, String nodes) throws SpawnException {
        Placement placement = SpawnPlacement.of(request(4, hint), HOSTS);
        assertEquals(List.of(hosts.split(",")), placement.hosts());
        assertEquals(nodes, placement.nodes().toString());
    }

    @Test
    void programsFollowEachOther() throws SpawnException {
        Placement placement = SpawnPlacement.of(request(2, "", "", "c"), HOSTS);
        assertEquals(HOSTS, placement.hosts());
        assertEquals("0,1,2,0,2*2", placement.nodes().toString());
    }

    @Test
    void hostThatTheJobDoesNotHaveIsAnErrorThatNamesThoseItHas() {
        SpawnException e = assertThrows(SpawnException.class, () -> SpawnPlacement.of(request(1, "", "b,d"), HOSTS));
        assertEquals(1, e.program());
        assertTrue(e.getMessage().contains("host=d hosts=localhost,b,c"), e.getMessage());
        assertThrows(SpawnException.class, () -> SpawnPlacement.of(request(1, "b:x"), HOSTS));
        assertThrows(SpawnException.class, () -> SpawnPlacement.of(request(1, LocalNames.LOCAL), List.of("b")));
    }
}
