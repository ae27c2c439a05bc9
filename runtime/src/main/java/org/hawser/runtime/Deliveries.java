package org.hawser.runtime;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.ArrayDeque;
import java.util.Arrays;
import java.util.HashMap;
import java.util.Map;
import org.hawser.fabric.FabricException;
import org.hawser.fabric.Post;
import org.hawser.fabric.Region;
import org.hawser.fabric.RegionKey;
import org.hawser.fabric.RemoteRegion;

/**
 * Messages with a header and a payload of any length, delivered where the receiver's {@link HeaderHandler} says.
 *
 * <p>The payload travels in one of three ways. Short: behind the header, in the first message. From memory that peers
 * map: the first message names the place, and the receiver copies it straight to where it belongs, once. From anywhere
 * else: in pieces, so that sender and receiver copy at the same time; pieces that find no room wait here and go out as
 * the peer makes room, while later messages may pass them.
 *
 * <p><b>Threads:</b> sends by any, arrivals by the polling thread. <b>Allocates:</b> per delivery longer than one
 * message.
 */
final class Deliveries {
    private static final int MAX_HEADER = 1024;
    /** From here on a fetch's round trip is cheaper than a second copy. */
    private static final long READ_FROM = 16 << 10;

    private record Incoming(int source, long delivery) {
    }

    private final Rank rank;
    private final Peers peers;
    private final ProgressEngine engine;
    private final RegionCache fetched;
    private final Delivery inline = new Delivery();
    private final Map<Incoming, Delivery> incoming = new HashMap<>();
    private final Map<Long, Outgoing> unacknowledged = new HashMap<>();
    private final ArrayDeque<Outgoing> unsent = new ArrayDeque<>();
    private HeaderHandler[] handlers = new HeaderHandler[16];
    /** The runtime's own one; apart, since its number would make a table of 64 Ki. */
    private HeaderHandler exchangeHandler;
    private long lastDelivery;

    Deliveries(Rank rank, Peers peers, ProgressEngine engine) {
        this.rank = rank;
        this.peers = peers;
        this.engine = engine;
        fetched = new RegionCache(rank::attach);
        engine.addChore(this::flush);
    }

    HeaderHandler handler(int number) {
        return number < handlers.length ? handlers[number] : number == Reserved.EXCHANGE ? exchangeHandler : null;
    }

    void register(int number, HeaderHandler takes) {
        if (number == Reserved.EXCHANGE) {
            exchangeHandler = takes;
            return;
        }
        if (number >= handlers.length) {
            handlers = Arrays.copyOf(handlers, Reserved.tableFor(number));
        }
        handlers[number] = takes;
    }

    void send(Peer peer, int handler, MemorySegment header, MemorySegment payload, Counter origin,
              Counter completion) {
        if (header.byteSize() > MAX_HEADER) {
            throw FabricException.refused("header too long: length=" + header.byteSize() + " max=" + MAX_HEADER
                + " to=" + peer.rank);
        }
        long length = payload.byteSize();
        int room = peer.endpoint.maxBody() - DeliverHeader.prefix((int) header.byteSize());
        Region holder = length >= READ_FROM && length > room && peer.mapsMemory ? rank.mappedRegionOf(payload) : null;
        boolean acknowledge = completion != null || holder != null;
        Outgoing outgoing;
        synchronized (this) {
            outgoing = new Outgoing(++lastDelivery, peer, payload, origin, completion);
            if (acknowledge) {
                unacknowledged.put(outgoing.delivery, outgoing);
            }
        }
        int inlined = holder != null ? 0 : (int) Math.min(room, length);
        try {
            sendFirst(peer, handler, header, outgoing, inlined, holder, acknowledge);
        } catch (RuntimeException e) {
            forget(outgoing);
            throw e;
        }
        if (holder != null) {
            return;
        }
        outgoing.sent = inlined;
        if (!outgoing.sendPieces()) {
            synchronized (this) {
                unsent.add(outgoing);
            }
            engine.wantChores();
        }
    }

