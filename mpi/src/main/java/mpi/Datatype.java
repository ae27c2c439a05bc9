package mpi;

import java.util.function.Supplier;
import org.hawser.mpi.ErrorClass;
import org.hawser.mpi.MpiFailure;
import org.hawser.mpi.coll.op.Operand;
import org.hawser.mpi.datatype.Layout;
import org.hawser.mpi.datatype.LayoutBuilder;
import org.hawser.mpi.datatype.Memory;
import org.hawser.mpi.env.SharedBuffers;
import org.hawser.mpi.datatype.TypeShape;

/**
 * What the items of a message are.
 *
 * <p>Sizes and extents are counted in Java elements of the array that holds the items, as they always were in this API:
 * {@code MPI.INT.getSize()} is 1, that of {@code MPI.DOUBLE_COMPLEX} is 2; structs are counted in bytes. A type made of
 * others counts as they do, and must be committed before messages can have items of it.
 *
 * <pre>{@code
 * Datatype column = Datatype.createVector(rows, 1, columns, MPI.DOUBLE);
 * column.commit();
 * MPI.COMM_WORLD.send(matrix, 1, column, 1, 0);
 * }</pre>
 *
 * <p><b>Threads:</b> any, but for {@link #commit()} and {@link #free()}.
 */
public final class Datatype implements Freeable, Cloneable {
    private static final Attributes.Keys KEYS = new Attributes.Keys();

    /** Null for {@link MPI#DATATYPE_NULL}. */
    private final Layout layout;
    private final boolean predefined;
    /** The type of MPI's own that all elements are of; null when they differ. */
    private final Datatype basis;
    /** What the basis is called below; found when it is first asked for. */
    private Operand operand;
    /** Of MPI's own types without gaps, 1 and the operand's number, once the operand was asked for; else 0. */
    private int number;
    /** The arrays that may hold items. */
    private final int arrays;
    /** The same, and for MPI's own types those whose bytes may be items. */
    private final int anyArrays;
    /** The bytes of a Java element. */
    private final int unit;
    private boolean committed;
    private boolean freed;
    /** The bytes of an item when items have no gaps and messages may have them; else -1. */
    private int dense = -1;
    private String name;
    private final Attributes attributes;

    Datatype(TypeShape shape, boolean predefined) {
        this(shape == null ? null : shape.layout(), shape == null ? 0 : shape.arrays(),
            shape == null ? 1 : shape.unit(), predefined, null, shape == null ? "MPI_DATATYPE_NULL" : shape.name(),
            new Attributes());
        if (shape != null) {
            makeUsable();
        }
    }

    private Datatype(Layout layout, int arrays, int unit, boolean predefined, Datatype basis, String name,
                     Attributes attributes) {
        this.layout = layout;
        this.basis = predefined ? this : basis;
        this.arrays = arrays;
        this.anyArrays = predefined && arrays != 0 ? arrays | Memory.FOR_BYTES : arrays;
        this.unit = unit;
        this.predefined = predefined;
        this.name = name;
        this.attributes = attributes;
    }

    private Datatype makeUsable() {
        committed = true;
        dense = layout.isContiguous() && layout.size() <= Integer.MAX_VALUE ? (int) layout.size() : -1;
        return this;
    }

    /** The bytes of an item when items are one run of bytes and messages may have them; else negative: look again. */
    int dense() {
        return dense;
    }

    /** The bytes from one item to the next, or -1 for a type that cannot be used. */
    int bytes() {
        return isNull() ? -1 : Math.clamp(layout.extent(), 0, Integer.MAX_VALUE);
    }

    /** The arrays that may hold items: bits of {@link Memory}. */
    int arrays() {
        return arrays;
    }

    /**
     * The same, and for MPI's own types those that may be taken for their bytes: blocking transfers have always done
     * so. The elements of types made of others must fit.
     */
    int anyArrays() {
        return anyArrays;
    }

    /** Where an item's elements lie; null for {@link MPI#DATATYPE_NULL}. */
    Layout layout() {
        return layout;
    }

    /** The layout, when items have gaps; else null. */
    Layout gaps() {
        return layout.isContiguous() ? null : layout;
    }

    /** What all elements are, for MPI's own operations; null when they differ, or when no operation is for them. */
    Operand operand() {
        Operand found = operand;
        if (found == null && basis != null) {
            found = Op.operandOf(basis);
            operand = found;
            number = found != null && predefined && dense >= 0 ? 1 + found.ordinal() : 0;
        }
        return found;
    }

