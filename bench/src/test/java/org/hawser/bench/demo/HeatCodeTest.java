package org.hawser.bench.demo;

import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;

/** What the demo shows as code is code that it runs. */
class HeatCodeTest {
    private static final Path SOURCES = Path.of("../examples/src/main/java/org/hawser/examples/heat");

    @Test
    void everyLineIsInTheProgram() throws IOException {
        String mpi = Files.readString(SOURCES.resolve("MpiHalo.java"));
        String pgas = Files.readString(SOURCES.resolve("PgasHalo.java"));
        for (HeatCode.Part part : HeatCode.PARTS) {
            inOrder(mpi, part.mpi());
            inOrder(pgas, part.pgas());
        }
    }

    private static void inOrder(String program, List<String> lines) {
        int from = 0;
        for (String line : lines) {
            int found = program.indexOf(line, from);
            assertTrue(found >= 0, line);
            from = found + line.length();
        }
    }
}
