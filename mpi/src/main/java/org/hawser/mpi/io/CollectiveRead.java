package org.hawser.mpi.io;

import java.util.BitSet;
import org.hawser.mpi.MpiFailure;
import org.hawser.platform.memory.RawBytes;

/**
 * Two-phase reading: the ranks tell the aggregators which runs they want of their windows, each aggregator reads what
 * is wanted in large pieces, and sends every rank its part.
 *
 * <pre>
 *  answer:  0: bytes that the file had of those wanted   8: these bytes, packed
 * </pre>
 *
 * <p>Cost: per round and rank, one request to and one answer from each aggregator it touches; two copies; per
 * aggregator one read when the runs lie close together, else one per piece.
 *
 * <p><b>Threads:</b> one.
 */
final class CollectiveRead {
    private static final int HEAD = 8;
    /** What nobody wants is read too when it is no longer than this. */
    private static final int WIDEST_GAP = 32 << 10;

    private final Conversation conversation;
    private final DiskFile file;
    private final Slab.Pool slabs;
    private final Domains domains;
    private final SlabSends sends;
    private MpiFailure failure;

    CollectiveRead(Conversation conversation, DiskFile file, Slab.Pool slabs, Domains domains) {
        this.conversation = conversation;
        this.file = file;
        this.slabs = slabs;
        this.domains = domains;
        sends = new SlabSends(conversation);
    }

    /** Reads the items of all ranks; returns how many bytes the file had for this one. */
    long run(View view, long position, Items items) {
        int mine = domains.aggregatorOf(conversation.rank());
        long missing = position + items.bytes();
        for (long round = 0; round < domains.rounds(); round++) {
            RunMessage own = null;
            for (int aggregator = 0; aggregator < domains.aggregators(); aggregator++) {
                RunMessage request = request(view, position, items, aggregator, round);
                if (request != null && aggregator == mine) {
                    own = request;
                } else if (request != null) {
                    sends.request(domains.rankOf(aggregator), request.memory(), request.headBytes());
                }
            }
            Slab ownReply = mine >= 0 ? serve(own, domains.from(mine, round), domains.to(mine, round)) : null;
            for (int aggregator = 0; aggregator < domains.aggregators(); aggregator++) {
                missing = Math.min(missing, take(view, position, items, aggregator, round,
                    aggregator == mine ? ownReply : null));
            }
            sends.finish();
        }
        conversation.settle(failure);
        return missing - position;
    }

    private RunMessage request(View view, long position, Items items, int aggregator, long round) {
        long from = domains.from(aggregator, round);
        long to = domains.to(aggregator, round);
        if (!domains.touches(conversation.rank(), from, to)) {
            return null;
        }
        long end = position + items.bytes();
        return RunMessage.about(view, Math.clamp(view.positionOf(from), position, end),
            Math.clamp(view.positionOf(to), position, end), false, slabs);
    }

    /** Takes what an aggregator sent; returns the first byte of the stream that the file did not have. */
    private long take(View view, long position, Items items, int aggregator, long round, Slab ownReply) {
        long from = domains.from(aggregator, round);
        long to = domains.to(aggregator, round);
        if (!domains.touches(conversation.rank(), from, to)) {
            return Long.MAX_VALUE;
        }
        long end = position + items.bytes();
        long first = Math.clamp(view.positionOf(from), position, end);
        long last = Math.clamp(view.positionOf(to), position, end);
        try (Slab reply = ownReply != null ? ownReply
                : conversation.awaitReply(domains.rankOf(aggregator), slabs)) {
            long valid = Math.clamp(RawBytes.getLong(reply.address()), 0, last - first);
            items.unpack(reply, HEAD, first - position, valid);
            return first + valid < last ? first + valid : Long.MAX_VALUE;
        }
    }

    /** Reads an aggregator's window and answers those who want something of it; returns this rank's own answer. */
    private Slab serve(RunMessage own, long from, long to) {
        RunMessage[] requests = new RunMessage[conversation.size()];
        BitSet wanted = new BitSet((int) (to - from));
        for (int rank = 0; rank < requests.length; rank++) {
            if (domains.touches(rank, from, to)) {
                requests[rank] = rank == conversation.rank() ? own
                    : RunMessage.read(conversation.awaitRequest(rank, slabs), from, to);
                requests[rank].mark(wanted, from);
            }
        }
        Slab ownReply = null;
        try (Slab window = slabs.take(to - from)) {
            long end = read(window, wanted, from);
            for (int rank = 0; rank < requests.length; rank++) {
                if (requests[rank] != null) {
                    Slab reply = slabs.take(HEAD + requests[rank].bytes());
                    long bytes = requests[rank].gather(window.address(), from, end, reply.address() + HEAD);
                    RawBytes.setLong(reply.address(), bytes);
                    requests[rank].memory().close();
                    if (rank == conversation.rank()) {
                        ownReply = reply;
                    } else {
                        sends.reply(rank, reply, HEAD + bytes);
                    }
                }
            }
        }
        return ownReply;
    }

    /** Reads what is wanted of a window; returns where in the file it ends, or where the file does. */
    private long read(Slab window, BitSet wanted, long from) {
        try {
            for (int begin = wanted.nextSetBit(0); failure == null && begin >= 0;) {
                int end = wanted.nextClearBit(begin);
                int next = wanted.nextSetBit(end);
                while (next >= 0 && next - end <= WIDEST_GAP) {
                    end = wanted.nextClearBit(next);
                    next = wanted.nextSetBit(end);
                }
                int got = file.read(window.part(begin, end - begin), from + begin);
                if (got < end - begin) {
                    return from + begin + got;
                }
                begin = next;
            }
            return failure == null ? Long.MAX_VALUE : from;
        } catch (MpiFailure e) {
            // The others wait for an answer: they are told when all rounds are over.
            failure = e;
            return from;
        }
    }
}
