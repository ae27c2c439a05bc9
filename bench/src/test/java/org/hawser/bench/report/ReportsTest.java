package org.hawser.bench.report;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.hawser.bench.BenchRecord;
import org.hawser.bench.Metric;
import org.hawser.bench.Place;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ReportsTest {
    private static final List<BenchRecord> RECORDS = List.of(
        record(64, 1_000, null), record(64, 2_000, "memcpy"),
        record(4096, 50_000, null), record(4096, 60_000, "memcpy"));

    @TempDir
    private Path directory;

    private static BenchRecord record(long size, double value, String peer) {
        return new BenchRecord("put", "shm", 2, size, Place.NEAR, Metric.BANDWIDTH, "MB/s", value, value, value, peer,
            peer == null ? null : 0.5);
    }

    @Test
    void jsonIsOneRecordPerLine() throws IOException {
        Path file = directory.resolve("r.json");
        ReportFiles.json(file, RECORDS);
        assertEquals(RECORDS.stream().map(BenchRecord::toJson).toList(), Files.readAllLines(file));
    }

    @Test
    void csvHasAsManyCellsInEveryLine() throws IOException {
        Path file = directory.resolve("r.csv");
        ReportFiles.csv(file, RECORDS);
        List<String> lines = Files.readAllLines(file);
        assertEquals(5, lines.size());
        lines.forEach(line -> assertEquals(12, line.split(",", -1).length, line));
    }

    @Test
    void aPageNeedsNothingElseAndShowsPlotAndFacts() throws IOException {
        Path file = directory.resolve("r.html");
        HtmlReport.write(file, Map.of("command", "hawser bench <put>"), RECORDS, List.of("1 < 2"));
        String page = Files.readString(file);
        assertTrue(page.contains("<svg") && page.contains("hawser bench &lt;put&gt;"));
        assertTrue(page.contains("<pre>1 &lt; 2</pre>"));
        assertFalse(page.contains("<script") || page.contains("<link") || page.contains("src="));
    }

    @Test
    void tablesAreAligned() {
        List<String> lines = TextReport.of(RECORDS);
        assertEquals(2 + RECORDS.size(), lines.size());
        int column = lines.getFirst().indexOf("place");
        lines.stream().skip(2).forEach(line -> assertEquals("near", line.substring(column, column + 4)));
    }

    @Test
    void progressIsSilentAtFirst() {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        try (ProgressLine line = new ProgressLine(new PrintStream(bytes), true)) {
            line.show("working");
        }
        assertEquals(0, bytes.size());
    }
}
