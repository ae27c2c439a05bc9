package mpi;

import static org.hawser.mpi.Running.errorOf;
import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.lang.reflect.Field;
import java.util.HashMap;
import java.util.Map;
import org.hawser.mpi.ErrorClass;
import org.hawser.mpi.Running;
import org.hawser.mpi.group.Members;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/** Datatypes, statuses, groups, Infos, counts, and the constants. */
@ExtendWith(Running.class)
class ObjectsTest {
    @Test
    void sizesAreCountedInJavaElements() throws MPIException {
        for (Datatype type : new Datatype[] {MPI.BYTE, MPI.CHAR, MPI.SHORT, MPI.BOOLEAN, MPI.INT, MPI.LONG, MPI.FLOAT,
            MPI.DOUBLE, MPI.PACKED}) {
            assertEquals(1, type.getSize(), type.getName());
            assertEquals(1, type.getExtent(), type.getName());
            assertEquals(0, type.getLb());
            assertFalse(type.isNull());
        }
        assertEquals(2, MPI.DOUBLE_COMPLEX.getSize());
        assertEquals(16, MPI.DOUBLE_COMPLEX.bytes());
        assertEquals(8, MPI.FLOAT_COMPLEX.bytes());
        assertEquals(2, MPI.CHAR.bytes());
        assertTrue(MPI.DATATYPE_NULL.isNull());
        assertEquals(MPI.ERR_TYPE, errorOf(MPI.DATATYPE_NULL::getSize));
        assertEquals(MPI.ERR_TYPE, errorOf(MPI.INT::free));
    }

    @Test
    void aCopyOfADatatypeHasItsAttributesAndAnEnd() throws MPIException {
        int key = Datatype.createKeyval();
        Datatype type = MPI.INT.dup();
        type.setAttr(key, 5);
        type.setName("mine");
        Datatype copy = type.clone();
        assertEquals(5, copy.getAttr(key));
        assertEquals("mine", copy.getName());
        copy.free();
        assertTrue(copy.isNull());
        assertFalse(type.isNull());
        assertEquals(MPI.ERR_TYPE, errorOf(() -> MPI.COMM_WORLD.send(new int[1], 1, copy, 0, 0)));
    }

    @Test
    void countsAreWholeOrUndefined() throws MPIException {
        Status status = new Status(3, 7, 24);
        assertEquals(3, status.getSource());
        assertEquals(7, status.getTag());
        assertEquals(6, status.getCount(MPI.INT));
        assertEquals(3, status.getCount(MPI.DOUBLE));
        assertEquals(MPI.UNDEFINED, status.getCount(MPI.DOUBLE_COMPLEX));
        assertEquals(6, status.getElements(MPI.INT));
        assertEquals(6, status.getElements(MPI.INT2));
        assertEquals(24, status.getElementsX(MPI.BYTE).getCount());
        assertEquals(MPI.UNDEFINED, new Status(0, 0, 1L << 40).getCount(MPI.BYTE));
        assertEquals(1L << 40, new Status(0, 0, 1L << 40).getElementsX(MPI.BYTE).getCount());
        status.setElements(MPI.LONG, 2);
        assertEquals(2, status.getCount(MPI.LONG));
        assertEquals(MPI.ERR_COUNT, errorOf(() -> status.setElementsX(MPI.INT, null)));
        assertEquals(MPI.ERR_TYPE, errorOf(() -> status.setElementsX(null, new Count(5))));
        status.setElementsX(MPI.INT, new Count(5));
        assertEquals(5, status.getElements(MPI.INT));
        assertFalse(status.isCancelled());
        status.setCancelled(true);
        assertTrue(status.isCancelled());
        assertEquals(MPI.ERR_TYPE, errorOf(() -> status.getCount(null)));
    }

