package org.hawser.runtime.launch;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertNotSame;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertSame;

import java.nio.file.Path;
import java.util.concurrent.ConcurrentHashMap;
import org.hawser.fabric.NodeMap;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import program.Tally;

class RankLoaderTest {

    private final ConcurrentHashMap<Object, Object> shared = new ConcurrentHashMap<>();
    private final ClassLoader usual = Thread.currentThread().getContextClassLoader();

    @AfterEach
    void restoreContext() {
        Thread.currentThread().setContextClassLoader(usual);
    }

    @Test
    void everyRankHasItsOwnStatics() throws Exception {
        Class<?> first = loader(0).loadClass(Tally.class.getName());
        Class<?> second = loader(1).loadClass(Tally.class.getName());
        assertNotSame(first, second);
        assertEquals(1, first.getMethod("next").invoke(null));
        assertEquals(2, first.getMethod("next").invoke(null));
        assertEquals(1, second.getMethod("next").invoke(null));
    }

    @Test
    void theFloorsBelowAreShared() throws Exception {
        assertSame(JobDescription.class, loader(0).loadClass(JobDescription.class.getName()));
        assertSame(String.class, loader(0).loadClass("java.lang.String"));
    }

    @Test
    void resourcesComeFromTheUsersClassPath() throws Exception {
        assertNotNull(loader(0).getResource("program/Tally.class"));
        assertEquals(1, java.util.Collections.list(loader(0).getResources("program/Tally.class")).size());
        assertNull(loader(0).getResource("program/Nothing.class"));
    }

    @Test
    void classesTellWhereTheyComeFrom() throws Exception {
        Class<?> type = loader(0).loadClass(Tally.class.getName());
        assertEquals(Tally.class.getProtectionDomain().getCodeSource().getLocation(),
            type.getProtectionDomain().getCodeSource().getLocation());
        assertSame(type.getClassLoader(), type.getProtectionDomain().getClassLoader());
    }

    @Test
    void theContextLoaderTellsTheRank() throws Exception {
        assertNull(JobDescription.shared());
        Thread.currentThread().setContextClassLoader(new ClassLoader(loader(2)) { });
        assertEquals(2, JobDescription.current().rank());
        assertEquals(3, JobDescription.current().size());
        assertSame(shared, JobDescription.shared());
    }

    private RankLoader loader(int rank) throws Exception {
        Path classes = Path.of(Tally.class.getProtectionDomain().getCodeSource().getLocation().toURI());
        return new RankLoader(0, new JobDescription("j", rank, NodeMap.single(3), null, true, false, 0), shared,
            new SharedClassPath(classes.toString()), RankLoader.class.getClassLoader());
    }
}
