package org.hawser.runtime;

import java.util.Arrays;
import java.util.function.Consumer;
import java.util.function.ToIntFunction;
import org.hawser.fabric.Capability;
import org.hawser.fabric.Domain;
import org.hawser.fabric.FabricException;

/**
 * The peers this rank has talked to. Pages of 64 are made on first contact, so that a rank's memory follows the peers
 * it talks to and not the size of the job.
 *
 * <p><b>Threads:</b> any. <b>Allocates:</b> on first contact.
 */
final class Peers {
    private static final int PAGE = 64;

    private final Domain domain;
    /** One more than the largest number. */
    private int size;
    /** Replaced by a longer one when a rank of another job is met; the pages stay. */
    private Peer[][] pages;

    Peers(Domain domain, int size) {
        this.domain = domain;
        this.size = size;
        pages = new Peer[(size + PAGE - 1) / PAGE][];
    }

    Peer get(int rank) {
        if (rank < 0 || rank >= size) {
            throw new IllegalArgumentException("no such rank: rank=" + rank + " size=" + size);
        }
        Peer[] page = pages[rank / PAGE];
        Peer known = page == null ? null : page[rank % PAGE];
        return known != null ? known : connect(rank);
    }

    /** A peer that this rank has talked to; else null. */
    Peer known(int rank) {
        Peer[] page = rank < size ? pages[rank / PAGE] : null;
        return page == null ? null : page[rank % PAGE];
    }

    /** Makes room for a rank of another job. */
    synchronized void allow(int number) {
        if (number >= size) {
            pages = Arrays.copyOf(pages, number / PAGE + 1);
            size = number + 1;
        }
    }

    /** Forgets a rank of another job. */
    synchronized void forget(int number) {
        if (pages[number / PAGE] != null) {
            pages[number / PAGE][number % PAGE] = null;
        }
    }

    private synchronized Peer connect(int rank) {
        Peer[] page = pages[rank / PAGE];
        if (page == null) {
            page = new Peer[PAGE];
            pages[rank / PAGE] = page;
        }
        if (page[rank % PAGE] == null) {
            Peer peer = new Peer(domain.connect(rank), domain.has(Capability.DIRECT_MAPPING, rank));
            if (!domain.isAlive(rank)) {
                throw new FabricException(FabricException.Severity.PEER_LOST,
                    "the rank has left the job: rank=" + rank);
            }
            // Published unordered: Peer's fields that matter before use are final.
            page[rank % PAGE] = peer;
        }
        return page[rank % PAGE];
    }

    void forEach(Consumer<Peer> visitor) {
        for (Peer[] page : pages) {
            if (page == null) {
                continue;
            }
            for (Peer peer : page) {
                if (peer != null) {
                    visitor.accept(peer);
                }
            }
        }
    }

    /** What {@code value} gives for all peers together. */
    int sum(ToIntFunction<Peer> value) {
        int sum = 0;
        for (Peer[] page : pages) {
            if (page == null) {
                continue;
            }
            for (Peer peer : page) {
                if (peer != null) {
                    sum += value.applyAsInt(peer);
                }
            }
        }
        return sum;
    }
}