    /**
     * One of MPI's own types with items of one run of bytes, which cannot be freed, by its number from 1 on; 0 for all
     * others, and for those whose {@link #operand} nobody has asked for.
     */
    int number() {
        return number;
    }

    /** True for MPI's own types and their duplicates: an item is one element. */
    boolean isBasic() {
        return basis != null && layout == basis.layout;
    }

    /** The layout of a type that messages may have. */
    static Layout layoutOf(Datatype type) {
        if (type == null || type.isNull() || !type.committed) {
            throw unusable(type);
        }
        return type.layout;
    }

    /** The place in a buffer of {@code count} items that lie in it whole, or in what it is a slice of. */
    static long place(Object buffer, int count, Datatype type, boolean written) {
        return place(buffer, type.arrays, count, type, written);
    }

    /** The same, with {@link #anyArrays}. */
    static long placeInAny(Object buffer, int count, Datatype type, boolean written) {
        return place(buffer, type.anyArrays, count, type, written);
    }

    private static long place(Object buffer, int arrays, int count, Datatype type, boolean written) {
        return type.dense >= 0 ? Memory.place(buffer, arrays, (long) count * type.dense, written)
            : place(buffer, arrays, first(count, type), end(count, type), written);
    }

    /**
     * The place in a buffer of what lies from {@code first} to {@code end} of it. It may begin before the buffer does,
     * as in a slice of a larger one, where that one is known.
     */
    static long place(Object buffer, int arrays, long first, long end, boolean written) {
        long place = Memory.place(buffer, arrays, Math.max(0, end), written);
        if (first < 0 && Memory.reachesBack(buffer, place) < -first
                && !SharedBuffers.holds(buffer, place + first, -first)) {
            throw new MpiFailure(ErrorClass.BUFFER, "items begin before the buffer does: bytes=" + first);
        }
        return place;
    }

    /** The array of a buffer that was {@link #place found} to hold items; null when it lies outside the heap. */
    static Object array(Object buffer, int count, Datatype type) {
        return Memory.array(buffer, type.dense >= 0 ? (long) count * type.dense : Math.max(0, end(count, type)));
    }

    /** Where the first byte of items lies; negative when it is before the first one's place. */
    static long first(int count, Datatype type) {
        try {
            return layoutOf(type).firstOf(count);
        } catch (ArithmeticException e) {
            throw tooFar(count, type);
        }
    }

    /** Where the last byte of items ends. */
    static long end(int count, Datatype type) {
        try {
            return layoutOf(type).endOf(count);
        } catch (ArithmeticException e) {
            throw tooFar(count, type);
        }
    }

    /** The same of items that are all behind the first one's place; others are refused. */
    static long reach(int count, Datatype type) {
        long first = first(count, type);
        if (first < 0) {
            throw new MpiFailure(ErrorClass.BUFFER, "items begin before the buffer does: bytes=" + first);
        }
        return end(count, type);
    }

    private static MpiFailure tooFar(int count, Datatype type) {
        return new MpiFailure(ErrorClass.BUFFER, "the items reach further than memory does: count=" + count
            + " extent=" + type.layout.extent());
    }

    /** The bytes of {@code count} items when they are packed. */
    static long packed(int count, Datatype type) {
        if (type.dense >= 0) {
            return (long) count * type.dense;
        }
        long size = layoutOf(type).size();
        if (count > 0 && size > Long.MAX_VALUE / count) {
            throw new MpiFailure(ErrorClass.COUNT, "the items are too large: count=" + count + " bytes of each="
                + size);
        }
        return count * size;
    }

    /** A type that stays what this one is when this one is freed, for what is started again and again. */
    Datatype kept() {
        if (predefined || isNull()) {
            return this;
        }
        Datatype copy = new Datatype(layout, arrays, unit, false, basis, name, new Attributes());
        return committed ? copy.makeUsable() : copy;
    }

    /** {@code type}, unless it cannot be used; it may be uncommitted. */
    static Datatype usable(Datatype type, String call) throws MPIException {
        if (type == null || type.isNull()) {
            throw Errors.raise(null, call, unusable(type));
        }
        return type;
    }

    /** The failure of a call with a type that cannot be used. */
    static MpiFailure unusable(Datatype type) {
        return new MpiFailure(ErrorClass.TYPE, type == null ? "the datatype is null"
            : type.isNull() ? "the datatype is DATATYPE_NULL, or was freed: name=" + type.name
            : "the datatype is not committed: name=" + type.name);
    }