    private synchronized void forget(Outgoing outgoing) {
        unacknowledged.remove(outgoing.delivery);
    }

    /** Called inside or outside a handler, so the message is built first and goes the way of every medium message. */
    private void sendFirst(Peer peer, int handler, MemorySegment header, Outgoing outgoing, int inlined,
                           Region holder, boolean acknowledge) {
        int headerBytes = (int) header.byteSize();
        int prefix = DeliverHeader.prefix(headerBytes);
        int bytes = prefix + (holder != null ? RegionKey.BYTES + Long.BYTES : inlined);
        int flags = (acknowledge ? DeliverHeader.ACKNOWLEDGE : 0) | (holder != null ? DeliverHeader.READ : 0);
        MemorySegment first = rank.scratch(bytes);
        DeliverHeader.writeFirst(first, 0, outgoing.delivery, outgoing.payload.byteSize(), headerBytes, flags);
        MemorySegment.copy(header, 0, first, DeliverHeader.FIRST_BYTES, headerBytes);
        if (holder != null) {
            holder.key().encode(first, prefix);
            first.set(ValueLayout.JAVA_LONG_UNALIGNED, prefix + RegionKey.BYTES,
                outgoing.payload.address() - holder.memory().address());
        } else {
            MemorySegment.copy(outgoing.payload, 0, first, prefix, inlined);
        }
        rank.messages().sendWord(peer, Forms.word(Forms.DELIVER_FIRST, handler), first, 0, bytes);
    }

    void onFirst(int source, int handler, MemorySegment memory, long at, int length) {
        HeaderHandler takes = handler(handler);
        if (takes == null) {
            throw ActiveMessages.noHandler(source, handler);
        }
        int headerBytes = DeliverHeader.headerBytes(memory, at);
        long payload = DeliverHeader.payloadBytes(memory, at);
        int flags = DeliverHeader.flags(memory, at);
        int prefix = headerBytes < 0 || headerBytes > MAX_HEADER ? Integer.MAX_VALUE
            : DeliverHeader.prefix(headerBytes);
        int behind = length - prefix;
        boolean read = (flags & DeliverHeader.READ) != 0;
        if (behind < (read ? RegionKey.BYTES + Long.BYTES : 0) || payload < 0 || !read && behind > payload) {
            throw new FabricException(FabricException.Severity.FATAL, "malformed delivery: source=" + source
                + " length=" + length + " header=" + headerBytes + " payload=" + payload);
        }
        boolean whole = read || behind == payload;
        Delivery delivery = (whole ? inline : new Delivery()).reset(payload);
        takes.onHeader(source, memory, at + DeliverHeader.FIRST_BYTES, headerBytes, delivery);
        long number = DeliverHeader.delivery(memory, at);
        if (read) {
            fetch(source, memory, at + prefix, delivery);
        } else {
            delivery.take(memory, at + prefix, 0, behind);
        }
        if (whole) {
            finish(source, number, delivery, (flags & DeliverHeader.ACKNOWLEDGE) != 0);
        } else {
            delivery.acknowledge = (flags & DeliverHeader.ACKNOWLEDGE) != 0;
            incoming.put(new Incoming(source, number), delivery);
        }
    }

    private void fetch(int source, MemorySegment memory, long at, Delivery delivery) {
        RegionKey key = RegionKey.decode(memory, at);
        if (source >= rank.size()) {
            // A rank of another job has another number in its own.
            key = new RegionKey(source, key.id(), key.secret(), key.length());
        }
        if (key.owner() != source) {
            throw new FabricException(FabricException.Severity.FATAL, "a delivery names somebody else's region: source="
                + source + " owner=" + key.owner());
        }
        if (delivery.target() != null) {
            RemoteRegion region = fetched.get(key);
            long offset = memory.get(ValueLayout.JAVA_LONG_UNALIGNED, at + RegionKey.BYTES);
            rank.get(region, offset, delivery.target(), delivery.targetOffset(), delivery.payloadLength());
        }
    }

