package org.hawser.runtime.wireup;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class StartedByTest {
    @AfterEach
    void chooseByTheEnvironment() {
        System.clearProperty(StartedBy.SETTING);
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', value = {
        "NOBODY    |",
        "HAWSER    | HAWSER_JOB_ID=a HAWSER_RANK=0 PMI_FD=6 PMI_RANK=0 PMI_SIZE=2",
        "HAWSER    | HAWSER_RANK=0 HAWSER_SIZE=2",
        "DIRECTORY | HAWSER_RANK=0 HAWSER_SIZE=2 HAWSER_SHARED_DIR=/x SLURM_PROCID=0",
        "PMI       | PMI_FD=6 PMI_RANK=0 PMI_SIZE=2",
        "PMI       | PMI_PORT=host:99 PMI_ID=0",
        "PMI       | PMI_FD=6 PMI_RANK=0 PMI_SIZE=2 PMIX_NAMESPACE=n PMIX_RANK=0 PMIX_SERVER_URI41=u",
        "NOBODY    | PMI_RANK=0 PMI_SIZE=2",
        "NOBODY    | PMI_PORT=host:99",
        "PMIX      | PMIX_NAMESPACE=n PMIX_RANK=0 PMIX_SERVER_URI3=u SLURM_PROCID=0 SLURM_STEP_ID=1 "
            + "SLURM_STEP_NUM_TASKS=2",
        "NOBODY    | PMIX_NAMESPACE=n PMIX_RANK=0",
        "SLURM     | SLURM_PROCID=1 SLURM_STEP_ID=0 SLURM_STEP_NUM_TASKS=2 SLURM_JOB_ID=7",
    })
    void isToldByTheEnvironment(StartedBy expected, String variables) {
        assertEquals(expected, StartedBy.of(environment(variables)));
    }

    @ParameterizedTest
    @CsvSource({
        "SLURM_JOB_ID=6 SLURM_NTASKS=2 SLURM_NPROCS=2 SLURM_NNODES=1",
        "SLURM_JOB_ID=5 SLURM_NTASKS=2 SLURM_PROCID=0 SLURM_LOCALID=0 SLURM_TASK_PID=9",
        "SLURM_JOB_ID=5 SLURM_NTASKS=1 SLURM_PROCID=0 SLURM_STEP_ID=0 SLURM_STEP_NUM_TASKS=1",
        "SLURM_JOB_ID=5 SLURM_PROCID=0 SLURM_STEP_ID=4294967290 SLURM_STEP_NUM_TASKS=4",
        "SLURM_JOB_ID=5 SLURM_PROCID=4 SLURM_STEP_ID=0 SLURM_STEP_NUM_TASKS=4",
        "SLURM_JOB_ID=5 SLURM_PROCID=x SLURM_STEP_ID=0 SLURM_STEP_NUM_TASKS=4",
    })
    void aProgramInAnAllocationIsNoRankOfIt(String variables) {
        assertEquals(StartedBy.NOBODY, StartedBy.of(environment(variables)));
    }

    @Test
    void theSettingOverrules() {
        Map<String, String> hydra = environment("PMI_FD=6 PMI_RANK=0 PMI_SIZE=2");
        System.setProperty(StartedBy.SETTING, "none");
        assertEquals(StartedBy.NOBODY, StartedBy.of(hydra));
        System.setProperty(StartedBy.SETTING, "slurm");
        assertEquals(StartedBy.SLURM, StartedBy.of(hydra));
        System.setProperty(StartedBy.SETTING, "lsf");
        String said = assertThrows(IllegalArgumentException.class, () -> StartedBy.of(hydra)).getMessage();
        assertTrue(said.contains("hawser.manager=lsf") && said.contains("none, directory, pmi, pmix or slurm"), said);
    }

    @Test
    void aLineOfPmiIsReadByItsKeys() {
        PmiLine line = PmiLine.parse("cmd=get_result  msg=all is well value=a=b rc=0");
        assertEquals("get_result", line.command());
        assertEquals("a=b", line.get("value"));
        assertEquals("all is well", line.get("msg"));
        assertTrue(line.isGood());
        assertTrue(PmiLine.parse("cmd=x").isGood());
        assertEquals(null, PmiLine.parse("hello cmd=x"));
        assertEquals(null, PmiLine.parse("rc=0"));
        assertEquals(null, PmiLine.parse(""));
        assertEquals(null, PmiLine.parse("cmd=x n=-1").number("n", 0));
        assertEquals(null, PmiLine.parse("cmd=x n=1e9").number("n", 0));
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', value = {
        "0   | 0 1        | 1 | 2",
        "0   | 0 0        | 1 | 1",
        "0-3 | 0-3 0-3    | 2 | 2",
        "0-1 | 0-1 2-3,8  | 2 | 5",
        "0   | 0 unknown  | 1 | 1",
        "0   | 0 nonsense | 1 | 1",
        "0   | 0 3-1      | 1 | 1",
        "0   | 0 0-99999999 | 1 | 1",
    })
    void coresOfANodeAreThoseOfAllItsRanks(String own, String lists, int usable, int expected) {
        assertEquals(expected, NodeCores.count(own, List.of(lists.split(" ")), usable));
    }

    private static Map<String, String> environment(String variables) {
        Map<String, String> all = new HashMap<>();
        if (variables != null) {
            Arrays.stream(variables.split(" ")).map(one -> one.split("=")).forEach(one -> all.put(one[0], one[1]));
        }
        return all;
    }
}