    /** The lower bound. */
    public int getLb() throws MPIException {
        return inUnits(usable(this, "Datatype.getLb").layout.lb());
    }

    /** From one item to the next. */
    public int getExtent() throws MPIException {
        return inUnits(usable(this, "Datatype.getExtent").layout.extent());
    }

    /** Where an item's first element lies. */
    public int getTrueLb() throws MPIException {
        return inUnits(usable(this, "Datatype.getTrueLb").layout.trueLb());
    }

    /** From an item's first element to the end of its last. */
    public int getTrueExtent() throws MPIException {
        return inUnits(usable(this, "Datatype.getTrueExtent").layout.trueExtent());
    }

    /** The elements of an item together, without gaps. */
    public int getSize() throws MPIException {
        return inUnits(usable(this, "Datatype.getSize").layout.size());
    }

    /** Bytes as Java elements; {@link MPI#UNDEFINED} when they are too many. */
    private int inUnits(long bytes) {
        long units = bytes / unit;
        return units == (int) units ? (int) units : MPI.UNDEFINED;
    }

    /** Makes a derived type ready for use. */
    public void commit() throws MPIException {
        usable(this, "Datatype.commit").makeUsable();
    }

    /** Gives the type back; types made of it and messages under way are not touched. */
    @Override
    public void free() throws MPIException {
        usable(this, "Datatype.free");
        if (predefined) {
            throw Errors.raise(null, "Datatype.free", ErrorClass.TYPE, "a predefined datatype cannot be freed: name="
                + name);
        }
        freed = true;
        dense = -1;
    }

    /** True when it has been freed, and for {@link MPI#DATATYPE_NULL}. */
    public boolean isNull() {
        return freed || layout == null;
    }

    /** A copy; {@link #dup()} says more when it fails. */
    @Override
    public Datatype clone() {
        try {
            return dup();
        } catch (MPIException e) {
            throw new IllegalStateException(e);
        }
    }

    /** A copy, with the attributes; committed if this is. */
    public Datatype dup() throws MPIException {
        usable(this, "Datatype.dup");
        Datatype copy = new Datatype(layout, arrays, unit, false, basis, name, attributes.copy());
        return committed ? copy.makeUsable() : copy;
    }

    /** {@code count} items after each other. */
    public static Datatype createContiguous(int count, Datatype oldType) throws MPIException {
        String call = "Datatype.createContiguous";
        checkCount(count, call);
        return usable(oldType, call).derive(call, () -> oldType.layout.repeat(count));
    }

    /** {@code count} blocks of {@code blockLength} items, {@code stride} items from one to the next. */
    public static Datatype createVector(int count, int blockLength, int stride, Datatype oldType)
            throws MPIException {
        String call = "Datatype.createVector";
        checkCount(count, call);
        checkLength(blockLength, call);
        return usable(oldType, call).derive(call, () -> oldType.layout.vector(count, blockLength, stride));
    }

    /** {@code count} blocks of {@code blockLength} items, {@code stride} bytes from one to the next. */
    public static Datatype createHVector(int count, int blockLength, int stride, Datatype oldType)
            throws MPIException {
        String call = "Datatype.createHVector";
        checkCount(count, call);
        checkLength(blockLength, call);
        return usable(oldType, call).derive(call, () -> oldType.layout.hvector(count, blockLength, stride));
    }

    /** Blocks of items at places that are counted in items. */
    public static Datatype createIndexed(int[] blockLengths, int[] displacements, Datatype oldType)
            throws MPIException {
        String call = "Datatype.createIndexed";
        usable(oldType, call);
        return indexed(blockLengths, displacements, oldType, oldType.layout.extent(), call);
    }

    /** Blocks of items at places that are counted in bytes. */
    public static Datatype createHIndexed(int[] blockLengths, int[] displacements, Datatype oldType)
            throws MPIException {
        String call = "Datatype.createHIndexed";
        return indexed(blockLengths, displacements, usable(oldType, call), 1, call);
    }

    private static Datatype indexed(int[] blockLengths, int[] displacements, Datatype oldType, long unit, String call)
            throws MPIException {
        checkBlocks(blockLengths, displacements, call);
        return oldType.derive(call, () -> oldType.layout.indexed(blockLengths, displacements, unit));
    }

