package org.hawser.mpi.dynamic;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.nio.file.Path;
import org.hawser.mpi.ErrorClass;
import org.hawser.mpi.MpiFailure;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.NullAndEmptySource;
import org.junit.jupiter.params.provider.ValueSource;

class PortNameTest {
    @Test
    void nameIsReadAsItWasWritten() {
        for (long secret : new long[] {0, 1, -1, Long.MIN_VALUE}) {
            PortName name = new PortName(secret, Path.of("/dev/shm/a:b/port-0-1"));
            assertEquals(name, PortName.parse(name.toString()));
        }
    }

    @ParameterizedTest
    @NullAndEmptySource
    @ValueSource(strings = {"port", "hawser-port:", "hawser-port:0123456789abcdef", "hawser-port:0123456789abcdef:",
        "hawser-port:0123456789abcdeg:/socket", "hawser-port:0123456789abcde:/socket"})
    void everythingElseIsNoPort(String text) {
        assertEquals(ErrorClass.PORT, assertThrows(MpiFailure.class, () -> PortName.parse(text)).errorClass());
    }
}
