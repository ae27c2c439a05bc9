package org.hawser.fabric.tcp.gate;

import java.io.IOException;
import java.net.BindException;
import java.net.ConnectException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.StandardSocketOptions;
import java.nio.channels.CancelledKeyException;
import java.nio.channels.SelectionKey;
import java.nio.channels.Selector;
import java.nio.channels.ServerSocketChannel;
import java.nio.channels.SocketChannel;
import java.util.HexFormat;
import java.util.LinkedHashSet;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import javax.net.ssl.SSLException;
import org.hawser.fabric.FabricException;
import org.hawser.fabric.Place;
import org.hawser.fabric.PortRange;
import org.hawser.platform.libc.Notices;

/**
 * The only way in: listens, dials, and carries out the handshake of every connection; then hands it to
 * {@link Admissions}. Driven by a selector that it shares with the connections it has admitted.
 *
 * <pre>{@code
 * Gate gate = Gate.open(place, GateSettings.read(), selector, streams);
 * wireUp.publish("tcp", gate.address());
 * while (open) {
 *     selector.select(key -> {
 *         if (!gate.serve(key)) {
 *             streams.serve(key);
 *         }
 *     }, millis(gate.tend()));
 * }
 * }</pre>
 *
 * <p>Connections that have not proved themselves have a limited number of places, a few hundred bytes each (some
 * kilobytes with TLS) and a deadline. When all places are taken, one that has had its place for a second gives way to
 * the next, one that has not even named the job after a tenth of that; until then those who come wait in the kernel's
 * queue. Time is the JVM's monotonic clock.
 *
 * <p><b>Threads:</b> one at a time, the one that selects. <b>Allocates:</b> per connection.
 */
public final class Gate implements AutoCloseable {
    private static final int BACKLOG = 1_024;
    /** In a contact, between the address and the key. */
    private static final char CONTACT_KEY = '/';
    /** How long a stranger keeps its place when others wait: one that has named the job, and one that has not. */
    private static final long PATIENCE_NANOS = TimeUnit.SECONDS.toNanos(1);
    private static final long SILENT_PATIENCE_NANOS = TimeUnit.MILLISECONDS.toNanos(100);
    /** How long nobody is let in after the system had no descriptor for them. */
    private static final long PAUSE_NANOS = TimeUnit.MILLISECONDS.toNanos(100);

    private final Identity self;
    private final GateSettings settings;
    private final Selector selector;
    private final Admissions admissions;
    private final ServerSocketChannel listener;
    private final SelectionKey listenerKey;
    private final String address;
    /** Accepted and not admitted, the oldest first. */
    private final Set<Entrant> strangers = new LinkedHashSet<>();
    /** Dialled and not admitted, the oldest first. */
    private final Set<Entrant> dials = new LinkedHashSet<>();
    private boolean paused;
    private long pausedUntil;

    /** One connection on its way through the gate. */
    private static final class Entrant {
        final Handshake handshake;
        /** Where it was dialled, or null. */
        final String target;
        final long since = System.nanoTime();
        SelectionKey key;

        Entrant(Handshake handshake, String target) {
            this.handshake = handshake;
            this.target = target;
        }
    }

    private Gate(Identity self, GateSettings settings, Selector selector, Admissions admissions,
                 ServerSocketChannel listener) throws IOException {
        this.self = self;
        this.settings = settings;
        this.selector = selector;
        this.admissions = admissions;
        this.listener = listener;
        address = Sockets.name(listener.getLocalAddress());
        listener.configureBlocking(false);
        listenerKey = listener.register(selector, SelectionKey.OP_ACCEPT);
    }

    /**
     * Begins to listen.
     *
     * @throws FabricException when there is no address or port for it
     */
    public static Gate open(Place place, GateSettings settings, Selector selector, Admissions admissions) {
        boolean alone = place.nodes().isSingle() && !settings.meetsHosts();
        return open(place.rank(), place.size(), alone, place.wireUp().secret(), settings, selector, admissions);
    }

