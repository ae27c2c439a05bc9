package org.hawser.fabric.tcp;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.channels.CancelledKeyException;
import java.nio.channels.SelectionKey;
import java.nio.channels.Selector;
import java.util.HashMap;
import java.util.Iterator;
import java.util.Map;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.hawser.fabric.FabricException;
import org.hawser.fabric.Place;
import org.hawser.fabric.tcp.gate.Admissions;
import org.hawser.fabric.tcp.gate.Admitted;
import org.hawser.fabric.tcp.gate.Gate;
import org.hawser.fabric.tcp.gate.GateSettings;
import org.hawser.fabric.tcp.gate.Refusal;
import org.hawser.platform.libc.Notices;

/**
 * The thread that plays the network adapter of a rank: it makes connections, and reads and writes them while nobody
 * polls.
 *
 * <p>It keeps away while somebody does; how it notices, and waits, is the {@link Lookout}'s.
 *
 * <p><b>Threads:</b> its own; {@link #connect}, {@link #broken}, {@link #nudge}, {@link #takeOver}, {@link #lookUp}
 * and {@link #perform} by any.
 */
final class TcpAgent implements Runnable, Admissions {
    /** The key under which ranks find each other's addresses. */
    static final String KEY = "tcp";

    /** Looks at peers in the time that makes one of them lost. */
    private static final int LOOKS = 12;
    private static final long SECOND_TRY_NANOS = 300_000_000;
    private static final long ERRAND_LOOK_MILLIS = 100;
    private static final long GOODBYE_NANOS = 1_000_000_000L;

    private final TcpDomain domain;
    private final Place place;
    private final Selector selector;
    private final Gate gate;
    private final Thread thread;
    private final Lookout lookout;
    private final Queue<TcpPeer> wanted = new ConcurrentLinkedQueue<>();
    private final Queue<FutureTask<Void>> errands = new ConcurrentLinkedQueue<>();
    private final Map<TcpPeer, Dial> dials = new HashMap<>();
    private final Liveness liveness;
    private final Congestion congestion = new Congestion();
    /** Nanoseconds until the gate wants its turn. */
    private long untilGate = Long.MAX_VALUE;
    private volatile boolean ending;
    private volatile long goodbyesUntil;
    /** Peers whose address has been looked for, found or not. */
    private final Queue<TcpPeer> lookedUp = new ConcurrentLinkedQueue<>();

    TcpAgent(TcpDomain domain, Place place) {
        this.domain = domain;
        this.place = place;
        try {
            selector = Selector.open();
        } catch (IOException e) {
            throw new UncheckedIOException("cannot wait for other ranks: rank=" + place.rank(), e);
        }
        liveness = new Liveness(domain);
        gate = Gate.open(place, GateSettings.read(), selector, this);
        thread = Thread.ofPlatform().daemon().name("hawser-tcp-" + place.rank()).unstarted(this);
        lookout = new Lookout(domain, selector, thread, this::hasWork);
    }

    void start() {
        thread.start();
    }

    /** The way in and out; for this thread. */
    Gate gate() {
        return gate;
    }

    /** Where this rank listens. */
    String address() {
        return gate.address();
    }

    /**
     * Has something done by the thread of this agent, which alone may use the gate, and waits for it.
     *
     * @throws RuntimeException what it has thrown
     */
    void perform(Runnable errand) {
        FutureTask<Void> task = new FutureTask<>(errand, null);
        errands.add(task);
        lookout.wake();
        boolean interrupted = false;
        while (true) {
            try {
                task.get(ERRAND_LOOK_MILLIS, TimeUnit.MILLISECONDS);
                break;
            } catch (TimeoutException e) {
                if (!thread.isAlive()) {
                    // Nothing is left that it could be done to.
                    break;
                }
            } catch (InterruptedException e) {
                interrupted = true;
            } catch (ExecutionException e) {
                throw e.getCause() instanceof RuntimeException why ? why : new IllegalStateException(e.getCause());
            }
        }
        if (interrupted) {
            Thread.currentThread().interrupt();
        }
    }

    /** Ends all with a peer that has been forgotten; by this thread. */
    void drop(TcpPeer peer) {
        gate.forget(peer.rank());
        dials.remove(peer);
        peer.end(TcpPeer.State.LEFT);
        domain.receiving().lock();
        try {
            domain.reception().hasLeft(peer);
        } finally {
            domain.receiving().unlock();
        }
    }

    /** Makes a connection to the peer; it is told through the peer. */
    void connect(TcpPeer peer) {
        wanted.add(peer);
        nudge();
    }

    /** The connection to the peer has ended. */
    void broken(TcpPeer peer, IOException why) {
        if (why instanceof ProtocolException) {
            Notices.rarely("tcp protocol", "closed a connection: rank=" + place.rank() + " peer=" + peer.rank() + ": "
                + why.getMessage());
        }
        if (peer.state() == TcpPeer.State.ALIVE) {
            domain.wantConnection(peer);
        }
    }

