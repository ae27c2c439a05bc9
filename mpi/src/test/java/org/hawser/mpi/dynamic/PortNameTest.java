package org.hawser.mpi.dynamic;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.nio.file.Path;
import org.hawser.mpi.ErrorClass;
import org.hawser.mpi.MpiFailure;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.NullAndEmptySource;
import org.junit.jupiter.params.provider.NullSource;
import org.junit.jupiter.params.provider.ValueSource;

class PortNameTest {
    @ParameterizedTest
    @NullSource
    @ValueSource(strings = {"10.0.0.1:4000", "[fe80:0:0:0:1:2:3:4]:65535"})
    void nameIsReadAsItWasWritten(String far) {
        byte[] secret = new byte[PortName.SECRET_BYTES];
        secret[0] = -1;
        secret[15] = 1;
        PortName name = new PortName(secret, "node-1.a", far, Path.of("/dev/shm/a:b|c/port-0-1"));
        PortName read = PortName.parse(name.toString());
        assertEquals(name.toString(), read.toString());
        assertArrayEquals(secret, read.secret());
        assertEquals(far, read.far());
        assertEquals(name.socket(), read.socket());
    }

    @ParameterizedTest
    @NullAndEmptySource
    @ValueSource(strings = {"port", "hawser-port:", "hawser-port:0123456789abcdef", "hawser-port:0123456789abcdef:",
        "hawser-port:0123456789abcdef0123456789abcdef:node||", "hawser-port:0123456789abcdef0123456789abcdef:/socket",
        "hawser-port:0123456789abcdef0123456789abcdeg:node||/socket",
        "hawser-port:0123456789abcdef0123456789abcde:node||/socket"})
    void everythingElseIsNoPort(String text) {
        assertEquals(ErrorClass.PORT, assertThrows(MpiFailure.class, () -> PortName.parse(text)).errorClass());
    }
}
