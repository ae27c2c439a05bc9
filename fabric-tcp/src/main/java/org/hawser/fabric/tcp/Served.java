package org.hawser.fabric.tcp;

import java.io.IOException;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.util.HashSet;
import java.util.Set;
import org.hawser.fabric.Endpoint;
import org.hawser.platform.memory.RawWords;

/**
 * What one peer asks of this rank's regions, and what it answers: the part of a network adapter. Key, bounds and
 * alignment of every request are checked; a bad one is refused at its origin and changes nothing.
 *
 * <p>Words are read, written and changed by the processor's own operations, so that this rank and its peers may use a
 * word together. Data that a peer wrote is visible to who takes a later message of that peer, or sees the completion of
 * what it asked later: both come out of a poll, which takes the lock that was held while the data was written.
 *
 * <p><b>Threads:</b> under the domain's receiving lock. <b>Allocates:</b> for long reads, and long
 * writes that it refuses.
 */
final class Served {
    private final TcpPeer peer;
    private final TcpDomain domain;
    /** Where the body of a message lies that came with a write. */
    private final MemorySegment immediate = Arena.ofAuto().allocate(Long.BYTES, Long.BYTES);
    private TcpRegion region;
    private Access access;
    /** Writes of which a frame was refused and more will come. */
    private final Set<Long> spoilt = new HashSet<>();
    private boolean more;
    private int word;
    private long request;
    private int bytes;

    Served(TcpPeer peer) {
        this.peer = peer;
        domain = peer.domain();
    }

    /** The region that data is being written to; null when there is none. */
    TcpRegion region() {
        return region;
    }

    /** The head of a frame with data has come: finds out where the data belongs. */
    void begin(int kind, int flags, long at, int length, Body body) throws IOException {
        bytes = length;
        if (kind == Frame.DATA) {
            long position = RawWords.getLong(at + 8);
            access = peer.accesses().find(RawWords.getLong(at));
            region = null;
            body.begin(access.target(position, length), access.place(position), length);
            return;
        }
        long offset = RawWords.getLong(at + 16);
        request = RawWords.getLong(at + 24);
        long wordWanted = RawWords.getLong(at + 32);
        more = flags == Frame.MORE;
        word = flags == Frame.WITH_MESSAGE ? (int) wordWanted : -1;
        if (word != wordWanted && flags == Frame.WITH_MESSAGE || word >= Endpoint.WORDS) {
            throw new ProtocolException("a message with no word of ours: word=" + wordWanted);
        }
        RawWords.setLong(RawWords.addressOf(immediate), RawWords.getLong(at + 40));
        access = null;
        region = domain.regions().find(RawWords.getLong(at), RawWords.getLong(at + 8), offset, length);
        body.begin(region == null ? null : region.shared(), offset, length);
    }

    /** The data of a frame is where it belongs. */
    void finish(Body body) throws IOException {
        if (access != null) {
            if (body.failure() != null) {
                access.fail(body.failure());
            }
            if (access.arrived(bytes)) {
                domain.reception().complete(access);
            }
            return;
        }
        boolean written = body.isKept();
        region = null;
        if (more) {
            if (!written) {
                refuseLater();
            }
            return;
        }
        // Of a write that was refused in part the message is refused, too.
        written &= spoilt.isEmpty() || !spoilt.remove(request);
        if (word >= 0 && written) {
            peer.in().message(word, immediate, 0, Long.BYTES);
        } else if (word >= 0) {
            peer.in().messageDropped(Long.BYTES);
        }
        // Long writes follow each other, as a rule: a write of its own for each answer costs more than a short wait.
        answer(written ? Frame.DONE : Frame.REFUSED, request, bytes, bytes > Transfer.COPIED_PIECE);
    }

    /** The answer to a write comes with its last frame: notes that it will be a refusal. */
    private void refuseLater() throws IOException {
        if (spoilt.size() >= Accesses.MOST) {
            throw new ProtocolException("more requests than a rank may have under way");
        }
        spoilt.add(request);
    }

    /** Deals with a frame that has no data behind it. */
    void serve(int kind, long at) throws IOException {
        if (kind == Frame.DONE || kind == Frame.REFUSED) {
            Access answered = peer.accesses().find(RawWords.getLong(at));
            peer.out().onAnswer(answered.end());
            if (kind == Frame.DONE) {
                answered.done(RawWords.getLong(at + 8));
            } else {
                answered.refused();
            }
            domain.reception().complete(answered);
            return;
        }
        long offset = RawWords.getLong(at + 16);
        long asked = RawWords.getLong(at + 24);
        long first = RawWords.getLong(at + 32);
        long length = kind == Frame.READ ? first : Long.BYTES;
        TcpRegion found = domain.regions().find(RawWords.getLong(at), RawWords.getLong(at + 8), offset, length);
        if (found == null || length == 0) {
            answer(Frame.REFUSED, asked, length, false);
        } else if (kind == Frame.READ) {
            read(found, offset, length, asked);
        } else {
            atomic(kind, found, offset, asked, first, RawWords.getLong(at + 40));
        }
    }

    private void atomic(int kind, TcpRegion found, long offset, long asked, long first, long second)
            throws IOException {
        long place = RawWords.addressOf(found.shared()) + offset;
        if ((place & Long.BYTES - 1) != 0) {
            answer(Frame.REFUSED, asked, Long.BYTES, false);
            return;
        }
        answer(Frame.DONE, asked, kind == Frame.FETCH_ADD ? RawWords.getAndAdd(place, first)
            : RawWords.compareAndExchange(place, first, second), false);
    }

    private void read(TcpRegion found, long offset, long length, long asked) throws IOException {
        TcpSender out = peer.out();
        long at = length > TcpRemoteRegion.SHORT ? -1 : out.begin(Frame.ANSWER + (int) length);
        if (at < 0) {
            add(new ReadOut(asked, found, offset, length));
            return;
        }
        RawWords.setLong(out.address() + at, asked);
        RawWords.setLong(out.address() + at + 8, 0);
        MemorySegment.copy(found.shared(), offset, out.memory(), at + Frame.ANSWER, length);
        out.endLater(Frame.DATA, false);
    }

    private void answer(int kind, long to, long value, boolean hasTime) throws IOException {
        TcpSender out = peer.out();
        long at = out.begin(Frame.ANSWER);
        if (at < 0) {
            add(new AnswerOut(kind, to, value));
            return;
        }
        RawWords.setLong(out.address() + at, to);
        RawWords.setLong(out.address() + at + 8, value);
        out.endLater(kind, hasTime);
    }

    private void add(Transfer transfer) throws IOException {
        if (!peer.out().add(transfer)) {
            throw new ProtocolException("more requests than a rank may have under way");
        }
    }
}
