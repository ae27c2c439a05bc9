package org.hawser.fabric.tcp.gate;

import static org.hawser.fabric.tcp.gate.HandshakeLayout.CHALLENGE;
import static org.hawser.fabric.tcp.gate.HandshakeLayout.CHALLENGE_KIND;
import static org.hawser.fabric.tcp.gate.HandshakeLayout.END;
import static org.hawser.fabric.tcp.gate.HandshakeLayout.FROM;
import static org.hawser.fabric.tcp.gate.HandshakeLayout.GONE_KIND;
import static org.hawser.fabric.tcp.gate.HandshakeLayout.HEAD;
import static org.hawser.fabric.tcp.gate.HandshakeLayout.HELLO;
import static org.hawser.fabric.tcp.gate.HandshakeLayout.HELLO_KIND;
import static org.hawser.fabric.tcp.gate.HandshakeLayout.KIND;
import static org.hawser.fabric.tcp.gate.HandshakeLayout.MAGIC;
import static org.hawser.fabric.tcp.gate.HandshakeLayout.NONCE_BYTES;
import static org.hawser.fabric.tcp.gate.HandshakeLayout.PROOF;
import static org.hawser.fabric.tcp.gate.HandshakeLayout.PROOF_BYTES;
import static org.hawser.fabric.tcp.gate.HandshakeLayout.PROOF_KIND;
import static org.hawser.fabric.tcp.gate.HandshakeLayout.REFUSAL_KIND;
import static org.hawser.fabric.tcp.gate.HandshakeLayout.TO;
import static org.hawser.fabric.tcp.gate.HandshakeLayout.VALUE;
import static org.hawser.fabric.tcp.gate.HandshakeLayout.VERSION_AT;
import static org.hawser.fabric.tcp.gate.HandshakeLayout.WELCOME;
import static org.hawser.fabric.tcp.gate.HandshakeLayout.WELCOME_KIND;
import static org.hawser.fabric.tcp.gate.HandshakeLayout.YIELD_KIND;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.security.MessageDigest;
import java.security.SecureRandom;
import javax.crypto.Mac;

/**
 * One handshake, seen from one side; {@link HandshakeLayout} has the messages. Four of them, in turns: the dialler
 * says who it is; the accepting side proves itself; the dialler proves itself and says how far it has received; the
 * accepting side says how far it has. Nothing else is accepted, and nothing behind the handshake is read.
 *
 * <p>A stranger gets no proof before it has named the job's tag, learns no offset before it has proved itself, and
 * changes nothing at this rank: the streams are asked only when the peer has.
 *
 * <p><b>Threads:</b> one at a time. <b>Allocates:</b> {@value HandshakeLayout#END} bytes at construction, and a MAC
 * for each proof.
 */
final class Handshake {
    private static final SecureRandom RANDOM = new SecureRandom();
    private static final int NOBODY = -1;
    private static final String REMEDY_VERSION =
        "; run the same version of Hawser on all hosts, and on hosts of one byte order";
    private static final String REMEDY_STRANGER = "; it is kept out and the job goes on: keep other programs, scanners"
        + " and health checks too, away from the ports of its ranks (--port-range, hawser.tcp.ports)";
    private static final String REMEDY_ANSWERED = "; something else answers at the address of the peer, which may have"
        + " ended: look for its own message, and whether hawser.tcp.interface names a network of this job's hosts";
    private static final String REMEDY_CALLER = "; it is kept out and this job goes on: a rank of a job that has ended"
        + " may still call; jobs that keep calling each other need ports (--port-range) and, where they are started by"
        + " hand, a HAWSER_SHARED_DIR of their own";
    private static final String REMEDY_REUSED = "; the peer may have ended and another job listens at its port now:"
        + " look for the peer's own message, and give jobs on one host ports of their own (--port-range)";
    private static final String REMEDY_PROOF = "; something between the hosts changes what they send, or somebody who"
        + " does not know the secret tries to get in: look who is at peerHost, and use --tls where others reach the"
        + " network";

    private final Identity self;
    private final Wire wire;
    private final Admissions admissions;
    private final boolean dialled;
    private final ByteBuffer transcript = ByteBuffer.allocate(END);
    private final ByteBuffer[] outgoing = {transcript};

    private int peer;
    /** What the peer is called in its own job; negative before it has said so. */
    private int peerRank;
    /** What both prove themselves with; null until the peer has named the job. */
    private JobKeys keys;
    /** Where the message under way begins in the transcript. */
    private int message = HELLO;
    private boolean composed;
    private boolean headChecked;

    private Handshake(Identity self, Wire wire, Admissions admissions, int peer) {
        this.self = self;
        this.wire = wire;
        this.admissions = admissions;
        this.peer = peer;
        dialled = peer != NOBODY;
        peerRank = dialled ? self.rankOf(peer) : NOBODY;
        keys = dialled ? self.keysTo(peer) : null;
        transcript.limit(0);
    }

    /** The side that made the connection. */
    static Handshake dialling(Identity self, Wire wire, Admissions admissions, int peer) {
        return new Handshake(self, wire, admissions, peer);
    }

