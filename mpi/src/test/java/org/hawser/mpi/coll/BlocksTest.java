package org.hawser.mpi.coll;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.Arrays;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class BlocksTest {
    @ParameterizedTest
    @CsvSource(delimiter = '|', value = {
        "3 3 3 | 0 3 6 | false",
        "3 3 3 | 6 3 0 | false",
        "3 3 3 | 7 0 3 | false",
        "3 3 3 | 0 2 5 | true",
        "3 3 3 | 5 2 0 | true",
        "9 1 1 | 0 9 4 | true",
        "3 0 3 | 0 1 3 | false",
        "0 0 0 | 1 1 1 | false",
        "2 2 2 | 4 0 4 | true",
    })
    void piecesOverlapWhereTheyHaveBytesInCommon(String counts, String places, boolean overlap) {
        Blocks blocks = new Blocks().counted(null, 1000, numbers(counts), 4, numbers(places), 4);
        assertEquals(overlap, blocks.overlap(3));
    }

    private static int[] numbers(String text) {
        return Arrays.stream(text.trim().split(" ")).mapToInt(Integer::parseInt).toArray();
    }
}
