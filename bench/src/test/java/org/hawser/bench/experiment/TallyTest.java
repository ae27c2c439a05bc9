package org.hawser.bench.experiment;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.util.List;
import org.junit.jupiter.api.Test;

class TallyTest {
    private final Tally tally = new Tally();

    @Test
    void countsAreSummedOverTheJobsOfAContestant() {
        tally.add("integrated", Tally.line("progress", 30 << 10, "hybrid", 900));
        tally.add("traditional-write", Tally.line("progress", 30 << 10, "send-rendezvous", 7));
        tally.add("integrated", Tally.line("progress", 30 << 10, "hybrid", 100));
        tally.add("integrated", Tally.line("progress", 30 << 10, "eager", 1));
        tally.add("integrated", Tally.line("progress", 8, "eager", 2));
        assertEquals(List.of("messages of progress, 30 KiB: integrated hybrid 1,000, eager 1; "
            + "traditional-write send-rendezvous 7", "messages of progress, 8 B: integrated eager 2"), tally.lines());
    }

    @Test
    void otherLinesAreNoCounts() {
        assertFalse(Tally.isCount("@sample am"));
        assertThrows(IllegalArgumentException.class, () -> tally.add("integrated", "@count progress 8"));
    }
}