    void onPiece(int source, MemorySegment memory, long at, int length) {
        Incoming key = new Incoming(source, length < DeliverHeader.PIECE_BYTES ? -1
            : DeliverHeader.delivery(memory, at));
        Delivery delivery = incoming.get(key);
        if (delivery == null) {
            throw new FabricException(FabricException.Severity.FATAL, "a piece of no delivery: source=" + source
                + " length=" + length);
        }
        if (delivery.take(memory, at + DeliverHeader.PIECE_BYTES, DeliverHeader.position(memory, at),
                length - DeliverHeader.PIECE_BYTES)) {
            incoming.remove(key);
            finish(source, key.delivery, delivery, delivery.acknowledge);
        }
    }

    private void finish(int source, long number, Delivery delivery, boolean acknowledge) {
        delivery.complete();
        if (acknowledge) {
            rank.messages().sendWord(peers.get(source), Forms.word(Forms.DELIVERED, 0), number);
        }
    }

    void onDelivered(int source, MemorySegment memory, long at) {
        Outgoing outgoing;
        synchronized (this) {
            outgoing = unacknowledged.get(DeliverHeader.delivery(memory, at));
            if (outgoing == null || outgoing.peer.rank != source) {
                throw new FabricException(FabricException.Severity.FATAL,
                    "an acknowledgement of nothing that was sent: source=" + source);
            }
            unacknowledged.remove(outgoing.delivery);
        }
        outgoing.acknowledged();
    }

    synchronized boolean isSending() {
        return !unsent.isEmpty() || !unacknowledged.isEmpty();
    }

    /** The chore: pieces that found no room. Each delivery gets its turn, so that none holds up the others. */
    private synchronized int flush() {
        int work = 0;
        for (int i = unsent.size(); i > 0; i--) {
            Outgoing outgoing = unsent.remove();
            long before = outgoing.sent;
            if (!outgoing.sendPieces()) {
                unsent.add(outgoing);
            }
            work += outgoing.sent > before ? 1 : 0;
        }
        if (!unsent.isEmpty()) {
            engine.wantChores();
        }
        return work;
    }

    /** A delivery at its sender. */
    private static final class Outgoing {
        private final long delivery;
        private final Peer peer;
        private final MemorySegment payload;
        private final Counter completion;
        private Counter origin;
        private long sent;

        Outgoing(long delivery, Peer peer, MemorySegment payload, Counter origin, Counter completion) {
            this.delivery = delivery;
            this.peer = peer;
            this.payload = payload;
            this.origin = origin;
            this.completion = completion;
        }

        /** Sends what finds room; true when all has been sent. */
        boolean sendPieces() {
            long length = payload.byteSize();
            int most = peer.endpoint.maxBody() - DeliverHeader.PIECE_BYTES;
            while (sent < length) {
                int bytes = (int) Math.min(most, length - sent);
                // The first message may still be in the backlog; pieces must not pass it.
                long at = peer.hasBacklog() ? Post.BUSY : peer.endpoint.claim(DeliverHeader.PIECE_BYTES + bytes);
                if (at < 0) {
                    return false;
                }
                MemorySegment memory = peer.endpoint.memory();
                DeliverHeader.writePiece(memory, at, delivery, sent);
                peer.endpoint.fill(payload, sent, at + DeliverHeader.PIECE_BYTES, bytes);
                peer.endpoint.commit(Forms.word(Forms.DELIVER_PIECE, 0));
                sent += bytes;
            }
            bumpOrigin();
            return true;
        }

        void acknowledged() {
            bumpOrigin();
            if (completion != null) {
                completion.bump();
            }
        }

        /** Once: the sending thread and the one that takes the acknowledgement may both come here. */
        private synchronized void bumpOrigin() {
            if (origin != null) {
                origin.bump();
                origin = null;
            }
        }
    }
}
