package org.hawser.pgas.team;

import java.util.concurrent.atomic.AtomicReferenceArray;
import java.util.function.IntFunction;
import org.hawser.runtime.Link;

/**
 * The links to the ranks that have been sent to, found by two loads; nothing is kept for the others but a word for each
 * 64.
 *
 * <p><b>Threads:</b> any.
 */
final class LinkTable {
    private static final int PAGE_BITS = 6;
    private static final int PAGE = 1 << PAGE_BITS;

    private final AtomicReferenceArray<AtomicReferenceArray<Link>> pages;
    private final IntFunction<Link> opener;

    LinkTable(int size, IntFunction<Link> opener) {
        pages = new AtomicReferenceArray<>((size + PAGE - 1) >>> PAGE_BITS);
        this.opener = opener;
    }

    Link get(int rank) {
        AtomicReferenceArray<Link> page = pages.getAcquire(rank >>> PAGE_BITS);
        Link known = page == null ? null : page.getAcquire(rank & PAGE - 1);
        return known == null ? open(rank) : known;
    }

    private synchronized Link open(int rank) {
        AtomicReferenceArray<Link> page = pages.get(rank >>> PAGE_BITS);
        if (page == null) {
            page = new AtomicReferenceArray<>(PAGE);
            pages.setRelease(rank >>> PAGE_BITS, page);
        }
        Link known = page.get(rank & PAGE - 1);
        if (known == null) {
            known = opener.apply(rank);
            page.setRelease(rank & PAGE - 1, known);
        }
        return known;
    }
}
