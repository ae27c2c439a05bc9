package org.hawser.platform.libc;

/** A libc call failed: which one and with what error number. */
public final class Errno extends RuntimeException {
    /** No such process. */
    public static final int ESRCH = 3;
    /** A signal came in between. */
    public static final int EINTR = 4;
    /** No such descriptor. */
    public static final int EBADF = 9;
    /** Nothing can be done without waiting. */
    public static final int EAGAIN = 11;
    /** An address that is not mapped. */
    public static final int EFAULT = 14;
    /** No space left on device. */
    public static final int ENOSPC = 28;

    private static final long serialVersionUID = 1L;

    private final int number;

    Errno(String call, int number) {
        super(call + " failed: errno=" + number);
        this.number = number;
    }

    /** The error number. */
    public int number() {
        return number;
    }
}