    /** There is something to do; wakes the agent if it waits for sockets. While it naps it looks soon enough. */
    void nudge() {
        lookout.nudge();
    }

    /** Nobody polls from now on. */
    void takeOver() {
        lookout.takeOver();
    }

    /** Finds out where a peer is, if nobody has so far; waits for one that has not come. */
    void lookUp(TcpPeer peer) {
        if (peer.address() == null && !peer.isConnected()) {
            peer.address(place.wireUp().lookup(peer.rank(), KEY));
        }
    }

    @Override
    public void run() {
        try {
            while (!ending || hasGoodbyes()) {
                turn();
            }
        } catch (IOException | RuntimeException e) {
            domain.fail(new FabricException(FabricException.Severity.FATAL,
                "the agent of TCP connections has failed: rank=" + place.rank(), e));
        } finally {
            shut();
        }
    }

    private void turn() throws IOException {
        for (Runnable errand = errands.poll(); errand != null; errand = errands.poll()) {
            errand.run();
        }
        long now = System.nanoTime();
        if (liveness.look(now)) {
            dials.values().forEach(dial -> dial.restart(now));
        }
        TcpPeer next = wanted.poll();
        while (next != null) {
            dials.putIfAbsent(next, new Dial(now, next.livedAt(now), domain.patienceNanos()));
            next = wanted.poll();
        }
        next = lookedUp.poll();
        while (next != null) {
            Dial dial = dials.get(next);
            if (dial != null) {
                dial.underWay = false;
                dial.next = now;
            }
            next = lookedUp.poll();
        }
        tendDials();
        domain.askIfWaiting();
        untilGate = gate.tend();
        serve(lookout.look(!dials.isEmpty(), waitMillis()));
    }

    /** True when something was asked of this agent since it last looked. */
    private boolean hasWork() {
        return !wanted.isEmpty() || !errands.isEmpty() || ending;
    }

    /** What a key is ready for; nothing when its connection has been closed meanwhile. */
    private static int ready(SelectionKey key) {
        try {
            return key.readyOps();
        } catch (CancelledKeyException e) {
            return 0;
        }
    }

    /** Serves what is ready: connections that are being made, and those of peers if {@code all}. */
    private void serve(boolean all) throws IOException {
        Iterator<SelectionKey> keys = selector.selectedKeys().iterator();
        while (keys.hasNext()) {
            SelectionKey key = keys.next();
            keys.remove();
            int ready = ready(key);
            if (ready == 0 || gate.serve(key) || !(key.attachment() instanceof TcpPeer peer)) {
                continue;
            }
            if (all && (ready & SelectionKey.OP_READ) != 0) {
                domain.receiveAside(peer);
            }
            if (all && (ready & SelectionKey.OP_WRITE) != 0) {
                peer.outflow().flushIfFree();
            }
        }
        for (TcpPeer peer : domain.peers().all()) {
            if (peer.outflow().isFailing()) {
                domain.receiveAside(peer);
            }
        }
    }

    private long waitMillis() {
        long now = System.nanoTime();
        long nanos = Math.min(Liveness.LONGEST_WAIT_NANOS, domain.patienceNanos() / LOOKS);
        nanos = Math.min(nanos, Math.max(1_000_000, untilGate));
        for (Map.Entry<TcpPeer, Dial> each : dials.entrySet()) {
            long untilDue = each.getValue().untilDue(each.getKey().hasBeenConnected(), now);
            nanos = Math.min(nanos, Math.max(1_000_000, untilDue));
        }
        return nanos / 1_000_000;
    }

    private void tendDials() {
        if (dials.isEmpty()) {
            return;
        }
        long now = System.nanoTime();
        for (Iterator<Map.Entry<TcpPeer, Dial>> all = dials.entrySet().iterator(); all.hasNext();) {
            Map.Entry<TcpPeer, Dial> entry = all.next();
            TcpPeer peer = entry.getKey();
            Dial dial = entry.getValue();
            if (peer.isConnected() || peer.state() != TcpPeer.State.ALIVE) {
                all.remove();
                peer.stopWanting();
                if (!peer.isConnected() && peer.state() == TcpPeer.State.ALIVE) {
                    // It broke between the two looks.
                    domain.wantConnection(peer);
                }
            } else if (!dial.underWay && now - dial.next >= 0) {
                dial(peer, dial);
            } else if (dial.underWay && peer.hasBeenConnected() && dial.isOver(now)) {
                gate.cancel(peer.rank());
                lose(peer, "it has not answered within hawser.tcp.patience="
                    + domain.patienceNanos() / 1_000_000_000L + " s at " + peer.address());
            }
        }
    }

    private void dial(TcpPeer peer, Dial dial) {
        dial.underWay = true;
        if (peer.address() != null) {
            callPeer(peer);
            return;
        }
        // A look-up may wait for a rank that has not come; this thread must not.
        Thread.ofPlatform().daemon().name("hawser-tcp-lookup").start(() -> {
            try {
                lookUp(peer);
            } catch (RuntimeException e) {
                lose(peer, e.getMessage());
            }
            lookedUp.add(peer);
            selector.wakeup();
        });
    }

