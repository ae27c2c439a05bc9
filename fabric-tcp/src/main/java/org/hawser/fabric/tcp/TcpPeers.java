package org.hawser.fabric.tcp;

import java.util.Arrays;
import org.hawser.fabric.FabricException;

/**
 * The peers that this rank has had to do with, by number. Pages of 64 are made on first contact, so that memory follows
 * the peers and not the size of the job.
 *
 * <p><b>Threads:</b> any. <b>Allocates:</b> on first contact.
 */
final class TcpPeers {
    private static final int PAGE = 64;
    private static final TcpPeer[] NONE = {};

    private final TcpDomain domain;
    /** The ranks of the job; numbers from here on are given to ranks of others. */
    private final int size;
    /** Replaced when it grows; pages stay. */
    private volatile TcpPeer[][] pages = {};
    private volatile TcpPeer[] all = NONE;

    TcpPeers(TcpDomain domain, int size) {
        this.domain = domain;
        this.size = size;
    }

    /** The peer, or null when there has been no contact. */
    TcpPeer find(int rank) {
        TcpPeer[][] known = pages;
        TcpPeer[] page = rank / PAGE < known.length ? known[rank / PAGE] : null;
        return page == null ? null : page[rank % PAGE];
    }

    /** The peer; made on first contact if it is of this job. Null when it is of another and is not admitted. */
    TcpPeer seek(int rank) {
        TcpPeer known = find(rank);
        return known != null || rank >= size ? known : make(rank, null, domain.rank() < rank);
    }

    /**
     * The peer; made on first contact if it is of this job.
     *
     * @throws FabricException with {@code PEER_LOST} when it is of another and is not admitted
     */
    TcpPeer get(int rank) {
        TcpPeer known = seek(rank);
        if (known == null) {
            throw new FabricException(FabricException.Severity.PEER_LOST,
                "the rank is not connected any more: rank=" + domain.rank() + " number=" + rank);
        }
        return known;
    }

    /** A rank of another job. */
    void admit(int number, String address, boolean winsDials) {
        make(number, address, winsDials);
    }

    /** Forgets a rank of another job. */
    synchronized void remove(int number) {
        TcpPeer gone = find(number);
        if (gone == null) {
            return;
        }
        TcpPeer[][] others = pages.clone();
        others[number / PAGE] = others[number / PAGE].clone();
        others[number / PAGE][number % PAGE] = null;
        pages = others;
        all = Arrays.stream(all).filter(each -> each != gone).toArray(TcpPeer[]::new);
    }

    private synchronized TcpPeer make(int rank, String address, boolean winsDials) {
        TcpPeer known = find(rank);
        if (known != null) {
            return known;
        }
        TcpPeer[][] more = Arrays.copyOf(pages, Math.max(pages.length, rank / PAGE + 1));
        TcpPeer[] page = more[rank / PAGE] == null ? new TcpPeer[PAGE] : more[rank / PAGE].clone();
        page[rank % PAGE] = new TcpPeer(domain, rank, address, winsDials);
        more[rank / PAGE] = page;
        pages = more;
        TcpPeer[] longer = Arrays.copyOf(all, all.length + 1);
        longer[all.length] = page[rank % PAGE];
        all = longer;
        return page[rank % PAGE];
    }

    /** All of them; not to be changed. */
    TcpPeer[] all() {
        return all;
    }
}
