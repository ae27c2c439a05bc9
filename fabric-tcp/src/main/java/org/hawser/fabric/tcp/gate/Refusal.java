package org.hawser.fabric.tcp.gate;

/**
 * Why a connection did not get through the gate. The order is part of the wire format: a refusal travels as its number.
 *
 * <p><b>Threads:</b> immutable.
 */
public enum Refusal {
    /** What came is not Hawser's handshake. */
    NOT_HAWSER,
    /** The two sides have different versions of the protocol. */
    OTHER_VERSION,
    /** The peer belongs to another job. */
    OTHER_JOB,
    /** The peer is not the rank that was wanted, or no rank of this job. */
    WRONG_RANK,
    /** The peer could not prove that it knows the job's secret. */
    WRONG_PROOF,
    /** One side uses TLS and the other does not, or TLS itself refused. */
    TLS,
    /** The peer did not finish in time. */
    TOO_LATE,
    /** All places for connections that have not proved themselves were taken. */
    CROWDED,
    /** The peer dials this rank itself, and its dial wins; it will come. */
    YIELD,
    /** The peer has given this rank up, or is leaving. */
    GONE,
    /** Nobody listens at the peer's address. */
    UNREACHABLE,
    /** The connection broke before the handshake was over. */
    BROKEN,
    /** There is no way to the peer at the moment: a link is down, or this process has no socket left. */
    NO_WAY;

    private static final Refusal[] ALL = values();

    /** The refusal that a peer sent as a number; {@link #NOT_HAWSER} when there is none with it. */
    static Refusal of(long number) {
        return number >= 0 && number < ALL.length ? ALL[(int) number] : NOT_HAWSER;
    }

    /** True when trying again cannot help: the two sides will never agree. */
    public boolean isFinal() {
        return switch (this) {
            case NOT_HAWSER, OTHER_VERSION, OTHER_JOB, WRONG_RANK, WRONG_PROOF, TLS, GONE -> true;
            case TOO_LATE, CROWDED, YIELD, UNREACHABLE, BROKEN, NO_WAY -> false;
        };
    }
}