    /** Blocks of items of several types at places that are counted in bytes; so are its own size and extent. */
    public static Datatype createStruct(int[] blockLengths, int[] displacements, Datatype[] types)
            throws MPIException {
        String call = "Datatype.createStruct";
        checkBlocks(blockLengths, displacements, call);
        if (types == null || types.length < blockLengths.length) {
            throw Errors.raise(null, call, ErrorClass.ARG, "there are fewer types than blocks: blocks="
                + blockLengths.length);
        }
        int common = -1;
        for (int i = 0; i < blockLengths.length; i++) {
            int fitting = usable(types[i], call).arrays;
            common &= blockLengths[i] == 0 ? -1 : fitting;
        }
        return new Datatype(struct(blockLengths, displacements, types, call), common, 1, false,
            commonBasis(blockLengths, types), "", new Attributes());
    }

    private static Datatype commonBasis(int[] blockLengths, Datatype[] types) {
        Datatype found = null;
        for (int i = 0; i < blockLengths.length; i++) {
            if (blockLengths[i] > 0 && types[i].layout.size() > 0) {
                if (types[i].basis == null || found != null && found != types[i].basis) {
                    return null;
                }
                found = types[i].basis;
            }
        }
        return found;
    }

    private static Layout struct(int[] blockLengths, int[] displacements, Datatype[] types, String call)
            throws MPIException {
        return made(call, () -> {
            LayoutBuilder builder = new LayoutBuilder();
            for (int i = 0; i < blockLengths.length; i++) {
                Layout part = types[i].layout;
                builder.add(part, displacements[i], blockLengths[i], part.extent());
            }
            return builder.build();
        });
    }

    /** The same type with another lower bound and extent, in bytes. */
    public static Datatype createResized(Datatype oldType, int lb, int extent) throws MPIException {
        String call = "Datatype.createResized";
        return usable(oldType, call).derive(call, () -> oldType.layout.resized(lb, extent));
    }

    /** A type of the same Java elements. */
    private Datatype derive(String call, Supplier<Layout> how) throws MPIException {
        return new Datatype(made(call, how), arrays, unit, false, basis, "", new Attributes());
    }

    private static Layout made(String call, Supplier<Layout> how) throws MPIException {
        Errors.check();
        try {
            return how.get();
        } catch (ArithmeticException e) {
            throw Errors.raise(null, call, ErrorClass.ARG, "the type would be larger than memory can be");
        }
    }

    private static void checkCount(int count, String call) throws MPIException {
        if (count < 0) {
            throw Errors.raise(null, call, ErrorClass.COUNT, "the count is negative: count=" + count);
        }
    }

    private static void checkLength(int length, String call) throws MPIException {
        if (length < 0) {
            throw Errors.raise(null, call, ErrorClass.ARG, "the length of a block is negative: length=" + length);
        }
    }

    private static void checkBlocks(int[] lengths, int[] displacements, String call) throws MPIException {
        if (lengths == null || displacements == null || displacements.length < lengths.length) {
            throw Errors.raise(null, call, ErrorClass.ARG, "every block needs a length and a displacement: lengths="
                + (lengths == null ? "null" : lengths.length) + " displacements="
                + (displacements == null ? "null" : displacements.length));
        }
        for (int length : lengths) {
            checkLength(length, call);
        }
    }

    /** Gives it a name, for messages. */
    public void setName(String name) throws MPIException {
        usable(this, "Datatype.setName");
        this.name = name;
    }

    /** Its name. */
    public String getName() throws MPIException {
        return name;
    }

    /** A new key for attributes of datatypes. */
    public static int createKeyval() throws MPIException {
        Errors.check();
        return KEYS.create();
    }

    /** Gives a key back. */
    public static void freeKeyval(int keyval) throws MPIException {
        try {
            KEYS.free(keyval);
        } catch (MpiFailure e) {
            throw Errors.raise(null, "Datatype.freeKeyval", e);
        }
    }

    /** Hangs something on the datatype. */
    public void setAttr(int keyval, Object value) throws MPIException {
        try {
            attributes.set(KEYS, keyval, value);
        } catch (MpiFailure e) {
            throw Errors.raise(null, "Datatype.setAttr", e);
        }
    }

    /** What hangs there by this key, or null. */
    public Object getAttr(int keyval) throws MPIException {
        try {
            return attributes.get(KEYS, keyval);
        } catch (MpiFailure e) {
            throw Errors.raise(null, "Datatype.getAttr", e);
        }
    }

    /** Takes off what hangs there by this key. */
    public void deleteAttr(int keyval) throws MPIException {
        try {
            attributes.delete(KEYS, keyval);
        } catch (MpiFailure e) {
            throw Errors.raise(null, "Datatype.deleteAttr", e);
        }
    }
}
