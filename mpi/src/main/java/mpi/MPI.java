// CHECKSTYLE.OFF: FileLength (the API has its 130 constants in one class)
package mpi;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.CharBuffer;
import java.nio.DoubleBuffer;
import java.nio.FloatBuffer;
import java.nio.IntBuffer;
import java.nio.LongBuffer;
import java.nio.ShortBuffer;
import org.hawser.mpi.ErrorClass;
import org.hawser.mpi.MpiFailure;
import org.hawser.mpi.datatype.Memory;
import org.hawser.mpi.datatype.TypeShape;
import org.hawser.mpi.env.AttachedBuffer;
import org.hawser.mpi.env.Environment;
import org.hawser.mpi.env.SharedBuffers;
import org.hawser.mpi.comm.Communicator;
import org.hawser.mpi.group.Members;

/**
 * MPI's beginning and end, its constants, and buffers.
 *
 * <pre>{@code
 * public static void main(String[] args) throws MPIException {
 *     MPI.Init(args);
 *     int me = MPI.COMM_WORLD.getRank();
 *     if (me == 0) {
 *         MPI.COMM_WORLD.send(new int[] {42}, 1, MPI.INT, 1, 0);
 *     } else if (me == 1) {
 *         MPI.COMM_WORLD.recv(new int[1], 1, MPI.INT, 0, 0);
 *     }
 *     MPI.Finalize();
 * }
 * }</pre>
 *
 * <p><b>Threads:</b> any, as the level given to {@link #InitThread} allows.
 */
