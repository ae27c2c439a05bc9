package org.hawser.bench.experiment;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.Test;

class MemoryUseTest {
    @Test
    void aLineCarriesBothLooks() {
        MemoryUse use = new MemoryUse(1024, new MemoryUse.Look(1, 2, 3), new MemoryUse.Look(4, 5, 6));
        assertTrue(MemoryUse.isLine(use.toLine()));
        assertEquals(use, MemoryUse.parse(use.toLine()));
        assertFalse(MemoryUse.isLine("a word of the program's"));
    }

    @Test
    void theKernelTellsWhatIsResident() {
        assertTrue(ProcessMemory.resident() > 1 << 20);
        assertTrue(ProcessMemory.mostResident() > 1 << 20);
    }
}