    static Gate open(int rank, int size, boolean alone, byte[] secret, GateSettings settings, Selector selector,
                     Admissions admissions) {
        InetAddress at = ListenAddress.choose(settings.address(), settings.network(), alone);
        JobKeys keys = new JobKeys(secret);
        Identity self = new Identity(rank, size, at.getHostAddress(), keys,
            settings.tls() ? TlsContext.of(keys) : null, HandshakeLayout.VERSION);
        ServerSocketChannel listener = null;
        try {
            listener = ServerSocketChannel.open();
            bind(listener, at, settings.ports(), rank);
            return new Gate(self, settings, selector, admissions, listener);
        } catch (IOException e) {
            if (listener != null) {
                Sockets.close(listener);
            }
            throw new FabricException(FabricException.Severity.FATAL, "cannot listen for other ranks: " + self
                + " hawser.tcp.ports=" + settings.ports() + ": " + e.getMessage(), e);
        }
    }

    private static void bind(ServerSocketChannel listener, InetAddress at, PortRange ports, int rank)
            throws IOException {
        BindException last = null;
        for (int attempt = 0; attempt < ports.count(); attempt++) {
            try {
                listener.bind(new InetSocketAddress(at, ports.port(rank, attempt)), BACKLOG);
                return;
            } catch (BindException e) {
                last = e;
            }
        }
        throw new FabricException(FabricException.Severity.FATAL, "no port is free for this rank to listen on:"
            + " hawser.tcp.ports=" + ports + " rank=" + rank + " host=" + at.getHostAddress()
            + "; give a wider range (hawser run --port-range), or end what uses these ports", last);
    }

    /** Where peers find this gate, as {@link #dial} takes it. */
    public String address() {
        return address;
    }

    /** True when connections are encrypted. */
    public boolean isEncrypted() {
        return self.tls() != null;
    }

    /** What ranks of other jobs need to know to get in: this gate's address, and by which key this job is known. */
    public String contact() {
        return address + CONTACT_KEY + self.keys().meeting().publicText();
    }

    /**
     * Takes note of a rank of another job: it can be dialled from now on, and gets in when it proves to be of the job
     * whose key its contact names. Handshakes that were begun with it before are dropped.
     *
     * @param number what it is called here, not a rank of this job
     * @param rank   its rank in its own job
     * @param contact its gate's {@link #contact()}
     * @return where it is dialled
     * @throws FabricException when that is no contact
     */
    public String introduce(int number, int rank, String contact) {
        int split = contact.indexOf(CONTACT_KEY);
        if (split < 0) {
            throw FabricException.refused("not the contact of a rank: contact=" + contact);
        }
        try {
            JobKeys fresh = self.others().add(self.keys(), number, rank,
                HexFormat.of().parseHex(contact.substring(split + 1)));
            if (fresh != null && isEncrypted()) {
                self.tls().accept(fresh);
            }
        } catch (IllegalArgumentException e) {
            throw new FabricException(FabricException.Severity.REFUSED, "not the contact of a rank: contact="
                + contact, e);
        }
        forget(number);
        return contact.substring(0, split);
    }

    /**
     * Begins to make a connection. It ends with {@link Admissions#admitted} or {@link Admissions#failed}, maybe before
     * this returns.
     *
     * @param peer a rank of this job, not this one, or one that was introduced
     * @param to   its gate's {@link #address()}
     */
    public void dial(int peer, String to) {
        InetSocketAddress target = ListenAddress.parse(to);
        SocketChannel channel = null;
        try {
            channel = SocketChannel.open();
            configure(channel);
            boolean connected = channel.connect(target);
            Entrant entrant = new Entrant(Handshake.dialling(self, wireTo(channel, peer), admissions, peer), to);
            dials.add(entrant);
            entrant.key = channel.register(selector, connected ? 0 : SelectionKey.OP_CONNECT, entrant);
            if (connected) {
                advance(entrant);
            }
        } catch (IOException e) {
            if (channel != null) {
                Sockets.close(channel);
            }
            admissions.failed(peer, reason(e), unreachable(peer, to, e));
        }
    }

    /** Of a host that says that nobody listens, and of a network that says nothing about the peer. */
    private static Refusal reason(IOException e) {
        return e instanceof ConnectException ? Refusal.UNREACHABLE : Refusal.NO_WAY;
    }

