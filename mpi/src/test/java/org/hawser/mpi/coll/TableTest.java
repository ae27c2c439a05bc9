package org.hawser.mpi.coll;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Reading tables of algorithms. */
class TableTest {
    private static List<String> words(Table table) {
        return table.rows().stream().map(row -> row.lines().replace('\n', ' ').strip()).toList();
    }

    @Test
    void linesInBracketsSayWhomTheLinesBelowAreFor() {
        Table table = Table.parse("test", """
            scan * * linear
            [tcp]
            bcast 4 64k chain   # small letters too
            [ shm ]
            bcast * 1M binomial
            [*]
            exscan 8 0 linear
            """);
        assertEquals(List.of("[*] scan * * linear", "[shm] bcast * 1048576 binomial", "[*] exscan 8 0 linear"),
            words(table.of(Medium.SHM)));
        assertEquals(List.of("[*] scan * * linear", "[tcp] bcast 4 65536 chain", "[*] exscan 8 0 linear"),
            words(table.of(Medium.TCP)));
        assertEquals(2, table.of(Medium.MIXED).rows().size());
    }

    @Test
    void whatIsWrittenCanBeRead() {
        Table table = Table.builtIn();
        assertEquals(table, Table.parse("test", table.lines()));
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', value = {
        "bcast * * pigeon       | no such algorithm: known=[binomial, ",
        "lottery * * binomial   | no such collective: known=[barrier, bcast, ",
        "bcast * *              | it must be collective, ranks, bytes, algorithm:",
        "bcast * * chain chain  | it must be collective, ranks, bytes, algorithm:",
        "bcast few * chain      | ranks must be a number, as 8 or 64K, or *:",
        "bcast 0 * chain        | ranks out of range: least=1",
        "bcast 4G * chain       | ranks out of range: least=1",
        "bcast * -1 chain       | bytes out of range: least=0",
        "bcast * 9999999999G chain | bytes must be a number",
        "bcast * K chain        | bytes must be a number",
        "[pigeons]              | no such medium in brackets: known=[shm, tcp, mixed] or *",
        "[tcp                   | no such medium in brackets: known=[shm, tcp, mixed] or *"})
    void aMistakeIsToldWithFileAndLine(String line, String mistake) {
        IllegalArgumentException e = assertThrows(IllegalArgumentException.class,
            () -> Table.parse("own.algorithms", "# mine\n\nbcast * * chain\n" + line + "\n"));
        assertTrue(e.getMessage().startsWith("wrong line in a table of algorithms: " + mistake), e.getMessage());
        assertTrue(e.getMessage().endsWith(" file=own.algorithms line=4 text=\"" + line + "\""), e.getMessage());
    }
}
