package org.hawser.runtime;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.Set;
import org.hawser.fabric.Capability;
import org.hawser.fabric.FabricException;
import org.hawser.fabric.MappedRegion;
import org.hawser.fabric.Region;
import org.hawser.fabric.RegionKey;
import org.hawser.runtime.launch.JobDescription;
import org.junit.jupiter.api.Test;

/** A rank that copies to a peer which cannot be asked. */
class JointCopiesTest {
    private static final int PEER = 1;
    private static final int BYTES = 1 << 20;

    private final Mapping domain = new Mapping();
    private final ProgressEngine engine = new ProgressEngine(domain, null, 2, 1);
    private final Peers peers = new Peers(domain, 2);
    private final Regions regions = new Regions(domain, 0, peers, engine, (source, word, memory, at, length) -> { });
    private final MemorySegment own = regions.allocate(BYTES).memory();
    private final MemorySegment theirs = Arena.ofAuto().allocate(BYTES);
    private final MappedRegion region;

    JointCopiesTest() {
        MemorySegment state = Arena.ofAuto().allocate(8, 8);
        state.set(ValueLayout.JAVA_LONG, 0, MappedRegion.OPEN);
        region = new MappedRegion(new RegionKey(PEER, 1, 11, BYTES), theirs, state);
    }

    private boolean copies(JointCopies joint, byte value) {
        own.fill(value);
        boolean copied = joint.copy(true, own, 5, region, 17, BYTES - 17);
        if (copied) {
            assertEquals(-1, own.asSlice(5, BYTES - 17).mismatch(theirs.asSlice(17)));
        }
        return copied;
    }

    @Test
    void allIsCopiedByWhoBegan() {
        JointCopies joint = new JointCopies(0, regions, peers, engine);
        assertTrue(copies(joint, (byte) 1));
        assertTrue(copies(joint, (byte) 2));
        own.fill((byte) 3);
        assertTrue(joint.copy(false, own, 0, region, 0, BYTES));
        assertEquals(-1, own.mismatch(theirs));
    }

    @Test
    void whatIsOutsideOrClosedIsNotCopied() {
        JointCopies joint = new JointCopies(0, regions, peers, engine);
        assertFalse(joint.copy(true, own, 1, region, 0, BYTES));
        assertFalse(joint.copy(true, own, 0, region, 1, BYTES));
        assertFalse(joint.copy(true, own, -1, region, 0, BYTES));
        assertFalse(joint.copy(true, own, 0, region, -1, BYTES));
        assertFalse(joint.copy(false, own.asReadOnly(), 0, region, 0, BYTES));
        region.close();
        assertThrows(FabricException.class, () -> joint.copy(true, own, 0, region, 0, BYTES));
    }

    /** Ranks of another job may come to the node, and go. */
    @Test
    void whereRanksShareCoresForAWhileThisOneCopiesAlone() {
        JointCopies joint = new JointCopies(0, regions, peers, engine);
        assertTrue(copies(joint, (byte) 1));
        engine.know(new int[JobDescription.cores()]);
        assertFalse(copies(joint, (byte) 2));
        engine.know(new int[0]);
        assertTrue(copies(joint, (byte) 3));
    }

    @Test
    void whoAsksForItByNameHasItEverywhere() {
        System.setProperty("hawser.joint", "64K");
        try {
            JointCopies joint = new JointCopies(0, regions, peers, engine);
            assertEquals(64 << 10, joint.least());
            engine.know(new int[JobDescription.cores()]);
            assertTrue(copies(joint, (byte) 1));
        } finally {
            System.clearProperty("hawser.joint");
        }
    }

    /** Peers map what it allocates. */
    private static final class Mapping extends FakeDomain {
        @Override
        public Set<Capability> capabilities() {
            return Set.of(Capability.DIRECT_MAPPING);
        }

        @Override
        public Region allocate(long bytes, long id, long secret) {
            return new Own(new RegionKey(0, id, secret, bytes), Arena.ofAuto().allocate(bytes, 128));
        }
    }

    private record Own(RegionKey key, MemorySegment memory) implements Region {
        @Override
        public void close() {
        }

        @Override
        public void withdraw() {
        }
    }
}
