package org.hawser.bench.report;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.hawser.bench.BenchRecord;

/**
 * Records in files that programs read.
 *
 * <p><b>Threads:</b> stateless.
 */
public final class ReportFiles {

    private ReportFiles() {
    }

    /** One JSON record per line and nothing else. */
    public static void json(Path file, List<BenchRecord> records) throws IOException {
        Files.write(file, records.stream().map(BenchRecord::toJson).toList());
    }

    /** A line of names, then one line per record; empty cells where there is no peer. */
    public static void csv(Path file, List<BenchRecord> records) throws IOException {
        List<String> lines = new ArrayList<>();
        lines.add("bench,provider,ranks,size,place,metric,unit,p10,p50,p90,peer,ratio");
        for (BenchRecord record : records) {
            lines.add(String.join(",", record.bench(), record.provider(), Integer.toString(record.ranks()),
                Long.toString(record.size()), record.place().word(), record.metric().word(), record.unit(),
                Double.toString(record.p10()), Double.toString(record.p50()), Double.toString(record.p90()),
                record.peer() == null ? "" : record.peer(), record.ratio() == null ? "" : record.ratio().toString()));
        }
        Files.write(file, lines);
    }
}
