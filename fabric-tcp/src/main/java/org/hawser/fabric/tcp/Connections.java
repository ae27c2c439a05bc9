package org.hawser.fabric.tcp;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.channels.SelectionKey;
import java.nio.channels.Selector;
import java.nio.channels.SocketChannel;
import java.util.function.Consumer;
import org.hawser.fabric.tcp.gate.Wire;

/**
 * Decides which connections a poll reads. A read that finds nothing is a system call: a few connections are all read,
 * which is the fastest way to hear of a message. Where there are more, those that had something lately are read each
 * time, and a selector is asked now and then which of the others have.
 *
 * <p><b>Threads:</b> under the domain's receiving lock. <b>Allocates:</b> when a peer is added.
 */
final class Connections {
    /** So many are read without asking. */
    private static final int FEW = 4;
    /** Polls in a row that found nothing, after which a connection has cooled down. */
    private static final int COOLING = 256;
    /** The selector is asked with one of so many polls while some connection is hot. */
    private static final int ASK_MASK = 3;

    private final Selector selector;
    private final Consumer<SelectionKey> heat = this::heat;
    private final TcpPeer[] hot = new TcpPeer[FEW];
    private final int[] fruitless = new int[FEW];
    private int nextPlace;
    private int polls;
    /** Connections that were made, ever, and how many that were when all had been put to the selector. */
    private int made;
    private int registered;
    /** What the selector's answers have given so far, and how much more may be taken. */
    private int ready;
    private int room;

    Connections(int rank) {
        try {
            selector = Selector.open();
        } catch (IOException e) {
            throw new UncheckedIOException("cannot watch connections: rank=" + rank, e);
        }
    }

    /** A connection has been made. */
    void added() {
        made++;
    }

    /** Reads what there is, up to {@code limit} messages; returns how many. */
    int receive(TcpPeer[] all, int limit) {
        return all.length <= FEW ? receiveAll(all, limit) : receiveHot(all, limit);
    }

    private static int receiveAll(TcpPeer[] all, int limit) {
        int work = 0;
        for (TcpPeer peer : all) {
            if (work < limit) {
                work += peer.receive(limit - work);
            }
        }
        return work;
    }

    private int receiveHot(TcpPeer[] all, int limit) {
        int work = 0;
        boolean cold = true;
        for (int i = 0; i < FEW; i++) {
            if (hot[i] != null && work < limit) {
                int some = hot[i].receive(limit - work);
                work += some;
                fruitless[i] = some > 0 ? 0 : fruitless[i] + 1;
                if (fruitless[i] > COOLING) {
                    hot[i] = null;
                }
                cold = false;
            }
        }
        if ((++polls & ASK_MASK) == 0 || cold) {
            register(all);
            work += ask(all, limit - work);
        }
        return work;
    }

    /** Connections that are not at the selector are put there. */
    private void register(TcpPeer[] all) {
        if (registered == made) {
            return;
        }
        registered = made;
        for (TcpPeer peer : all) {
            Wire wire = peer.outflow().wire();
            SocketChannel channel = wire == null ? null : wire.channel();
            if (channel != null && channel.isOpen() && channel.keyFor(selector) == null) {
                try {
                    channel.register(selector, SelectionKey.OP_READ, peer);
                } catch (IOException e) {
                    // It has been closed since; whoever reads it finds out.
                    continue;
                }
            }
        }
    }

    private int ask(TcpPeer[] all, int limit) {
        try {
            ready = 0;
            room = limit;
            selector.selectNow(heat);
        } catch (IOException e) {
            // The agent's selector goes on.
            return receiveAll(all, limit);
        }
        return ready;
    }

    private void heat(SelectionKey key) {
        if (!(key.attachment() instanceof TcpPeer peer) || room <= 0) {
            return;
        }
        int some = peer.receive(room);
        ready += some;
        room -= some;
        for (TcpPeer known : hot) {
            if (known == peer) {
                return;
            }
        }
        hot[nextPlace] = peer;
        fruitless[nextPlace] = 0;
        nextPlace = (nextPlace + 1) % FEW;
    }

    /** Lets go of connections that have been closed; the system frees their sockets only then. */
    void purge() {
        if (selector.keys().isEmpty()) {
            return;
        }
        try {
            selector.selectNow();
            selector.selectedKeys().clear();
        } catch (IOException e) {
            // Tried again the next time.
            return;
        }
    }

    void close() {
        try {
            selector.close();
        } catch (IOException e) {
            // Nobody selects any more.
            return;
        }
    }
}