public final class MPI {
    /** The process has one thread. */
    public static final int THREAD_SINGLE = Constant.of(0);
    /** Only the thread that called Init calls MPI. */
    public static final int THREAD_FUNNELED = Constant.of(1);
    /** Any thread calls MPI, one at a time. */
    public static final int THREAD_SERIALIZED = Constant.of(2);
    /** Any thread calls MPI at any time. */
    public static final int THREAD_MULTIPLE = Constant.of(3);
    /** A graph topology. */
    public static final int GRAPH = Constant.of(2);
    /** A distributed graph topology. */
    public static final int DIST_GRAPH = Constant.of(3);
    /** A Cartesian topology. */
    public static final int CART = Constant.of(1);
    /** A receive from any rank. */
    public static final int ANY_SOURCE = Constant.of(-1);
    /** A receive of any tag. */
    public static final int ANY_TAG = Constant.of(-1);
    /** The rank of nobody: sends to it and receives from it do nothing. */
    public static final int PROC_NULL = Constant.of(-2);
    /** No number. */
    public static final int UNDEFINED = Constant.of(-32766);
    /** The same. */
    public static final int IDENT = Constant.of(0);
    /** The same processes in the same order, in another context. */
    public static final int CONGRUENT = Constant.of(1);
    /** The same processes in another order. */
    public static final int SIMILAR = Constant.of(2);
    /** Neither. */
    public static final int UNEQUAL = Constant.of(3);
    /** Attribute: the largest tag. */
    public static final int TAG_UB = Constant.of(0);
    /** Attribute: the rank of a host process. */
    public static final int HOST = Constant.of(1);
    /** Attribute: who can do input and output. */
    public static final int IO = Constant.of(2);
    /** Attribute: whether the ranks' clocks agree. */
    public static final int WTIME_IS_GLOBAL = Constant.of(3);
    /** Attribute: the number of this program among several. */
    public static final int APPNUM = Constant.of(4);
    /** Attribute: the last error code in use. */
    public static final int LASTUSEDCODE = Constant.of(5);
    /** Attribute: how many processes there could be. */
    public static final int UNIVERSE_SIZE = Constant.of(6);
    /** Attribute: a window's memory. */
    public static final int WIN_BASE = Constant.of(7);
    /** Attribute: a window's size. */
    public static final int WIN_SIZE = Constant.of(8);
    /** Attribute: a window's unit of displacement. */
    public static final int WIN_DISP_UNIT = Constant.of(9);
    /** The version of the MPI standard. */
    public static final int VERSION = Constant.of(3);
    /** Its second number. */
    public static final int SUBVERSION = Constant.of(1);
    /** The root itself, in a collective between groups. */
    public static final int ROOT = Constant.of(-4);
    /** No attribute key. */
    public static final int KEYVAL_INVALID = Constant.of(-1);
    /** What a buffered message may take in the attached buffer beyond its own length. */
    public static final int BSEND_OVERHEAD = Constant.of(128);
    /** The longest name of an object. */
    public static final int MAX_OBJECT_NAME = Constant.of(64);
    /** The longest name of a port. */
    public static final int MAX_PORT_NAME = Constant.of(1024);
    /** The longest name of a data representation. */
    public static final int MAX_DATAREP_STRING = Constant.of(128);
    /** The longest key of an Info. */
    public static final int MAX_INFO_KEY = Constant.of(36);
    /** The longest value of an Info. */
    public static final int MAX_INFO_VAL = Constant.of(256);
    /** Arrays whose last index varies fastest. */
    public static final int ORDER_C = Constant.of(0);
    /** Arrays whose first index varies fastest. */
    public static final int ORDER_FORTRAN = Constant.of(1);
    /** A dimension in blocks. */
    public static final int DISTRIBUTE_BLOCK = Constant.of(0);
    /** A dimension dealt out in turn. */
    public static final int DISTRIBUTE_CYCLIC = Constant.of(1);
    /** A dimension that stays whole. */
    public static final int DISTRIBUTE_NONE = Constant.of(2);
    /** The default argument of a distribution. */
    public static final int DISTRIBUTE_DFLT_DARG = Constant.of(-1);
    /** Make the file if it is not there. */
    public static final int MODE_CREATE = Constant.of(1);
    /** Read only. */
    public static final int MODE_RDONLY = Constant.of(2);
    /** Write only. */
    public static final int MODE_WRONLY = Constant.of(4);
    /** Read and write. */
    public static final int MODE_RDWR = Constant.of(8);
    /** Delete the file when it is closed. */
    public static final int MODE_DELETE_ON_CLOSE = Constant.of(16);
    /** Nobody else opens the file. */
    public static final int MODE_UNIQUE_OPEN = Constant.of(32);
    /** The file must not be there yet. */
    public static final int MODE_EXCL = Constant.of(64);
    /** Begin at the end of the file. */
    public static final int MODE_APPEND = Constant.of(128);
    /** The file is read or written in one go. */
    public static final int MODE_SEQUENTIAL = Constant.of(256);
    /** A view from where the file is now. */
    public static final int DISPLACEMENT_CURRENT = Constant.of(-54278278);
    /** Count from the beginning. */
    public static final int SEEK_SET = Constant.of(600);
    /** Count from where the file is. */
    public static final int SEEK_CUR = Constant.of(602);
    /** Count from the end. */
    public static final int SEEK_END = Constant.of(604);
    /** No lock or post is outstanding. */
    public static final int MODE_NOCHECK = Constant.of(1);
    /** No access came before the fence. */
    public static final int MODE_NOPRECEDE = Constant.of(2);
    /** Nobody puts until the next fence. */
    public static final int MODE_NOPUT = Constant.of(4);
    /** No store since the last fence. */
    public static final int MODE_NOSTORE = Constant.of(8);
    /** No access comes after the fence. */
    public static final int MODE_NOSUCCEED = Constant.of(16);
    /** A lock for one. */
    public static final int LOCK_EXCLUSIVE = Constant.of(1);
    /** A lock for many. */
    public static final int LOCK_SHARED = Constant.of(2);
    /** No error. */
    public static final int SUCCESS = Constant.of(0);
    /** A buffer that cannot be used. */
    public static final int ERR_BUFFER = Constant.of(1);
    /** A count that cannot be used. */
    public static final int ERR_COUNT = Constant.of(2);
    /** A datatype that cannot be used. */
    public static final int ERR_TYPE = Constant.of(3);
    /** A tag out of range. */
    public static final int ERR_TAG = Constant.of(4);
    /** A communicator that cannot be used. */
    public static final int ERR_COMM = Constant.of(5);
    /** A rank out of range. */
    public static final int ERR_RANK = Constant.of(6);
    /** A request that cannot be used. */
    public static final int ERR_REQUEST = Constant.of(7);
    /** A root out of range. */
    public static final int ERR_ROOT = Constant.of(8);
    /** A group that cannot be used. */
    public static final int ERR_GROUP = Constant.of(9);
    /** An operation that cannot be used. */
    public static final int ERR_OP = Constant.of(10);
    /** A topology that does not fit. */
    public static final int ERR_TOPOLOGY = Constant.of(11);
    /** Dimensions that do not fit. */
    public static final int ERR_DIMS = Constant.of(12);
    /** Some other argument that cannot be used. */
    public static final int ERR_ARG = Constant.of(13);
    /** An error of no known kind. */
    public static final int ERR_UNKNOWN = Constant.of(14);
    /** A message longer than the buffer. */
    public static final int ERR_TRUNCATE = Constant.of(15);
    /** An error of some other kind. */
    public static final int ERR_OTHER = Constant.of(16);
    /** A fault inside Hawser. */
    public static final int ERR_INTERN = Constant.of(17);
    /** One of several requests failed. */
    public static final int ERR_IN_STATUS = Constant.of(18);
    /** Requests are not complete. */
    public static final int ERR_PENDING = Constant.of(19);
    /** Permission denied. */
    public static final int ERR_ACCESS = Constant.of(20);
    /** A file mode that cannot be used. */
    public static final int ERR_AMODE = Constant.of(21);
    /** An assertion that cannot be used. */
    public static final int ERR_ASSERT = Constant.of(22);
    /** A file name that cannot be used. */
    public static final int ERR_BAD_FILE = Constant.of(23);
    /** A base that cannot be used. */
    public static final int ERR_BASE = Constant.of(24);
    /** A conversion failed. */
    public static final int ERR_CONVERSION = Constant.of(25);
    /** A displacement that cannot be used. */
    public static final int ERR_DISP = Constant.of(26);
    /** A data representation that is there already. */
    public static final int ERR_DUP_DATAREP = Constant.of(27);
    /** The file exists. */
    public static final int ERR_FILE_EXISTS = Constant.of(28);
    /** The file is in use. */
    public static final int ERR_FILE_IN_USE = Constant.of(29);
    /** A file that cannot be used. */
    public static final int ERR_FILE = Constant.of(30);
    /** A key that Info does not take. */
    public static final int ERR_INFO_KEY = Constant.of(31);
    /** A key that is not in the Info. */
    public static final int ERR_INFO_NOKEY = Constant.of(32);
    /** A value that Info does not take. */
    public static final int ERR_INFO_VALUE = Constant.of(33);
    /** An Info that cannot be used. */
    public static final int ERR_INFO = Constant.of(34);
    /** Input or output failed. */
    public static final int ERR_IO = Constant.of(35);
    /** An attribute key that does not exist. */
    public static final int ERR_KEYVAL = Constant.of(36);
    /** A lock type that cannot be used. */
    public static final int ERR_LOCKTYPE = Constant.of(37);
    /** A service name that is not published. */
    public static final int ERR_NAME = Constant.of(38);
    /** No memory. */
    public static final int ERR_NO_MEM = Constant.of(39);
    /** Ranks gave different arguments. */
    public static final int ERR_NOT_SAME = Constant.of(40);
    /** No space. */
    public static final int ERR_NO_SPACE = Constant.of(41);
    /** The file does not exist. */
    public static final int ERR_NO_SUCH_FILE = Constant.of(42);
    /** A port name that cannot be used. */
    public static final int ERR_PORT = Constant.of(43);
    /** A process was aborted. A process that ends while others need it is {@link #ERR_PROC_FAILED} with them. */
    public static final int ERR_PROC_ABORTED = Constant.of(74);
    /** A process has ended that the call needs; what does without it goes on. Beyond the API of Open MPI. */
    public static final int ERR_PROC_FAILED = Constant.of(78);
    /**
     * A process has ended from which a receive from {@link #ANY_SOURCE} might have had its message. The request is
     * active still, and goes on after {@link Comm#ackFailed}. Beyond the API of Open MPI.
     */
    public static final int ERR_PROC_FAILED_PENDING = Constant.of(79);
    /** Somebody has revoked the communicator; see {@link Comm#revoke}. Beyond the API of Open MPI. */
    public static final int ERR_REVOKED = Constant.of(80);
    /** The quota is used up. */
    public static final int ERR_QUOTA = Constant.of(44);
    /** The file is read-only. */
    public static final int ERR_READ_ONLY = Constant.of(45);
    /** Accesses to a window conflict. */
    public static final int ERR_RMA_CONFLICT = Constant.of(46);
    /** A window was used outside its epoch. */
    public static final int ERR_RMA_SYNC = Constant.of(47);
    /** A service name that cannot be unpublished. */
    public static final int ERR_SERVICE = Constant.of(48);
    /** A size that cannot be used. */
    public static final int ERR_SIZE = Constant.of(49);
    /** Processes could not be started. */
    public static final int ERR_SPAWN = Constant.of(50);
    /** A data representation that Hawser does not know. */
    public static final int ERR_UNSUPPORTED_DATAREP = Constant.of(51);
    /** Something that Hawser does not do. */
    public static final int ERR_UNSUPPORTED_OPERATION = Constant.of(52);
    /** A window that cannot be used. */
    public static final int ERR_WIN = Constant.of(53);
    /** The last error code. */
    public static final int ERR_LASTCODE = Constant.of(92);
    /** The system has run out of something. */
    public static final int ERR_SYSRESOURCE = Constant.of(-2);
    /** Errors end the job; what communicators begin with. */
    public static final Errhandler ERRORS_ARE_FATAL = new Errhandler("ERRORS_ARE_FATAL", true);
    /** Errors end the job. */
    public static final Errhandler ERRORS_ABORT = new Errhandler("ERRORS_ABORT", true);
    /** Errors are thrown as {@link MPIException}. */
    public static final Errhandler ERRORS_RETURN = new Errhandler("ERRORS_RETURN", false);
    /** The larger. */
    public static final Op MAX = new Op("MAX");
    /** The smaller. */
    public static final Op MIN = new Op("MIN");
    /** The sum. */
    public static final Op SUM = new Op("SUM");
    /** The product. */
    public static final Op PROD = new Op("PROD");
    /** Logical and. */
    public static final Op LAND = new Op("LAND");
    /** Bitwise and. */
    public static final Op BAND = new Op("BAND");
    /** Logical or. */
    public static final Op LOR = new Op("LOR");
    /** Bitwise or. */
    public static final Op BOR = new Op("BOR");
    /** Logical exclusive or. */
    public static final Op LXOR = new Op("LXOR");
    /** Bitwise exclusive or. */
    public static final Op BXOR = new Op("BXOR");
    /** The new one; one-sided communication only. */
    public static final Op REPLACE = new Op("REPLACE");
    /** The old one; one-sided communication only. */
    public static final Op NO_OP = new Op("NO_OP");
    /** The smaller value with its index; pairs only. */
    public static final Op MINLOC = new Op("MINLOC");
    /** The larger value with its index; pairs only. */
    public static final Op MAXLOC = new Op("MAXLOC");
    /** No datatype. */
    public static final Datatype DATATYPE_NULL = new Datatype(null, true);
    /** Bytes. */
    public static final Datatype BYTE = new Datatype(TypeShape.basic("MPI_UINT8_T", Memory.BYTES, 1), true);
    /** Java chars. */
    public static final Datatype CHAR = new Datatype(TypeShape.basic("MPI_UINT16_T", Memory.CHARS, 2), true);
    /** Shorts. */
    public static final Datatype SHORT = new Datatype(TypeShape.basic("MPI_INT16_T", Memory.SHORTS, 2), true);
    /** Booleans. */
    public static final Datatype BOOLEAN = new Datatype(TypeShape.basic("MPI_UINT8_T", Memory.BOOLEANS, 1), true);
    /** Ints. */
    public static final Datatype INT = new Datatype(TypeShape.basic("MPI_INT32_T", Memory.INTS, 4), true);
    /** Longs. */
    public static final Datatype LONG = new Datatype(TypeShape.basic("MPI_INT64_T", Memory.LONGS, 8), true);
    /** Floats. */
    public static final Datatype FLOAT = new Datatype(TypeShape.basic("MPI_FLOAT", Memory.FLOATS, 4), true);
    /** Doubles. */
    public static final Datatype DOUBLE = new Datatype(TypeShape.basic("MPI_DOUBLE", Memory.DOUBLES, 8), true);
    /** What {@link Comm#pack} makes. */
    public static final Datatype PACKED = new Datatype(TypeShape.basic("MPI_PACKED", Memory.BYTES, 1), true);
    /** Complex numbers of floats. */
    public static final Datatype FLOAT_COMPLEX =
        new Datatype(TypeShape.complex("MPI_C_COMPLEX", Memory.FLOATS, 4), true);
    /** Complex numbers of doubles. */
    public static final Datatype DOUBLE_COMPLEX =
        new Datatype(TypeShape.complex("MPI_C_DOUBLE_COMPLEX", Memory.DOUBLES, 8), true);
    /** An int and an index; see {@link #int2}. */
    public static final Datatype INT2 = new Datatype(TypeShape.pair("MPI_2INT", 4, Memory.INTS), true);
    /** A short and an index; see {@link #shortInt}. */
    public static final Datatype SHORT_INT = new Datatype(TypeShape.pair("MPI_SHORT_INT", 2, 0), true);
    /** A long and an index; see {@link #longInt}. */
    public static final Datatype LONG_INT = new Datatype(TypeShape.pair("MPI_LONG_INT", 8, 0), true);
    /** A float and an index; see {@link #floatInt}. */
    public static final Datatype FLOAT_INT = new Datatype(TypeShape.pair("MPI_FLOAT_INT", 4, 0), true);
    /** A double and an index; see {@link #doubleInt}. */
    public static final Datatype DOUBLE_INT = new Datatype(TypeShape.pair("MPI_DOUBLE_INT", 8, 0), true);
    /** The struct of {@link #INT2}. */
    public static final Int2 int2 = new Int2(INT2);
    /** The struct of {@link #SHORT_INT}. */
    public static final ShortInt shortInt = new ShortInt(SHORT_INT);
    /** The struct of {@link #LONG_INT}. */
    public static final LongInt longInt = new LongInt(LONG_INT);
    /** The struct of {@link #FLOAT_INT}. */
    public static final FloatInt floatInt = new FloatInt(FLOAT_INT);
    /** The struct of {@link #DOUBLE_INT}. */
    public static final DoubleInt doubleInt = new DoubleInt(DOUBLE_INT);
    /** No request. */
    public static final Request REQUEST_NULL = new Request();
    /** No processes. */
    public static final Group GROUP_EMPTY = new Group(Members.EMPTY);
    /** How this process was started. */
    public static final Info INFO_ENV = Info.environment();
    /** No Info. */
    public static final Info INFO_NULL = new Info(null, true);
    /** All processes of the job. */
    public static final Intracomm COMM_WORLD = new Intracomm("MPI_COMM_WORLD");
    /** This process alone. */
    public static final Intracomm COMM_SELF = new Intracomm("MPI_COMM_SELF");

