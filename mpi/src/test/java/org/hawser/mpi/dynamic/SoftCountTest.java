package org.hawser.mpi.dynamic;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import org.hawser.mpi.ErrorClass;
import org.hawser.mpi.MpiFailure;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class SoftCountTest {
    @ParameterizedTest
    @CsvSource({"'', 5, 5", "3, 5, 3", "1:4, 3, 3", "1:9:3, 8, 7", "'2, 6:4:-1', 5, 5", "0:0, 4, 0"})
    void theLargestThatWillDoIsTaken(String hint, int most, int expected) {
        assertEquals(expected, SoftCount.of(hint, most));
    }

    @ParameterizedTest
    @ValueSource(strings = {"9", "six", "1:2:0", "1:2:3:4", ":2"})
    void whatCannotBeMetOrReadIsAnError(String hint) {
        MpiFailure failure = assertThrows(MpiFailure.class, () -> SoftCount.of(hint, 5));
        assertEquals(ErrorClass.SPAWN, failure.errorClass());
    }
}