    @Test
    void groupsAreComparedAndTranslated() throws MPIException {
        Group a = new Group(Members.of(0, 2, 4));
        Group b = new Group(Members.of(4, 2, 0));
        assertEquals(MPI.IDENT, Group.compare(a, new Group(Members.of(0, 2, 4))));
        assertEquals(MPI.SIMILAR, Group.compare(a, b));
        assertEquals(MPI.UNEQUAL, Group.compare(a, MPI.GROUP_EMPTY));
        assertArrayEquals(new int[] {2, 0}, Group.translateRanks(a, new int[] {0, 2}, b));
        assertArrayEquals(new int[] {MPI.UNDEFINED, MPI.PROC_NULL},
            Group.translateRanks(a, new int[] {1, MPI.PROC_NULL}, MPI.COMM_WORLD.getGroup()));
        assertEquals(0, a.getRank());
        assertEquals(MPI.UNDEFINED, a.excl(new int[] {0}).getRank());
        assertEquals(2, a.rangeIncl(new int[][] {{2, 0, -2}}).getSize());
        assertEquals(1, a.rangeExcl(new int[][] {{0, 2, 2}}).getSize());
        assertEquals(3, Group.union(a, b).getSize());
        assertEquals(0, Group.difference(a, b).getSize());
        assertEquals(3, Group.intersection(a, b).getSize());
        assertEquals(MPI.ERR_RANK, errorOf(() -> a.incl(new int[] {3})));
        b.free();
        assertTrue(b.isNull());
        assertEquals(MPI.ERR_GROUP, errorOf(b::getSize));
        assertEquals(0, MPI.GROUP_EMPTY.getSize());
    }

    @Test
    void infosKeepTheOrderOfTheirKeys() throws MPIException {
        Info info = new Info();
        info.set("b", "1");
        info.set("a", "2");
        info.set("b", "3");
        assertEquals(2, info.size());
        assertEquals("b", info.getKey(0));
        assertEquals("3", info.get("b"));
        assertNull(info.get("c"));
        Info copy = info.clone();
        info.delete("b");
        assertEquals("3", copy.get("b"));
        assertEquals(MPI.ERR_INFO_NOKEY, errorOf(() -> info.delete("b")));
        assertEquals(MPI.ERR_INFO_KEY, errorOf(() -> info.set("k".repeat(100), "v")));
        assertEquals(MPI.ERR_INFO_VALUE, errorOf(() -> info.set("k", "v".repeat(300))));
        assertEquals(MPI.ERR_INFO_KEY, errorOf(() -> info.getKey(1)));
        info.free();
        assertTrue(info.isNull());
        assertEquals(MPI.ERR_INFO, errorOf(info::size));
        assertTrue(MPI.INFO_NULL.isNull());
        assertEquals("1", MPI.INFO_ENV.get("maxprocs"));
        assertEquals(MPI.ERR_INFO, errorOf(MPI.INFO_ENV::free));
    }

    @Test
    void countsAreEqualByTheirNumbers() {
        Count count = new Count(5);
        assertEquals(new Count(5), count);
        assertEquals(new Count(5).hashCode(), count.hashCode());
        count.setCount(6);
        assertNotEquals(new Count(5), count);
        assertEquals(-1, new Count(5).compareTo(count));
    }

    @Test
    void constantsAreThoseOfMpi() {
        assertEquals(-1, MPI.ANY_SOURCE);
        assertEquals(-1, MPI.ANY_TAG);
        assertEquals(-2, MPI.PROC_NULL);
        assertEquals(-4, MPI.ROOT);
        assertEquals(-32766, MPI.UNDEFINED);
        assertEquals(Members.NONE, MPI.UNDEFINED);
    }

    @Test
    void errorClassesAreDistinctAndThoseBelow() throws IllegalAccessException, NoSuchFieldException {
        Map<Integer, String> seen = new HashMap<>();
        for (Field field : MPI.class.getFields()) {
            if (field.getName().startsWith("ERR_")) {
                String other = seen.put(field.getInt(null), field.getName());
                assertNull(other, field.getName());
            }
        }
        for (Field field : ErrorClass.class.getFields()) {
            String name = field.getName().equals("SUCCESS") ? "SUCCESS" : "ERR_" + field.getName();
            assertEquals(MPI.class.getField(name).getInt(null), field.getInt(null), name);
        }
    }
}