    private String unreachable(int peer, String to, IOException e) {
        return "a rank cannot be reached: " + self + " peer=" + peer + " peerHost=" + to + ": " + e.getMessage();
    }

    /** Forgets a dial, as when the peer's own has been admitted; nothing when there is none. */
    public void cancel(int peer) {
        drop(dials, peer);
    }

    /** Forgets all that is under way with a peer, whoever has dialled. */
    public void forget(int peer) {
        drop(dials, peer);
        drop(strangers, peer);
    }

    private void drop(Set<Entrant> entrants, int peer) {
        for (Entrant entrant : entrants.toArray(Entrant[]::new)) {
            if (entrant.handshake.peer() == peer) {
                drop(entrant);
            }
        }
    }

    private static void configure(SocketChannel channel) throws IOException {
        channel.configureBlocking(false);
        channel.setOption(StandardSocketOptions.TCP_NODELAY, true);
    }

    private Wire wireTo(SocketChannel channel, int peer) {
        return isEncrypted() ? self.tls().wireTo(channel, self.keysTo(peer)) : new PlainWire(channel);
    }

    private Wire wireFrom(SocketChannel channel) {
        return isEncrypted() ? self.tls().wireFrom(channel) : new PlainWire(channel);
    }

    /** Connections that have been accepted and have not proved themselves. */
    int strangers() {
        return strangers.size();
    }

    /**
     * Does what a selected key is ready for.
     *
     * @return false when the key is none of the gate's
     */
    public boolean serve(SelectionKey key) {
        if (key == listenerKey) {
            accept();
            return true;
        }
        if (!(key.attachment() instanceof Entrant entrant)) {
            return false;
        }
        if (isHere(entrant)) {
            connectAndAdvance(entrant);
        }
        return true;
    }

    private boolean isHere(Entrant entrant) {
        return strangers.contains(entrant) || dials.contains(entrant);
    }

    private void connectAndAdvance(Entrant entrant) {
        SocketChannel channel = entrant.handshake.wire().channel();
        try {
            if (channel.isConnectionPending() && !channel.finishConnect()) {
                return;
            }
        } catch (IOException e) {
            drop(entrant);
            int peer = entrant.handshake.peer();
            admissions.failed(peer, reason(e), unreachable(peer, entrant.target, e));
            return;
        }
        advance(entrant);
    }

    private void accept() {
        try {
            while (hasPlace()) {
                SocketChannel channel = listener.accept();
                if (channel == null) {
                    return;
                }
                enter(channel);
            }
            pause(leaveOf(nextToLeave()));
        } catch (IOException e) {
            // Out of descriptors, as a rule: those who wait stay in the kernel's queue.
            Notices.rarely("tcp accept", "cannot accept connections at the moment: " + self + ": " + e.getMessage());
            pause(System.nanoTime() + PAUSE_NANOS);
        }
    }

    private void enter(SocketChannel channel) {
        try {
            configure(channel);
            Entrant entrant = new Entrant(Handshake.accepting(self, wireFrom(channel), admissions), null);
            strangers.add(entrant);
            entrant.key = channel.register(selector, SelectionKey.OP_READ, entrant);
            advance(entrant);
        } catch (IOException e) {
            // It has gone already.
            Sockets.close(channel);
        }
    }

    /** True when there is a place for one more, made by sending the oldest away if it has had its time. */
    private boolean hasPlace() {
        if (strangers.size() < settings.strangers()) {
            return true;
        }
        Entrant next = nextToLeave();
        if (System.nanoTime() - leaveOf(next) < 0) {
            return false;
        }
        refuse(next, new RefusedException(Refusal.CROWDED, "too many connections that have not proved themselves: "
            + next.handshake.both() + " hawser.tcp.strangers=" + settings.strangers()));
        return true;
    }

    private Entrant nextToLeave() {
        Entrant next = null;
        for (Entrant each : strangers) {
            if (next == null || leaveOf(each) - leaveOf(next) < 0) {
                next = each;
            }
        }
        return next;
    }

    /** When a stranger may lose its place to another. */
    private long leaveOf(Entrant entrant) {
        // With TLS the job is named late, after some computing at both sides.
        boolean isSilent = !isEncrypted() && !entrant.handshake.hasGreeted();
        return entrant.since + (isSilent ? SILENT_PATIENCE_NANOS : PATIENCE_NANOS);
    }