    /** Contexts: each communicator has one for its messages and, above it, one for its collectives. */
    private static final int WORLD_CONTEXT = 0;
    private static final int SELF_CONTEXT = 2;

    /** Everything here is static. */
    public MPI() {
    }

    // CHECKSTYLE.OFF: MethodName (three names of the API begin with a capital)
    /**
     * Begins MPI; the first call of a program. With no launcher the job has one process.
     *
     * @param args what {@code main} was given
     * @return the same
     */
    public static String[] Init(String[] args) throws MPIException {
        begin("MPI.Init", args, THREAD_SINGLE);
        return args;
    }

    /**
     * Begins MPI for programs with threads.
     *
     * @param args what {@code main} was given
     * @param required one of {@code THREAD_…}
     * @return the same level: all are given
     */
    public static int InitThread(String[] args, int required) throws MPIException {
        if (required < THREAD_SINGLE || required > THREAD_MULTIPLE) {
            throw Errors.raise(null, "MPI.InitThread", ErrorClass.ARG, "no such level of thread support: required="
                + required);
        }
        begin("MPI.InitThread", args, required);
        return required;
    }

    private static void begin(String call, String[] args, int level) throws MPIException {
        try {
            Environment.start(level);
        } catch (RuntimeException e) {
            MpiFailure failure = Environment.failureOf(e);
            // Who set something wrong needs no stack of ours to see where.
            boolean mistaken = failure.errorClass() == ErrorClass.ARG;
            throw new MPIException(mistaken ? ErrorClass.ARG : ErrorClass.OTHER,
                call + ": " + (mistaken ? "ERR_ARG: " : "") + failure.getMessage(), mistaken ? null : e);
        }
        int rank = Environment.rank().number();
        int size = Environment.rank().size();
        COMM_WORLD.bind(initial(Members.range(0, size), rank, WORLD_CONTEXT));
        COMM_SELF.bind(initial(Members.range(rank, 1), 0, SELF_CONTEXT));
        if (!COMM_WORLD.handler().isFatal()) {
            Environment.outlives(true);
        }
        INFO_ENV.begin(args, size, Environment.hostName(), level);
        Spawned.connectToParents(Intercomm.PARENT);
    }

