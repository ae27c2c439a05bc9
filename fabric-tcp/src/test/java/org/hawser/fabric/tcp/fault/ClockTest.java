package org.hawser.fabric.tcp.fault;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.net.URI;
import java.net.URISyntaxException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.hawser.fabric.Provider;
import org.hawser.fabric.tcp.TcpProvider;
import org.hawser.platform.idle.Doorbell;
import org.junit.jupiter.api.Test;

/**
 * Clocks of hosts are set while jobs run, forward and back. Nothing here may notice: no class asks for the time of day,
 * neither to measure nor to wait for it. What they use instead, {@link System#nanoTime}, only goes forward.
 */
class ClockTest {
    /** Names in a class's constant pool that only the time of day has. */
    private static final List<String> TIME_OF_DAY = List.of("currentTimeMillis", "java/time/Instant", "java/time/Clock",
        "java/time/LocalDateTime", "java/util/Date", "java/util/Calendar", "java/util/Timer", "awaitUntil", "parkUntil",
        "clock_gettime", "gettimeofday");

    @Test
    void nobodyAsksForTheTimeOfDay() throws Exception {
        for (Class<?> each : List.of(TcpProvider.class, Provider.class)) {
            assertEquals(List.of(), offenders(each), "classes beside " + each.getName());
        }
        // How old a directory without an owner is can only be told by the clock that dates files; no rank waits.
        assertEquals(List.of("Sweep.class"), offenders(Doorbell.class));
    }

    @Test
    void whoeverDoesIsFound() throws Exception {
        assertTrue(offenders(ClockTest.class).contains("ClockTest.class"));
    }

    private static List<String> offenders(Class<?> any) throws IOException, URISyntaxException {
        URI place = any.getProtectionDomain().getCodeSource().getLocation().toURI();
        try (Stream<Path> files = Files.walk(Path.of(place))) {
            return files.filter(file -> file.toString().endsWith(".class")).filter(ClockTest::isOffender)
                .map(file -> file.getFileName().toString()).toList();
        }
    }

    private static boolean isOffender(Path file) {
        try {
            String content = Files.readString(file, StandardCharsets.ISO_8859_1);
            return TIME_OF_DAY.stream().anyMatch(content::contains);
        } catch (IOException e) {
            throw new AssertionError(e);
        }
    }
}
