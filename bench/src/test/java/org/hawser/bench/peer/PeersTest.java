package org.hawser.bench.peer;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import org.hawser.bench.Network;
import org.hawser.launcher.job.UsageException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class PeersTest {

    @Test
    void aLibraryStandsForAllItsFlavours() throws UsageException {
        assertEquals(List.of(MpiFlavour.OPENMPI, MpiFlavour.OPENMPI_NOCMA, MpiFlavour.OPENMPI_UCX, MpiFlavour.MPICH),
            Peers.chosen(List.of("openmpi", "mpich"), Network.NODE));
    }

    @Test
    void aFlavourMayBeAskedForAlone() throws UsageException {
        assertEquals(List.of(MpiFlavour.OPENMPI_UCX), Peers.chosen(List.of("openmpi-ucx"), Network.NODE));
    }

    @Test
    void nobodyIsComparedTwice() throws UsageException {
        assertEquals(MpiFlavour.of(MpiLibrary.OPENMPI, Network.NODE),
            Peers.chosen(List.of("openmpi-nocma", "openmpi", "openmpi"), Network.NODE).stream().sorted().toList());
    }

    @Test
    void overConnectionsALibraryHasFlavoursOfItsOwn() throws UsageException {
        Network tcp = new Network("tcp", false, null);
        assertEquals(List.of(MpiFlavour.OPENMPI_TCP, MpiFlavour.OPENMPI_UCX_TCP, MpiFlavour.MPICH_TCP),
            Peers.chosen(List.of("openmpi", "mpich"), tcp));
        assertThrows(UsageException.class, () -> Peers.chosen(List.of("openmpi-nocma"), tcp));
    }

    @Test
    void unknownPeersAreRefused() {
        UsageException refusal = assertThrows(UsageException.class,
            () -> Peers.chosen(List.of("openmpi-x"), Network.NODE));
        assertEquals("unknown peer: openmpi-x; peers are openmpi, mpich, oshmem", refusal.getMessage());
    }

    @Test
    void librariesAreToldFromTheMachineAndFromVariantsOfOurs() {
        assertTrue(Peers.isLibrary("openmpi-nocma") && Peers.isLibrary("mpich") && Peers.isLibrary("mpich/create"));
        assertEquals("openmpi", Peers.libraryOf("openmpi-ucx/create").orElseThrow());
        assertFalse(Peers.isLibrary("raw") || Peers.isLibrary("traditional-write") || Peers.isLibrary("C(60)"));
    }

    @ParameterizedTest
    @ValueSource(strings = {"latency", "fresh", "bandwidth", "bibw", "rate", "overlap", "collectives", "icoll",
        "vector", "rma-latency", "rma-bandwidth", "rma-overlap", "rma-lock", "rma-fence", "rma-schedule", "rma-gups",
        "rma-tasks"})
    void thereIsAProgram(String program) {
        assertTrue(MpiTools.knows(program));
        assertFalse(MpiTools.knows(program + "-not"));
    }

    @ParameterizedTest
    @ValueSource(strings = {"pgas-latency", "pgas-bandwidth"})
    void programsForTheGlobalAddressSpaceAreOpenShmems(String program) {
        assertTrue(MpiTools.knows(program));
        assertTrue(MpiLibrary.OSHMEM.suits(program));
        assertFalse(MpiLibrary.OPENMPI.suits(program) || MpiLibrary.MPICH.suits(program));
        assertFalse(MpiLibrary.OSHMEM.suits("latency"));
    }

    @Test
    void openShmemIsAPeerWhereRanksShareMemory() throws UsageException {
        assertEquals(List.of(MpiFlavour.OSHMEM), Peers.chosen(List.of("oshmem"), Network.NODE));
        Network tcp = new Network("tcp", false, null);
        assertEquals("the peer oshmem is compared where ranks share memory; leave out --fabric",
            assertThrows(UsageException.class, () -> Peers.chosen(List.of("oshmem"), tcp)).getMessage());
        assertTrue(Peers.isLibrary("oshmem"));
        assertTrue(Peers.noOpenShmem().contains("apt-get install"));
    }

    @ParameterizedTest
    @CsvSource({"0, true", "1, false"})
    void aCompilerWithoutTheHeadersIsNone(int exitCode, boolean compiles, @TempDir Path directory) throws IOException {
        Path compiler = directory.resolve("mpicc");
        Files.writeString(compiler, "#!/bin/sh\nexit " + exitCode + "\n");
        Files.setPosixFilePermissions(compiler, PosixFilePermissions.fromString("rwx------"));
        assertEquals(compiles, new MpiTools(MpiLibrary.MPICH, compiler, compiler).compiles());
    }

    @Test
    void pcjHasOneProgram() {
        Peer pcj = Pcj.find().orElseThrow();
        assertTrue(pcj.knows("pgas-pcj"));
        assertFalse(pcj.knows("latency") || Peers.isLibrary(pcj.name()));
    }

    @Test
    void ranksThatOutnumberTheCoresYield() {
        assertEquals("0", MpiLibrary.OPENMPI.options(2, 2).getLast());
        assertEquals("1", MpiLibrary.OPENMPI.options(3, 2).getLast());
    }
}