    private static Communicator initial(Members members, int rank, int context) {
        return new Communicator(Environment.point(), Environment.contexts(), members, members, rank, context, null);
    }

    /** The level of thread support. */
    public static int queryThread() throws MPIException {
        Errors.check();
        return Environment.threadLevel();
    }

    /** True on the thread that called {@link #Init}. */
    public static boolean isThreadMain() throws MPIException {
        Errors.check();
        return Environment.isMainThread();
    }

    /**
     * Ends MPI; all processes call it, and none goes on before all have. For sends to others and for collectives that
     * the program did not wait for, it waits itself. Receives must be complete: where errors are thrown one that is not
     * is an error, {@link #ERR_PENDING}; where they are fatal it is given up, and a line on standard error tells.
     * Buffers that MPI made can still be used.
     */
    public static void Finalize() throws MPIException {
        Errors.check();
        try {
            Environment.finish(!COMM_WORLD.handler().isFatal());
        } catch (RuntimeException e) {
            throw Errors.raise(null, "MPI.Finalize", e);
        } finally {
            if (Environment.isFinalized()) {
                Comm.endAll();
            }
        }
    }

    // CHECKSTYLE.ON: MethodName

    /** Seconds since some moment in the past. */
    public static double wtime() throws MPIException {
        Errors.check();
        return System.nanoTime() * 1e-9;
    }

