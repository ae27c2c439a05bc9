package org.hawser.runtime;

import static org.junit.jupiter.api.Assertions.assertEquals;

import org.junit.jupiter.api.Test;

class ReservedTest {
    @Test
    void aTableHasRoomForTheHandlerAndNeverForTheRuntimesOwn() {
        assertEquals(128, Reserved.tableFor(64));
        assertEquals(128, Reserved.tableFor(127));
        assertEquals(Reserved.FIRST, Reserved.tableFor(40_000));
        assertEquals(Reserved.FIRST, Reserved.tableFor(Reserved.FIRST - 1));
    }
}
