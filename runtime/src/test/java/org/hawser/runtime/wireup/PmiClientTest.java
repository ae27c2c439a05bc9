package org.hawser.runtime.wireup;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTimeoutPreemptively;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.hawser.fabric.FabricException;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class PmiClientTest {
    @AfterEach
    void haveTheUsual() {
        System.clearProperty("hawser.wireup.patience");
    }

    @Test
    void speaksTheDialogue() throws Exception {
        try (FakePmi manager = new FakePmi()) {
            KeyValues values = ProcessLaunch.connect(manager.environment());
            assertEquals(1, values.rank());
            assertEquals(2, values.size());
            values.put("node", "here");
            values.fence();
            assertEquals("here", values.get(1, "node"));
            assertNull(values.get(0, "node"));
            assertNull(values.end());
            values.close();
            assertEquals(List.of("cmd=initack pmiid=1", "cmd=init pmi_version=1 pmi_subversion=1", "cmd=get_maxes",
                "cmd=get_my_kvsname", "cmd=put kvsname=k_1 key=hawser-1-node value=here", "cmd=barrier_in",
                "cmd=get kvsname=k_1 key=hawser-1-node", "cmd=get kvsname=k_1 key=hawser-0-node", "cmd=finalize"),
                manager.heard());
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"initack", "init", "get_maxes", "get_my_kvsname", "put", "barrier_in", "get", "finalize"})
    void nonsenseInAnyLineIsAnError(String command) {
        for (String nonsense : List.of("", "hello", "HTTP/1.1 400", "cmd=", "cmd=other rc=0", "\u0001\u00ff",
                "x".repeat(70_000), "rc=0", "cmd=put_result\u0000")) {
            String said = failure(command, nonsense);
            assertTrue(said.contains("makes no sense"), said);
            assertTrue(said.contains("received=\""), said);
            assertTrue(said.contains("hawser.manager=none"), said);
            assertTrue(said.length() < 2_000, said);
        }
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', value = {
        "initack        | cmd=initack rc=0;cmd=set rank=1;cmd=set debug=0;cmd=set debug=0",
        "initack        | cmd=initack rc=0;cmd=set size=2;cmd=set rank=2;cmd=set debug=0",
        "initack        | cmd=initack rc=0;cmd=set size=-1;cmd=set rank=0;cmd=set debug=0",
        "initack        | cmd=initack rc=0;cmd=set size=two;cmd=set rank=0;cmd=set debug=0",
        "init           | cmd=response_to_init pmi_version=2 pmi_subversion=0 rc=0",
        "init           | cmd=response_to_init",
        "get_maxes      | cmd=maxes keylen_max=64",
        "get_maxes      | cmd=maxes keylen_max=many vallen_max=1024",
        "get_my_kvsname | cmd=my_kvsname",
        "get            | cmd=get_result rc=0",
        "get            | cmd=get_result rc=0 value=",
    })
    void anAnswerWithoutWhatIsAskedForIsAnError(String command, String answer) {
        String said = failure(command, answer.replace(';', '\n'));
        assertTrue(said.contains("makes no sense"), said);
    }

    @ParameterizedTest
    @ValueSource(strings = {"initack", "init", "get_maxes", "get_my_kvsname", "put", "barrier_in", "get", "finalize"})
    void aManagerThatClosesIsAnError(String command) {
        String said = failure(command, FakePmi.CLOSE);
        assertTrue(said.contains("the process manager is gone"), said);
        assertTrue(said.contains("received=nothing"), said);
    }

    @ParameterizedTest
    @ValueSource(strings = {"initack", "init", "barrier_in"})
    void aManagerThatHangsIsAnError(String command) {
        System.setProperty("hawser.wireup.patience", "1");
        String said = failure(command, FakePmi.HANG);
        assertTrue(said.contains("does not answer"), said);
        assertTrue(said.contains("waited=1s (hawser.wireup.patience)"), said);
    }

    @ParameterizedTest
    @CsvSource({"init, cmd=response_to_init rc=-1 pmi_version=1", "put, cmd=put_result rc=-1 msg=no_room",
        "barrier_in, cmd=barrier_out rc=-1 msg=rank_0_has_ended", "finalize, cmd=finalize_ack rc=3"})
    void aRefusalIsAnError(String command, String answer) {
        String said = failure(command, answer);
        assertTrue(said.contains("the process manager refuses"), said);
    }

    @Test
    void noMessageTellsTheSecret() {
        assertFalse(failure("put", "cmd=put_result rc=-1").contains("the-value"));
        assertFalse(failure("put", "nonsense").contains("the-value"));
    }

    @Test
    void aValueThatTheManagerCannotHoldIsRefused() throws Exception {
        try (FakePmi manager = new FakePmi().when("get_maxes", "cmd=maxes keylen_max=64 vallen_max=16");
                KeyValues values = ProcessLaunch.connect(manager.environment())) {
            values.put("node", "x".repeat(15));
            String said = assertThrows(FabricException.class, () -> values.put("node", "x".repeat(16))).getMessage();
            assertTrue(said.contains("length=16 longest=15"), said);
        }
    }

    @Test
    void aManagerThatGoesIsNoticedBetweenCalls() throws Exception {
        try (FakePmi manager = new FakePmi().when("get", FakePmi.CLOSE)) {
            KeyValues values = ProcessLaunch.connect(manager.environment());
            assertNull(values.end());
            assertThrows(FabricException.class, () -> values.get(0, "node"));
            String end = values.end();
            assertTrue(end.contains("process manager is gone"), end);
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"127.0.0.1:1", "nonsense", "no.such.host.invalid:99", "127.0.0.1:99999999"})
    void anAddressWhereNobodyIsIsAnError(String port) {
        String said = assertThrows(FabricException.class, () -> ProcessLaunch.connect(Map.of("PMI_PORT", port, "PMI_ID",
            "3"))).getMessage();
        assertTrue(said.contains("rank=3 host=" + Host.name()) && said.contains(port), said);
    }

    /** What a rank says that is answered so; it says who and where it is, and whom it asked. */
    private static String failure(String command, String answer) {
        return assertTimeoutPreemptively(Duration.ofSeconds(60), () -> {
            try (FakePmi manager = new FakePmi().when(command, answer)) {
                String said = assertThrows(FabricException.class, () -> {
                    KeyValues values = ProcessLaunch.connect(manager.environment());
                    values.put("node", "the-value");
                    values.fence();
                    values.get(1, "node");
                    values.close();
                }).getMessage();
                assertTrue(said.contains("rank=1") && said.contains("host=" + Host.name()), said);
                assertTrue(said.contains("manager=PMI at 127.0.0.1:"), said);
                return said;
            }
        });
    }
}