    /** The resolution of {@link #wtime}, in seconds. */
    public static double wtick() throws MPIException {
        Errors.check();
        return 1e-9;
    }

    /** The version of the MPI standard. */
    public static Version getVersion() {
        return new Version(VERSION, SUBVERSION);
    }

    /** The version of Hawser. */
    public static String getLibVersion() {
        String version = MPI.class.getPackage().getImplementationVersion();
        return "Hawser " + (version == null ? "0.1" : version) + ", MPI " + VERSION + "." + SUBVERSION + ", Java "
            + Runtime.version();
    }

    /** The name of the host. */
    public static String getProcessorName() throws MPIException {
        Errors.check();
        return Environment.hostName();
    }

    /** True once {@link #Init} has been called. */
    public static boolean isInitialized() throws MPIException {
        return Environment.isInitialized();
    }

    /** True once {@link #Finalize} has been called. */
    public static boolean isFinalized() throws MPIException {
        return Environment.isFinalized();
    }

    /** Gives MPI room for buffered sends; the program leaves the array alone until it has it back. */
    public static void attachBuffer(byte[] buffer) throws MPIException {
        Errors.check();
        try {
            AttachedBuffer.attach(buffer);
        } catch (RuntimeException e) {
            throw Errors.raise(null, "MPI.attachBuffer", e);
        }
    }

