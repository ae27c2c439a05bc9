package mpi;

import org.hawser.mpi.ErrorClass;
import org.hawser.mpi.MpiFailure;
import org.hawser.mpi.datatype.TypeShape;

/**
 * What the items of a message are.
 *
 * <p>Sizes and extents are counted in Java elements of the array that holds the items, as they always were in this API:
 * {@code MPI.INT.getSize()} is 1, that of {@code MPI.DOUBLE_COMPLEX} is 2; structs are counted in bytes.
 *
 * <pre>{@code
 * MPI.COMM_WORLD.send(new double[8], 8, MPI.DOUBLE, 1, 0);
 * }</pre>
 *
 * <p><b>Threads:</b> any, but for {@link #free()}.
 */
public final class Datatype implements Freeable, Cloneable {
    private static final Attributes.Keys KEYS = new Attributes.Keys();

    /** Null for {@link MPI#DATATYPE_NULL}. */
    private final TypeShape shape;
    private final boolean predefined;
    /** The bytes from one item to the next; -1 for a type that cannot be used. */
    private int bytes;
    /** The arrays that may hold items. */
    private final int arrays;
    private String name;
    private final Attributes attributes;

    Datatype(TypeShape shape, boolean predefined) {
        this(shape, predefined, shape == null ? "MPI_DATATYPE_NULL" : shape.name(), new Attributes());
    }

    private Datatype(TypeShape shape, boolean predefined, String name, Attributes attributes) {
        this.shape = shape;
        this.predefined = predefined;
        this.bytes = shape == null ? -1 : shape.extent();
        this.arrays = shape == null ? 0 : shape.arrays();
        this.name = name;
        this.attributes = attributes;
    }

    /** The bytes that an item takes, or -1. */
    int bytes() {
        return bytes;
    }

    /** The arrays that may hold items: bits of {@link org.hawser.mpi.datatype.Memory}. */
    int arrays() {
        return arrays;
    }

    /** The basic elements of an item. */
    int elements() {
        return shape.elements();
    }

    /** What an item looks like. */
    TypeShape shape() {
        return shape;
    }

    /** {@code type}, unless it cannot be used. */
    static Datatype usable(Datatype type, String call) throws MPIException {
        if (type == null || type.bytes < 0) {
            throw Errors.raise(null, call, unusable(type));
        }
        return type;
    }

    /** The failure of a call with a type that cannot be used. */
    static MpiFailure unusable(Datatype type) {
        return new MpiFailure(ErrorClass.TYPE, type == null ? "the datatype is null"
            : "the datatype is DATATYPE_NULL, or was freed: name=" + type.name);
    }

    /** The lower bound. */
    public int getLb() throws MPIException {
        usable(this, "Datatype.getLb");
        return 0;
    }

    /** From one item to the next. */
    public int getExtent() throws MPIException {
        return usable(this, "Datatype.getExtent").shape.extent() / shape.unit();
    }

    /** The lower bound, without what was put in front of the first element. */
    public int getTrueLb() throws MPIException {
        usable(this, "Datatype.getTrueLb");
        return 0;
    }

    /** From an item's first element to the end of its last. */
    public int getTrueExtent() throws MPIException {
        return usable(this, "Datatype.getTrueExtent").shape.trueExtent() / shape.unit();
    }

    /** The elements of an item together, without gaps. */
    public int getSize() throws MPIException {
        return usable(this, "Datatype.getSize").shape.size() / shape.unit();
    }

    /** Makes a derived type ready for use; those of Hawser always are. */
    public void commit() throws MPIException {
        usable(this, "Datatype.commit");
    }

    @Override
    public void free() throws MPIException {
        usable(this, "Datatype.free");
        if (predefined) {
            throw Errors.raise(null, "Datatype.free", ErrorClass.TYPE, "a predefined datatype cannot be freed: name="
                + name);
        }
        bytes = -1;
    }

    /** True when it has been freed, and for {@link MPI#DATATYPE_NULL}. */
    public boolean isNull() {
        return bytes < 0;
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

    /** A copy, with the attributes. */
    public Datatype dup() throws MPIException {
        usable(this, "Datatype.dup");
        return new Datatype(shape, false, name, attributes.copy());
    }

    /** {@code count} items after each other. */
    public static Datatype createContiguous(int count, Datatype oldType) throws MPIException {
        throw Errors.later("Datatype.createContiguous");
    }

    /** Blocks of items, {@code stride} items apart. */
    public static Datatype createVector(int count, int blockLength, int stride, Datatype oldType)
            throws MPIException {
        throw Errors.later("Datatype.createVector");
    }

    /** Blocks of items, {@code stride} bytes apart. */
    public static Datatype createHVector(int count, int blockLength, int stride, Datatype oldType)
            throws MPIException {
        throw Errors.later("Datatype.createHVector");
    }

    /** Blocks of items at places that are counted in items. */
    public static Datatype createIndexed(int[] blockLengths, int[] displacements, Datatype oldType)
            throws MPIException {
        throw Errors.later("Datatype.createIndexed");
    }

    /** Blocks of items at places that are counted in bytes. */
    public static Datatype createHIndexed(int[] blockLengths, int[] displacements, Datatype oldType)
            throws MPIException {
        throw Errors.later("Datatype.createHIndexed");
    }

    /** Blocks of items of several types at places that are counted in bytes. */
    public static Datatype createStruct(int[] blockLengths, int[] displacements, Datatype[] types)
            throws MPIException {
        throw Errors.later("Datatype.createStruct");
    }

    /** The same type with another lower bound and extent, in bytes. */
    public static Datatype createResized(Datatype oldType, int lb, int extent) throws MPIException {
        throw Errors.later("Datatype.createResized");
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
