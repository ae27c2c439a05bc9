package org.hawser.mpi;

/**
 * The error classes of the MPI standard, by number, for the floors under the API; {@code mpi.MPI.ERR_…} are these.
 */
public final class ErrorClass {
    /** No error. */
    public static final int SUCCESS = 0;
    /** A buffer that cannot be used. */
    public static final int BUFFER = 1;
    /** A count that is negative or too large. */
    public static final int COUNT = 2;
    /** A datatype that cannot be used. */
    public static final int TYPE = 3;
    /** A tag out of range. */
    public static final int TAG = 4;
    /** A communicator that cannot be used. */
    public static final int COMM = 5;
    /** A rank out of range. */
    public static final int RANK = 6;
    /** A request that cannot be used. */
    public static final int REQUEST = 7;
    /** A root out of range. */
    public static final int ROOT = 8;
    /** A group that cannot be used. */
    public static final int GROUP = 9;
    /** An operation that cannot be used. */
    public static final int OP = 10;
    /** A topology that does not fit. */
    public static final int TOPOLOGY = 11;
    /** Dimensions that do not fit. */
    public static final int DIMS = 12;
    /** Some other argument that cannot be used. */
    public static final int ARG = 13;
    /** An error of no known kind. */
    public static final int UNKNOWN = 14;
    /** A message longer than the buffer that receives it. */
    public static final int TRUNCATE = 15;
    /** An error of some other kind. */
    public static final int OTHER = 16;
    /** A fault inside Hawser. */
    public static final int INTERN = 17;
    /** The error is in the status. */
    public static final int IN_STATUS = 18;
    /** A request that is not complete. */
    public static final int PENDING = 19;
    /** A file may not be accessed so. */
    public static final int ACCESS = 20;
    /** Modes of opening a file that do not go together. */
    public static final int AMODE = 21;
    /** Assertions that a call does not know. */
    public static final int ASSERT = 22;
    /** A file's name that is none. */
    public static final int BAD_FILE = 23;
    /** Memory that cannot be a window. */
    public static final int BASE = 24;
    /** A displacement outside the window. */
    public static final int DISP = 26;
    /** A file that is there already. */
    public static final int FILE_EXISTS = 28;
    /** A file that somebody has open. */
    public static final int FILE_IN_USE = 29;
    /** A file that cannot be used: closed. */
    public static final int FILE = 30;
    /** A key that Info does not take. */
    public static final int INFO_KEY = 31;
    /** A key that is not in an Info. */
    public static final int INFO_NOKEY = 32;
    /** A value that Info does not take. */
    public static final int INFO_VALUE = 33;
    /** An Info that cannot be used. */
    public static final int INFO = 34;
    /** Some other error of input or output. */
    public static final int IO = 35;
    /** An attribute's key that does not exist. */
    public static final int KEYVAL = 36;
    /** A kind of lock that there is not. */
    public static final int LOCKTYPE = 37;
    /** A service name that nobody has published. */
    public static final int NAME = 38;
    /** No memory. */
    public static final int NO_MEM = 39;
    /** Arguments of a collective call that differ where they must not. */
    public static final int NOT_SAME = 40;
    /** The disk is full. */
    public static final int NO_SPACE = 41;
    /** A file that is not there. */
    public static final int NO_SUCH_FILE = 42;
    /** A port that cannot be used. */
    public static final int PORT = 43;
    /** The account may have no more of the disk. */
    public static final int QUOTA = 44;
    /** A file, or file system, that may only be read. */
    public static final int READ_ONLY = 45;
    /** Accesses to a window that must not meet. */
    public static final int RMA_CONFLICT = 46;
    /** A call outside the epoch that it needs, or inside one that it must not be in. */
    public static final int RMA_SYNC = 47;
    /** A service name that cannot be published, or not be taken back. */
    public static final int SERVICE = 48;
    /** A size that a window cannot have. */
    public static final int SIZE = 49;
    /** Processes that cannot be started. */
    public static final int SPAWN = 50;
    /** A data representation that is not known. */
    public static final int UNSUPPORTED_DATAREP = 51;
    /** Something that Hawser does not do. */
    public static final int UNSUPPORTED_OPERATION = 52;
    /** A window that cannot be used. */
    public static final int WIN = 53;
    /** A process that a call needs has ended. */
    public static final int PROC_FAILED = 78;
    /** A process has ended that a receive from anybody might have had its message from; it goes on when asked to. */
    public static final int PROC_FAILED_PENDING = 79;
    /** The communicator was revoked. */
    public static final int REVOKED = 80;

    private ErrorClass() {
    }
}
