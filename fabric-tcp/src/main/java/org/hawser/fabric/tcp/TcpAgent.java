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
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.LockSupport;
import org.hawser.fabric.FabricException;
import org.hawser.fabric.Place;
import org.hawser.fabric.tcp.gate.Admissions;
import org.hawser.fabric.tcp.gate.Admitted;
import org.hawser.fabric.tcp.gate.Gate;
import org.hawser.fabric.tcp.gate.GateSettings;
import org.hawser.fabric.tcp.gate.Refusal;
import org.hawser.fabric.tcp.gate.Wire;
import org.hawser.platform.libc.Notices;

/**
 * The thread that plays the network adapter of a rank: it makes connections, and reads and writes them while nobody
 * polls.
 *
 * <p>It keeps away while somebody does: it naps, and looks at the count of polls again. Else every arrival would wake
 * two threads. Once the count stands still, or whoever polled is about to sleep, it waits in a selector.
 *
 * <p><b>Threads:</b> its own; {@link #connect}, {@link #broken}, {@link #nudge}, {@link #takeOver}, {@link #lookUp}
 * and {@link #perform} by any.
 */
final class TcpAgent implements Runnable, Admissions {
    /** The key under which ranks find each other's addresses. */
    static final String KEY = "tcp";

    private static final long NAP_NANOS = 200_000;
    private static final long LONGEST_NAP_NANOS = 1_000_000;
    /** Looks at peers in the time that makes one of them lost. */
    private static final int LOOKS = 12;
    private static final long SECOND_TRY_NANOS = 300_000_000;
    private static final long ERRAND_LOOK_MILLIS = 100;
    private static final long GOODBYE_NANOS = 1_000_000_000L;
    private static final int WORKING = 0;
    private static final int NAPPING = 1;
    private static final int SELECTING = 2;

    private final TcpDomain domain;
    private final Place place;
    private final Selector selector;
    private final Gate gate;
    private final Thread thread;
    private final AtomicInteger doing = new AtomicInteger(WORKING);
    private final Queue<TcpPeer> wanted = new ConcurrentLinkedQueue<>();
    private final Queue<FutureTask<Void>> errands = new ConcurrentLinkedQueue<>();
    private final Map<TcpPeer, Dial> dials = new HashMap<>();
    private final Liveness liveness;
    private final Congestion congestion = new Congestion();
    private int seenPolls;
    /** The selector may be waiting for connections of peers. */
    private boolean watching;
    /** The last wait was a nap. */
    private boolean napped;
    /** The longer others have polled, the longer they will, as a rule. */
    private long napNanos = NAP_NANOS;
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
        selector.wakeup();
        LockSupport.unpark(thread);
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
            domain.hasLeft(peer);
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
        if (doing.get() == SELECTING && doing.compareAndSet(SELECTING, WORKING)) {
            selector.wakeup();
        }
    }

    /** Nobody polls from now on. */
    void takeOver() {
        if (doing.get() == NAPPING) {
            LockSupport.unpark(thread);
        }
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
        int polls = domain.polls();
        boolean polled = polls != seenPolls && !domain.isAsleep();
        seenPolls = polls;
        if (domain.isUnflushed() && (!polled || !napped)) {
            // Not beside a thread that polls and polls: it would write the same on a core that the peer may need.
            domain.flushAll();
        }
        if (polled || TcpDomain.isInPoll(polls) && !domain.isAsleep()) {
            // A poll that lasts longer than a nap moves much data, or a handler computes; it holds what is wanted here.
            lookAway();
            nap(napNanos);
            napped = true;
            // A connection that is being made takes several turns.
            napNanos = dials.isEmpty() ? Math.min(LONGEST_NAP_NANOS, 2 * napNanos) : NAP_NANOS;
            selector.selectNow();
            serve(false);
        } else {
            napNanos = NAP_NANOS;
            await();
            napped = false;
            // Somebody polls again: what came is theirs.
            serve(domain.polls() == polls || domain.isAsleep());
        }
    }

    /** Connections that others read leave the selector, for which the kernel does something with every arrival. */
    private void lookAway() {
        if (watching) {
            watching = false;
            for (TcpPeer peer : domain.peers().all()) {
                Wire wire = peer.out().wire();
                SelectionKey key = wire == null ? null : wire.channel().keyFor(selector);
                if (key != null) {
                    interest(key, 0);
                }
            }
        }
    }

    private void nap(long nanos) {
        doing.set(NAPPING);
        if (!domain.isAsleep()) {
            LockSupport.parkNanos(nanos);
        }
        doing.set(WORKING);
    }

    private void await() throws IOException {
        watching = true;
        for (TcpPeer peer : domain.peers().all()) {
            Wire wire = peer.out().wire();
            SelectionKey key = wire == null ? null : wire.channel().keyFor(selector);
            if (key != null) {
                interest(key, wire.interest(peer.out().isBlocked()));
            }
        }
        doing.set(SELECTING);
        // Looked at again after the sign says so: whoever has something to do says that first and looks then.
        if (domain.isUnflushed() && !isWaitingForSockets() || !wanted.isEmpty() || !errands.isEmpty() || ending) {
            selector.selectNow();
        } else {
            selector.select(waitMillis());
        }
        doing.set(WORKING);
    }

    private static void interest(SelectionKey key, int operations) {
        try {
            key.interestOps(operations);
        } catch (CancelledKeyException e) {
            // A thread that polls has found the connection broken; it has said so.
            return;
        }
    }

    /** What a key is ready for; nothing when its connection has been closed meanwhile. */
    private static int ready(SelectionKey key) {
        try {
            return key.readyOps();
        } catch (CancelledKeyException e) {
            return 0;
        }
    }

    /** True when all that waits to be written waits for a socket. */
    private boolean isWaitingForSockets() {
        for (TcpPeer peer : domain.peers().all()) {
            TcpSender out = peer.out();
            if (out.isFailing() || out.isUnflushed() && peer.isConnected() && !out.isBlocked()) {
                return false;
            }
        }
        return true;
    }

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
                peer.out().flushIfFree();
            }
        }
        for (TcpPeer peer : domain.peers().all()) {
            if (peer.out().isFailing()) {
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
        watching = true;
        // Before it is used: should it break at once, the search begins anew.
        dials.remove(peer);
        peer.stopWanting();
        domain.receiving().lock();
        try {
            if (peer.attach(connection.wire(), connection.peerReceived())) {
                domain.connected();
                connection.wire().channel().keyFor(selector).attach(peer);
                if (ending) {
                    peer.out().wantBye();
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
                domain.hasGone(peer);
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
            domain.hasGone(peer);
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
                peer.out().wantBye();
            }
        }
        goodbyesUntil = System.nanoTime() + GOODBYE_NANOS;
        end();
    }

    private void end() {
        ending = true;
        selector.wakeup();
        LockSupport.unpark(thread);
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
            peer.out().detach(peer.out().wire());
        }
        try {
            selector.close();
        } catch (IOException e) {
            Notices.once("cannot close a selector: " + e.getMessage());
        }
    }
}