    /** Waits until buffered messages are delivered, and gives the array back; null when there is none. */
    public static byte[] detachBuffer() throws MPIException {
        Errors.check();
        try {
            return AttachedBuffer.detach();
        } catch (RuntimeException e) {
            throw Errors.raise(null, "MPI.detachBuffer", e);
        }
    }

    /** Controls profiling; does nothing. */
    public static void pControl(int level, Object obj) {
    }

    /** A direct buffer in native byte order; peers on this node reach it with no copy in between. */
    public static ByteBuffer newByteBuffer(int capacity) {
        return SharedBuffers.allocate(capacity);
    }

    /** The same, of chars. */
    public static CharBuffer newCharBuffer(int capacity) {
        return SharedBuffers.allocate(Math.multiplyExact(capacity, 2)).asCharBuffer();
    }

    /** The same, of shorts. */
    public static ShortBuffer newShortBuffer(int capacity) {
        return SharedBuffers.allocate(Math.multiplyExact(capacity, 2)).asShortBuffer();
    }

    /** The same, of ints. */
    public static IntBuffer newIntBuffer(int capacity) {
        return SharedBuffers.allocate(Math.multiplyExact(capacity, 4)).asIntBuffer();
    }

    /** The same, of longs. */
    public static LongBuffer newLongBuffer(int capacity) {
        return SharedBuffers.allocate(Math.multiplyExact(capacity, 8)).asLongBuffer();
    }

