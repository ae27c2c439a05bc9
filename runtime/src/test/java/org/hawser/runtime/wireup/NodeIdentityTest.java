package org.hawser.runtime.wireup;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.Test;

class NodeIdentityTest {
    @Test
    void aNameThatWasGivenJoinsRanksWhateverTheirHostsAreCalled() {
        assertEquals(NodeIdentity.of("shared", "container-a"), NodeIdentity.of("shared", "container-b"));
        assertNotEquals(NodeIdentity.of("shared", "container-a"), NodeIdentity.of("other", "container-a"));
        assertNotEquals(NodeIdentity.of("a b", "container-a"), NodeIdentity.of("a-b", "container-a"));
    }

    @Test
    void withoutOneTheHostTells() {
        assertEquals(NodeIdentity.of(null, "container-a"), NodeIdentity.of(null, "container-a"));
        assertNotEquals(NodeIdentity.of(null, "container-a"), NodeIdentity.of(null, "container-b"));
        assertNotEquals(NodeIdentity.of(null, "shared"), NodeIdentity.of("shared", "shared"));
    }

    @Test
    void itSurvivesWhateverCarriesIt() {
        String odd = NodeIdentity.of("left wing=3; n\u00e4her", "host");
        assertTrue(odd.matches("left-wing-3--n-her-[0-9a-f]{16}"), odd);
        assertTrue(NodeIdentity.of("x".repeat(500), "host").length() < 100, "a process manager's values are short");
        assertTrue(NodeIdentity.of(null, "node7.site").startsWith("node7.site-"), NodeIdentity.of(null, "node7.site"));
    }
}