    /** The side that was called. */
    static Handshake accepting(Identity self, Wire wire, Admissions admissions) {
        return new Handshake(self, wire, admissions, NOBODY);
    }

    Wire wire() {
        return wire;
    }

    /** The peer that was dialled, or that has said who it is; negative when neither. */
    int peer() {
        return peer;
    }

    boolean isDialled() {
        return dialled;
    }

    /** True when the peer has said who it is and named the right job; it has proved nothing by that. */
    boolean hasGreeted() {
        return message != HELLO;
    }

    /**
     * Goes on as far as it can without waiting.
     *
     * @return what the selector has to wait for, or 0 when the handshake is over
     * @throws RefusedException when this side or the peer says no
     * @throws IOException      when the connection breaks
     */
    int advance() throws IOException {
        while (message != END) {
            if (isMine()) {
                if (!composed) {
                    compose();
                }
                wire.write(outgoing, 0, 1);
                if (transcript.hasRemaining()) {
                    return wire.interest(true);
                }
            } else if (!receive()) {
                return wire.interest(false);
            }
            next();
        }
        return wire.flush() ? 0 : wire.interest(false);
    }

    /** What the handshake has come to; asked when {@link #advance} has returned 0. */
    Admitted result() throws RefusedException {
        if (transcript.getInt(WELCOME + KIND) != WELCOME_KIND) {
            // Said by this side; the peer has read it or will.
            throw RefusedException.byPeer(Refusal.YIELD, "a rank dialled that is dialled from here: " + self
                + " peer=" + peer);
        }
        return new Admitted(wire, peer, dialled, transcript.getLong((dialled ? WELCOME : PROOF) + VALUE));
    }

    /**
     * Tells the peer why it is refused, if it can be told at once. A dialler that has given its proof is silent: the
     * peer may have admitted it, and would take a refusal for a frame of the stream.
     */
    void tell(RefusedException refused) {
        if (refused.isToldByPeer() || dialled && message >= PROOF) {
            return;
        }
        ByteBuffer refusal = ByteBuffer.allocate(HEAD);
        putHead(refusal, 0, REFUSAL_KIND, refused.why().ordinal());
        try {
            wire.write(new ByteBuffer[] {refusal}, 0, 1);
            wire.flush();
            // A socket that is closed with bytes unread takes back what it has sent.
            wire.read(ByteBuffer.allocate(END));
        } catch (IOException e) {
            // It was refused anyway, and sees the end of the connection.
            return;
        }
    }

    private boolean isMine() {
        return dialled == (message == HELLO || message == PROOF);
    }

    private void next() {
        message = endOf(message);
        composed = false;
        headChecked = false;
        transcript.limit(message).position(message);
    }

    private static int endOf(int message) {
        return switch (message) {
            case HELLO -> CHALLENGE;
            case CHALLENGE -> PROOF;
            case PROOF -> WELCOME;
            default -> END;
        };
    }

    private void compose() throws RefusedException {
        int end = endOf(message);
        transcript.limit(end);
        switch (message) {
            case HELLO -> putHead(transcript, HELLO, HELLO_KIND, keys.tag());
            case CHALLENGE -> putHead(transcript, CHALLENGE, CHALLENGE_KIND, keys.tag());
            case PROOF -> putHead(transcript, PROOF, PROOF_KIND, ownOffset());
            default -> composeAnswer();
        }
        if (message == HELLO || message == CHALLENGE) {
            byte[] nonce = new byte[NONCE_BYTES];
            RANDOM.nextBytes(nonce);
            transcript.put(message + HEAD, nonce);
        }
        if (message != HELLO) {
            transcript.put(end - PROOF_BYTES, proof(end - PROOF_BYTES));
        }
        composed = true;
    }

    private long ownOffset() throws RefusedException {
        long offset = admissions.received(peer);
        if (offset < 0) {
            throw RefusedException.byPeer(Refusal.YIELD, "a dial was given up, as the peer came first: " + self
                + " peer=" + peer);
        }
        return offset;
    }

    private void composeAnswer() {
        long answer = admissions.admit(peer, transcript.getLong(PROOF + VALUE));
        int kind = answer >= 0 ? WELCOME_KIND : answer == Admissions.GONE ? GONE_KIND : YIELD_KIND;
        putHead(transcript, WELCOME, kind, Math.max(answer, 0));
    }

    private void putHead(ByteBuffer target, int at, int kind, long value) {
        target.putLong(at, MAGIC).putInt(at + KIND, kind).putInt(at + VERSION_AT, self.version())
            .putInt(at + FROM, self.rank()).putInt(at + TO, peerRank).putLong(at + VALUE, value);
    }

    /** The HMAC of the transcript up to {@code end}. */
    private byte[] proof(int end) {
        Mac mac = keys.mac();
        mac.update(transcript.array(), 0, end);
        return mac.doFinal();
    }

