package org.hawser.platform.secret;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class SecretsTest {

    @Test
    void numbersDifferInAllTheirBits() {
        long[] drawn = LongStream.generate(Secrets::next).limit(200).toArray();
        assertEquals(200, LongStream.of(drawn).distinct().count());
        assertEquals(-1L, LongStream.of(drawn).reduce(0, (a, b) -> a | b));
        assertEquals(0L, LongStream.of(drawn).reduce(-1, (a, b) -> a & b));
    }

    @Test
    void threadsAreGivenDifferentNumbers() {
        long[] drawn = LongStream.range(0, 20_000).parallel().map(each -> Secrets.next()).toArray();
        assertEquals(20_000, LongStream.of(drawn).distinct().count());
    }

    @Test
    void fileThatIsNotThereOrEndsGivesNothing(@TempDir Path directory) throws Exception {
        assertFalse(Secrets.fill(directory.resolve("absent").toString(), new byte[8]));
        Path few = Files.write(directory.resolve("few"), new byte[7]);
        assertFalse(Secrets.fill(few.toString(), new byte[8]));
    }
}
