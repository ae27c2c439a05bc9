package org.hawser.mpi.io;

import java.util.BitSet;
import org.hawser.mpi.MpiFailure;

/**
 * Two-phase writing: the ranks send what they write to the aggregators that own its place in the file, and each
 * aggregator writes large contiguous pieces. In each round a rank sends one message to every aggregator whose window it
 * touches; the aggregator puts the messages together in the order of the ranks, and writes what they cover.
 *
 * <p>Holes between the ranks' runs are not written: what others write there at the same time stays.
 *
 * <p>Cost: per round and rank, one message to each aggregator it touches; two copies; per aggregator one write when the
 * runs fill the window, else one per piece that they fill.
 *
 * <p><b>Threads:</b> one.
 */
final class CollectiveWrite {
    private final Conversation conversation;
    private final DiskFile file;
    private final Slab.Pool slabs;
    private final Domains domains;
    private final SlabSends sends;
    private MpiFailure failure;

    CollectiveWrite(Conversation conversation, DiskFile file, Slab.Pool slabs, Domains domains) {
        this.conversation = conversation;
        this.file = file;
        this.slabs = slabs;
        this.domains = domains;
        sends = new SlabSends(conversation);
    }

    /** Writes the items of all ranks; fails at all when an aggregator fails. */
    void run(View view, long position, Items items) {
        int mine = domains.aggregatorOf(conversation.rank());
        for (long round = 0; round < domains.rounds(); round++) {
            RunMessage own = null;
            for (int i = 0; i < domains.aggregators(); i++) {
                // Each rank begins with another aggregator, so that they do not all wait for the same one.
                int aggregator = (i + conversation.rank()) % domains.aggregators();
                RunMessage message = message(view, position, items, aggregator, round);
                if (message != null && aggregator == mine) {
                    own = message;
                } else if (message != null) {
                    sends.request(domains.rankOf(aggregator), message.memory(),
                        message.headBytes() + message.bytes());
                }
            }
            if (mine >= 0) {
                aggregate(own, domains.from(mine, round), domains.to(mine, round));
            }
            sends.finish();
        }
        conversation.settle(failure);
    }

    /** What this rank has for an aggregator's window; null when the aggregator knows that it has nothing. */
    private RunMessage message(View view, long position, Items items, int aggregator, long round) {
        long from = domains.from(aggregator, round);
        long to = domains.to(aggregator, round);
        if (!domains.touches(conversation.rank(), from, to)) {
            return null;
        }
        long end = position + items.bytes();
        long first = Math.clamp(view.positionOf(from), position, end);
        long last = Math.clamp(view.positionOf(to), position, end);
        RunMessage message = RunMessage.about(view, first, last, true, slabs);
        items.pack(first - position, last - first, message.memory(), message.headBytes());
        return message;
    }

    private void aggregate(RunMessage own, long from, long to) {
        if (from == to) {
            return;
        }
        try (Slab window = slabs.take(to - from)) {
            BitSet covered = new BitSet((int) (to - from));
            for (int rank = 0; rank < conversation.size(); rank++) {
                if (domains.touches(rank, from, to)) {
                    RunMessage message = rank == conversation.rank() ? own
                        : RunMessage.read(conversation.awaitRequest(rank, slabs), from, to);
                    message.mark(covered, from);
                    message.scatter(window.address(), from);
                    message.memory().close();
                }
            }
            write(window, covered, from);
        }
    }

    private void write(Slab window, BitSet covered, long from) {
        try {
            for (int begin = covered.nextSetBit(0); failure == null && begin >= 0;) {
                int end = covered.nextClearBit(begin);
                file.write(window.part(begin, end - begin), from + begin);
                begin = covered.nextSetBit(end);
            }
        } catch (MpiFailure e) {
            // The others still wait for this rank's part: they are told when all rounds are over.
            failure = e;
        }
    }
}
