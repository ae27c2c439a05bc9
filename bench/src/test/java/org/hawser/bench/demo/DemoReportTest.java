package org.hawser.bench.demo;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;

import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import org.junit.jupiter.api.Test;

class DemoReportTest {

    @Test
    void whatIsPrintedIsReadToTheLastBit() {
        ByteArrayOutputStream printed = new ByteArrayOutputStream();
        PrintStream before = System.out;
        System.setOut(new PrintStream(printed));
        try {
            DemoReport.print(DemoReport.STEP, 100, 1.0 / 3, 123456789012.0);
        } finally {
            System.setOut(before);
        }
        DemoReport report = DemoReport.parse(printed.toString().trim());
        assertEquals(DemoReport.STEP, report.kind());
        assertArrayEquals(new double[] {100, 1.0 / 3, 123456789012.0}, report.values());
    }

    @Test
    void otherLinesAreNoReports() {
        assertNull(DemoReport.parse(""));
        assertNull(DemoReport.parse("WARNING: something about the JVM"));
        assertNull(DemoReport.parse("hawser-demo step"));
    }
}
