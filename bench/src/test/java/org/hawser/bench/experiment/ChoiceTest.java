package org.hawser.bench.experiment;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import java.util.Map;
import org.hawser.launcher.job.UsageException;
import org.junit.jupiter.api.Test;

class ChoiceTest {

    private static Choice choice(String collectives, String algorithms) throws UsageException {
        return Choice.of(list(collectives), List.of(), list(algorithms));
    }

    private static List<String> list(String text) {
        return text.isEmpty() ? List.of() : List.of(text.split(","));
    }

    @Test
    void anAlgorithmIsASettingOfTheJob() throws UsageException {
        assertEquals(Map.of("HAWSER_MPI_COLL_BCAST", "binomial", "HAWSER_MPI_COLL_ALLREDUCE", "ring"),
            choice("", "bcast=binomial,allreduce=ring").environment());
        assertEquals(Map.of("HAWSER_MPI_COLL_BCAST", "binomial"), choice("bcast", "binomial").environment());
        assertEquals(Map.of(), Choice.ALL.environment());
    }

    @Test
    void anAlgorithmAloneNeedsOneCollective() {
        assertTrue(assertThrows(UsageException.class, () -> choice("bcast,reduce", "binomial")).getMessage()
            .contains("COLLECTIVE=binomial"));
        assertThrows(UsageException.class, () -> choice("", "binomial"));
    }

    @Test
    void whatIsUnknownIsRefused() {
        assertTrue(assertThrows(UsageException.class, () -> choice("bcats", "")).getMessage()
            .startsWith("unknown collective: bcats (did you mean bcast?); there are barrier, "));
        assertThrows(UsageException.class, () -> choice("", "fold=ring"));
        assertThrows(UsageException.class, () -> Choice.of(List.of(), List.of("paper"), List.of()));
    }

    @Test
    void kindsOfMemoryChooseAmongParts() throws UsageException {
        Choice choice = Choice.of(List.of(), List.of("array"), List.of());
        assertTrue(choice.has(BufferKind.ARRAY) && choice.has(null) && !choice.has(BufferKind.DIRECT));
        Plan plan = new Plan(List.of(), List.of(), 0, false, List.of(), choice);
        assertEquals(List.of("collectives.array"), new CollectivesExperiment().contestants(plan).stream()
            .map(one -> one.experiment().name()).toList());
        assertFalse(new VectorsExperiment().contestants(plan).isEmpty());
    }
}
