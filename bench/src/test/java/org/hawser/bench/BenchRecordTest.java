package org.hawser.bench;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.Test;

class BenchRecordTest {

    private static BenchRecord record(String peer, Double ratio) {
        return new BenchRecord("am", "shm", 2, 8, Place.NEAR, Metric.LATENCY, "ns", 110, 112.25, 3.14159, peer, ratio);
    }

    @Test
    void oursHasNoPeerKey() {
        assertEquals("{\"bench\":\"am\",\"provider\":\"shm\",\"ranks\":2,\"size\":8,\"place\":\"near\","
            + "\"metric\":\"latency\",\"unit\":\"ns\",\"p10\":110,\"p50\":112.25,\"p90\":3.1416}",
            record(null, null).toJson());
    }

    @Test
    void aPeersRecordEndsWithItsNameAndOurRatio() {
        assertTrue(record("openmpi", 0.5).toJson().endsWith(",\"peer\":\"openmpi\",\"ratio\":0.5}"));
    }

    @Test
    void aRatioThatIsNotKnownIsNull() {
        assertTrue(record("openmpi", null).toJson().endsWith("\"ratio\":null}"));
    }

    @Test
    void numbersAreJsonNumbers() {
        assertEquals("null", BenchRecord.number(Double.NaN));
        assertEquals("null", BenchRecord.number(Double.POSITIVE_INFINITY));
        assertEquals("0", BenchRecord.number(0));
        assertEquals("40000000", BenchRecord.number(4e7));
        assertEquals("100", BenchRecord.number(100));
    }

    @Test
    void textIsEscaped() {
        assertEquals("\"a\\\"b\\\\c\\u000a\"", BenchRecord.quoted("a\"b\\c\n"));
    }

    @Test
    void comparableMeansTheSameOperationInTheSamePlace() {
        BenchRecord far = new BenchRecord("am", "shm", 2, 8, Place.FAR, Metric.LATENCY, "ns", 1, 2, 3, null, null);
        assertTrue(record(null, null).isComparable(record("raw", 2.0)));
        assertFalse(record(null, null).isComparable(far));
    }
}
