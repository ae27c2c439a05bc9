package org.hawser.launcher.job;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.List;
import org.junit.jupiter.api.Test;

class CoreBindingTest {

    @Test
    void readsListsOfCores() {
        assertEquals(List.of(0, 1, 2, 3, 8), CoreBinding.parse("0-3,8"));
        assertEquals(List.of(5), CoreBinding.parse("\t5\n"));
    }
}