    /** Reads and checks; true when the message is complete and right. */
    private boolean receive() throws IOException {
        int end = endOf(message);
        while (transcript.position() < end) {
            // The head first: whoever is not one of us is told so before it has sent all.
            transcript.limit(headChecked ? end : message + HEAD);
            int count = wire.read(transcript);
            if (count < 0) {
                throw RefusedException.byPeer(Refusal.BROKEN, "a peer ended its connection during the handshake: "
                    + both());
            }
            if (!headChecked && count > 0) {
                checkMagic();
            }
            if (count == 0) {
                return false;
            }
            if (!headChecked && transcript.position() == message + HEAD) {
                checkHead();
                headChecked = true;
            }
        }
        checkProof(end);
        return true;
    }

    private void checkMagic() throws RefusedException {
        int have = Math.min(transcript.position() - message, Long.BYTES);
        for (int i = 0; i < have; i++) {
            byte wanted = (byte) (MAGIC >>> Long.SIZE - Byte.SIZE * (i + 1));
            if (transcript.get(message + i) != wanted) {
                String tls = TlsContext.hint(transcript.get(message));
                throw new RefusedException(Refusal.NOT_HAWSER, "what came is not Hawser's handshake: " + both()
                    + (!tls.isEmpty() ? tls : dialled ? REMEDY_ANSWERED : REMEDY_STRANGER));
            }
        }
    }

    private void checkHead() throws RefusedException {
        int kind = transcript.getInt(message + KIND);
        int version = transcript.getInt(message + VERSION_AT);
        int from = transcript.getInt(message + FROM);
        if (version != self.version()) {
            throw new RefusedException(Refusal.OTHER_VERSION, "two versions of Hawser cannot talk: " + self
                + " protocol=" + HandshakeLayout.name(self.version()) + " peer=" + from + " peerHost="
                + Sockets.peerOf(wire.channel()) + " peerProtocol=" + HandshakeLayout.name(version) + REMEDY_VERSION);
        }
        if (kind == REFUSAL_KIND) {
            throw refusedByPeer(Refusal.of(transcript.getLong(message + VALUE)));
        }
        if (!isExpected(kind)) {
            throw new RefusedException(Refusal.NOT_HAWSER, "a message out of turn in the handshake: kind=" + kind + " "
                + both());
        }
        if (message <= CHALLENGE) {
            checkJob(transcript.getLong(message + VALUE));
        }
        checkRanks(from, transcript.getInt(message + TO));
        if (message >= PROOF && transcript.getLong(message + VALUE) < 0) {
            throw new RefusedException(Refusal.NOT_HAWSER, "a negative offset in the handshake: " + both());
        }
    }

    private void checkJob(long tag) throws RefusedException {
        JobKeys named = dialled ? keys : self.keysOf(tag);
        if (named == null || named.tag() != tag) {
            throw new RefusedException(Refusal.OTHER_JOB, "the peer belongs to another job, or has another secret: "
                + both() + (dialled ? REMEDY_REUSED : REMEDY_CALLER));
        }
        keys = named;
    }

    private boolean isExpected(int kind) {
        return switch (message) {
            case HELLO -> kind == HELLO_KIND;
            case CHALLENGE -> kind == CHALLENGE_KIND;
            case PROOF -> kind == PROOF_KIND;
            default -> kind == WELCOME_KIND || kind == YIELD_KIND || kind == GONE_KIND;
        };
    }

    private void checkRanks(int from, int to) throws RefusedException {
        int named = peer == NOBODY ? self.peerOf(keys, from) : from == peerRank ? peer : NOBODY;
        if (named < 0 || to != self.rank()) {
            throw new RefusedException(Refusal.WRONG_RANK, "a connection between the wrong ranks: " + both() + " from="
                + from + " to=" + to + " size=" + self.size());
        }
        peer = named;
        peerRank = from;
    }

    private void checkProof(int end) throws RefusedException {
        if (message == HELLO) {
            return;
        }
        byte[] given = new byte[PROOF_BYTES];
        transcript.get(end - PROOF_BYTES, given);
        // Takes the same time wherever the first difference is.
        if (!MessageDigest.isEqual(proof(end - PROOF_BYTES), given)) {
            throw new RefusedException(Refusal.WRONG_PROOF, "the peer could not prove that it knows the job's secret: "
                + both() + REMEDY_PROOF);
        }
        int kind = transcript.getInt(message + KIND);
        if (kind == YIELD_KIND) {
            throw RefusedException.byPeer(Refusal.YIELD, "the peer dials this rank itself: " + both());
        }
        if (kind == GONE_KIND) {
            throw RefusedException.byPeer(Refusal.GONE, "the peer has given this rank up or is leaving: " + both());
        }
    }

    private RefusedException refusedByPeer(Refusal why) {
        String text = why == Refusal.WRONG_PROOF ? "the peer found that this rank does not know the job's secret: "
            : "the peer refused the connection: why=" + why + " ";
        return RefusedException.byPeer(why, text + both() + switch (why) {
            case TLS -> TlsContext.REMEDY;
            case OTHER_JOB -> REMEDY_REUSED;
            case WRONG_PROOF -> REMEDY_PROOF;
            default -> "";
        });
    }

    /** Who is here and who is there, for messages. */
    String both() {
        return self + (peer == NOBODY ? "" : " peer=" + peer) + " peerHost=" + Sockets.peerOf(wire.channel());
    }
}