    /** The same, of floats. */
    public static FloatBuffer newFloatBuffer(int capacity) {
        return SharedBuffers.allocate(Math.multiplyExact(capacity, 4)).asFloatBuffer();
    }

    /** The same, of doubles. */
    public static DoubleBuffer newDoubleBuffer(int capacity) {
        return SharedBuffers.allocate(Math.multiplyExact(capacity, 8)).asDoubleBuffer();
    }

    /** What follows element {@code offset} of a buffer; shares its memory, in the same byte order. */
    public static ByteBuffer slice(ByteBuffer buf, int offset) {
        return buf.slice(offset, buf.limit() - offset).order(buf.order());
    }

    /** The same, of chars. */
    public static CharBuffer slice(CharBuffer buf, int offset) {
        return buf.slice(offset, buf.limit() - offset);
    }

    /** The same, of shorts. */
    public static ShortBuffer slice(ShortBuffer buf, int offset) {
        return buf.slice(offset, buf.limit() - offset);
    }

    /** The same, of ints. */
    public static IntBuffer slice(IntBuffer buf, int offset) {
        return buf.slice(offset, buf.limit() - offset);
    }

    /** The same, of longs. */
    public static LongBuffer slice(LongBuffer buf, int offset) {
        return buf.slice(offset, buf.limit() - offset);
    }

    /** The same, of floats. */
    public static FloatBuffer slice(FloatBuffer buf, int offset) {
        return buf.slice(offset, buf.limit() - offset);
    }

    /** The same, of doubles. */
    public static DoubleBuffer slice(DoubleBuffer buf, int offset) {
        return buf.slice(offset, buf.limit() - offset);
    }

    /** What follows element {@code offset} of an array; shares its memory, in native byte order. */
    public static ByteBuffer slice(byte[] buf, int offset) {
        return ByteBuffer.wrap(buf, offset, buf.length - offset).slice().order(ByteOrder.nativeOrder());
    }

    /** The same, of chars. */
    public static CharBuffer slice(char[] buf, int offset) {
        return CharBuffer.wrap(buf, offset, buf.length - offset).slice();
    }

    /** The same, of shorts. */
    public static ShortBuffer slice(short[] buf, int offset) {
        return ShortBuffer.wrap(buf, offset, buf.length - offset).slice();
    }

    /** The same, of ints. */
    public static IntBuffer slice(int[] buf, int offset) {
        return IntBuffer.wrap(buf, offset, buf.length - offset).slice();
    }

    /** The same, of longs. */
    public static LongBuffer slice(long[] buf, int offset) {
        return LongBuffer.wrap(buf, offset, buf.length - offset).slice();
    }

    /** The same, of floats. */
    public static FloatBuffer slice(float[] buf, int offset) {
        return FloatBuffer.wrap(buf, offset, buf.length - offset).slice();
    }

    /** The same, of doubles. */
    public static DoubleBuffer slice(double[] buf, int offset) {
        return DoubleBuffer.wrap(buf, offset, buf.length - offset).slice();
    }
}
