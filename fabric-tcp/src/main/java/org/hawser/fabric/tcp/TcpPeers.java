package org.hawser.fabric.tcp;

import java.util.Arrays;

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
    /** Replaced when it grows; pages stay. */
    private volatile TcpPeer[][] pages = {};
    private volatile TcpPeer[] all = NONE;

    TcpPeers(TcpDomain domain) {
        this.domain = domain;
    }

    /** The peer, or null when there has been no contact. */
    TcpPeer find(int rank) {
        TcpPeer[][] known = pages;
        TcpPeer[] page = rank / PAGE < known.length ? known[rank / PAGE] : null;
        return page == null ? null : page[rank % PAGE];
    }

    /** The peer; made on first contact. */
    TcpPeer get(int rank) {
        TcpPeer known = find(rank);
        return known != null ? known : make(rank);
    }

    private synchronized TcpPeer make(int rank) {
        TcpPeer known = find(rank);
        if (known != null) {
            return known;
        }
        TcpPeer[][] more = Arrays.copyOf(pages, Math.max(pages.length, rank / PAGE + 1));
        TcpPeer[] page = more[rank / PAGE] == null ? new TcpPeer[PAGE] : more[rank / PAGE].clone();
        page[rank % PAGE] = new TcpPeer(domain, rank);
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