    private void pause(long until) {
        paused = true;
        pausedUntil = until;
        listenerKey.interestOps(0);
    }

    private void advance(Entrant entrant) {
        try {
            int interest = entrant.handshake.advance();
            if (!isHere(entrant)) {
                return;
            }
            if (interest != 0) {
                entrant.key.interestOps(interest);
                return;
            }
            handOver(entrant, entrant.handshake.result());
        } catch (RefusedException e) {
            refuse(entrant, e);
        } catch (SSLException e) {
            refuse(entrant, new RefusedException(Refusal.TLS, "TLS came to nothing: " + entrant.handshake.both() + ": "
                + e.getMessage(), e));
        } catch (IOException | CancelledKeyException e) {
            refuse(entrant, RefusedException.byPeer(Refusal.BROKEN, "a connection broke during the handshake: "
                + entrant.handshake.both() + ": " + e.getMessage()));
        }
    }

    private void handOver(Entrant entrant, Admitted connection) {
        strangers.remove(entrant);
        dials.remove(entrant);
        connection.wire().settle();
        entrant.key.attach(null);
        entrant.key.interestOps(SelectionKey.OP_READ);
        admissions.admitted(connection);
    }

    private void refuse(Entrant entrant, RefusedException why) {
        if (!isHere(entrant)) {
            return;
        }
        Handshake handshake = entrant.handshake;
        String text = why.getMessage();
        if (handshake.wire().channel().isConnected()) {
            // A host that lets calls vanish has not even taken this one.
            handshake.tell(why);
        }
        drop(entrant);
        if (handshake.isDialled()) {
            admissions.failed(handshake.peer(), why.why(), text);
        } else if (isWorthALine(why.why())) {
            Notices.rarely("tcp gate " + why.why(), "a connection was refused: " + text);
        }
    }

    /** Ranks that change their mind, and those who only look whether the port is open, are nobody's concern. */
    private static boolean isWorthALine(Refusal why) {
        return why != Refusal.BROKEN && why != Refusal.YIELD && why != Refusal.GONE;
    }

    private void drop(Entrant entrant) {
        strangers.remove(entrant);
        dials.remove(entrant);
        entrant.handshake.wire().close();
    }

    /**
     * Drops connections whose time is over, and lets those in again who had to wait. Called before each wait for the
     * selector.
     *
     * @return nanoseconds until the next call is due, {@link Long#MAX_VALUE} when nothing is
     */
    public long tend() {
        long now = System.nanoTime();
        dropLate(strangers, now);
        dropLate(dials, now);
        if (paused && (now - pausedUntil >= 0 || strangers.size() < settings.strangers())) {
            paused = false;
            listenerKey.interestOps(SelectionKey.OP_ACCEPT);
        }
        long next = Math.min(untilLate(strangers, now), untilLate(dials, now));
        return paused ? Math.min(next, Math.max(pausedUntil - now, 1)) : next;
    }

    private void dropLate(Set<Entrant> entrants, long now) {
        while (!entrants.isEmpty()) {
            Entrant oldest = entrants.iterator().next();
            if (now - oldest.since < settings.deadlineNanos()) {
                return;
            }
            refuse(oldest, new RefusedException(Refusal.TOO_LATE, "a handshake was not finished in time: "
                + oldest.handshake.both() + " hawser.tcp.handshake="
                + TimeUnit.NANOSECONDS.toSeconds(settings.deadlineNanos())));
        }
    }

    private long untilLate(Set<Entrant> entrants, long now) {
        return entrants.isEmpty() ? Long.MAX_VALUE
            : Math.max(entrants.iterator().next().since + settings.deadlineNanos() - now, 1);
    }

    /** Stops listening and drops whatever is under way; connections that were admitted go on. */
    @Override
    public void close() {
        Sockets.close(listener);
        for (Entrant entrant : strangers.toArray(Entrant[]::new)) {
            drop(entrant);
        }
        for (Entrant entrant : dials.toArray(Entrant[]::new)) {
            drop(entrant);
        }
    }
}