    private void callPeer(TcpPeer peer) {
        try {
            gate.dial(peer.rank(), peer.address());
        } catch (IllegalArgumentException e) {
            failed(peer.rank(), Refusal.NOT_HAWSER, "what it published is no address: " + e.getMessage());
        }
    }

    @Override
    public long received(int peer) {
        TcpPeer found = domain.peers().seek(peer);
        if (found == null) {
            return YIELD;
        }
        domain.receiving().lock();
        try {
            return found.isConnected() ? YIELD : found.stopReceiving();
        } finally {
            domain.receiving().unlock();
        }
    }

    @Override
    public long admit(int number, long peerReceived) {
        TcpPeer peer = domain.peers().seek(number);
        if (peer == null || peer.state() != TcpPeer.State.ALIVE || ending && !peer.hasBeenConnected()) {
            return GONE;
        }
        domain.receiving().lock();
        try {
            if (!peer.out().canResume(peerReceived)) {
                // A dial that the peer has given up since: its proof lay here while the two met by another connection,
                // and what it says was true before that.
                return YIELD;
            }
            // Should this connection break before it is used, this rank tries to make one too, a little later.
            long now = System.nanoTime();
            Dial dial = dials.computeIfAbsent(peer, wanted -> new Dial(now, now, domain.patienceNanos()));
            dial.heard(now);
            if (dial.underWay && peer.winsDials()) {
                return YIELD;
            }
            gate.cancel(number);
            dial.underWay = false;
            dial.next = now + SECOND_TRY_NANOS;
            return peer.stopReceiving();
        } finally {
            domain.receiving().unlock();
        }
    }

    @Override
    public void admitted(Admitted connection) {
        TcpPeer peer = domain.peers().seek(connection.peer());
        if (peer == null) {
            connection.wire().close();
            return;
        }
        congestion.choose(connection.wire().channel(), connection.wire().descriptor());
        lookout.added();
        // Before it is used: should it break at once, the search begins anew.
        dials.remove(peer);
        peer.stopWanting();
        domain.receiving().lock();
        try {
            if (peer.attach(connection.wire(), connection.peerReceived())) {
                domain.reception().connected();
                connection.wire().channel().keyFor(selector).attach(peer);
                if (ending) {
                    peer.outflow().wantBye();
                }
            } else {
                connection.wire().close();
                lose(peer, "it wants bytes again that it has acknowledged, or that were never sent: wanted="
                    + connection.peerReceived());
            }
        } finally {
            domain.receiving().unlock();
        }
        if (connection.wire().hasReadable()) {
            // Came together with the end of the handshake: the selector knows nothing of it.
            domain.receiveAside(peer);
        }
    }

    @Override
    public void failed(int number, Refusal why, String text) {
        TcpPeer peer = domain.peers().seek(number);
        Dial dial = dials.get(peer);
        if (dial == null || peer.isConnected()) {
            return;
        }
        dial.underWay = false;
        long now = System.nanoTime();
        if (dial.isHopeless(peer.hasBeenConnected(), why, now)) {
            if (why == Refusal.GONE || !peer.hasBeenConnected() && why == Refusal.UNREACHABLE) {
                peer.end(TcpPeer.State.LEFT);
                domain.reception().hasGone(peer);
            } else {
                lose(peer, text);
            }
        } else {
            dial.next = now + dial.pauseNanos(why);
        }
    }

    private void lose(TcpPeer peer, String text) {
        if (peer.end(TcpPeer.State.LOST)) {
            Notices.rarely("tcp lost " + peer.rank(), "a rank is lost: rank=" + place.rank() + " peer=" + peer.rank()
                + ": " + text);
            domain.reception().hasGone(peer);
        }
    }

    /** Ends without a goodbye. */
    void vanish() {
        goodbyesUntil = System.nanoTime();
        end();
    }

    /** Says goodbye to all and ends. */
    void close() {
        for (TcpPeer peer : domain.peers().all()) {
            if (peer.isConnected()) {
                peer.outflow().wantBye();
            }
        }
        goodbyesUntil = System.nanoTime() + GOODBYE_NANOS;
        end();
    }

    private void end() {
        ending = true;
        lookout.wake();
        try {
            thread.join();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    /** True while a peer has not answered the goodbye with its own, for a second at most. */
    private boolean hasGoodbyes() {
        if (System.nanoTime() - goodbyesUntil > 0) {
            return false;
        }
        for (TcpPeer peer : domain.peers().all()) {
            if (peer.hasBeenConnected() && peer.state() == TcpPeer.State.ALIVE) {
                return true;
            }
        }
        return false;
    }

    private void shut() {
        gate.close();
        for (TcpPeer peer : domain.peers().all()) {
            peer.outflow().detach(peer.outflow().wire());
        }
        try {
            selector.close();
        } catch (IOException e) {
            Notices.once("cannot close a selector: " + e.getMessage());
        }
    }
}
