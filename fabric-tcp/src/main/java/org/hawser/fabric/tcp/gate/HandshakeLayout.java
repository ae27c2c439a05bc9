package org.hawser.fabric.tcp.gate;

import java.nio.ByteOrder;

/**
 * The bytes of a handshake. Each message begins with the same head; numbers are big-endian.
 *
 * <pre>
 *  head       0: magic (long)  8: kind (int)  12: version (int)  16: from (int)  20: to (int)  24: value (long)  32
 *
 *  HELLO      0: head, value = tag of the job      32: nonce (32 bytes)                          64      dialler
 *  CHALLENGE  64: head, value = tag of the job     96: nonce (32 bytes)     128: proof (32)     160      accepting side
 *  PROOF      160: head, value = received offset                            192: proof (32)     224      dialler
 *  WELCOME    224: head, value = received offset                            256: proof (32)     288      accepting side
 *  REFUSAL    a head in place of the next message, value = number of the {@link Refusal}
 * </pre>
 *
 * <p>The messages stand behind each other at both sides, as one <em>transcript</em>. A proof is the HMAC of all of the
 * transcript before it: the nonces of both sides, so that nothing recorded is of use again; who has which role (the
 * kinds), both ranks, the version and the offsets. {@code YIELD} and {@code GONE} stand in the place of {@code
 * WELCOME}, with a proof as well.
 *
 * <p>Magic, kind and version keep their places in all versions to come, so that any two can tell that they differ.
 */
final class HandshakeLayout {
    /** The bit of a version that says which byte order frames have. */
    static final int BIG_ENDIAN = 1 << 30;
    /** "HAWSER" and two bytes that no text has. */
    static final long MAGIC = 0x4841_5753_4552_0d00L;
    /**
     * The version of the handshake and of the frames behind it. Those are in the byte order of the machine, so machines
     * that differ in it have different versions.
     */
    static final int VERSION = ByteOrder.nativeOrder() == ByteOrder.LITTLE_ENDIAN ? 2 : 2 | BIG_ENDIAN;

    static final int HELLO_KIND = 1;
    static final int CHALLENGE_KIND = 2;
    static final int PROOF_KIND = 3;
    static final int WELCOME_KIND = 4;
    static final int YIELD_KIND = 5;
    static final int GONE_KIND = 6;
    static final int REFUSAL_KIND = 7;

    static final int MAGIC_AT = 0;
    static final int KIND = 8;
    static final int VERSION_AT = 12;
    static final int FROM = 16;
    static final int TO = 20;
    static final int VALUE = 24;
    static final int HEAD = 32;

    static final int NONCE_BYTES = 32;
    static final int PROOF_BYTES = 32;

    static final int HELLO = 0;
    static final int CHALLENGE = HELLO + HEAD + NONCE_BYTES;
    static final int PROOF = CHALLENGE + HEAD + NONCE_BYTES + PROOF_BYTES;
    static final int WELCOME = PROOF + HEAD + PROOF_BYTES;
    static final int END = WELCOME + HEAD + PROOF_BYTES;

    private HandshakeLayout() {
    }

    /** A version, for messages. */
    static String name(int version) {
        return (version & ~BIG_ENDIAN) + ((version & BIG_ENDIAN) == 0 ? "" : "(big-endian)");
    }
}
