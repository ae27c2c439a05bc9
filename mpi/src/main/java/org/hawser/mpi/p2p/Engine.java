package org.hawser.mpi.p2p;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.util.ArrayDeque;
import java.util.Arrays;
import org.hawser.fabric.Capability;
import org.hawser.fabric.FabricException;
import org.hawser.fabric.Region;
import org.hawser.mpi.ErrorClass;
import org.hawser.mpi.MpiFailure;
import org.hawser.platform.memory.RawBytes;
import org.hawser.platform.memory.RawWords;
import org.hawser.runtime.Link;
import org.hawser.runtime.ModelReceiver;
import org.hawser.runtime.Rank;

/**
 * The state that the protocols share, and which of them takes what arrives. Which one sends a message is the
 * {@link SendChoice}'s.
 *
 * <p><b>Threads:</b> whoever holds the rank. <b>Allocates:</b> per large message that comes before its receive,
 * and when more small ones do than ever before.
 */
final class Engine implements ModelReceiver {
    /** MPI among the programming models of a rank. */
    private static final int MODEL = 0;
    /** Some microseconds. */
    private static final int PATIENCE = 400;

    final Rank rank;
    final Limits limits;
    final Operations operations = new Operations(this);
    final PostedReceives posted = new PostedReceives();
    final ArrivedMessages arrived = new ArrivedMessages();
    final ProtocolCounts counts = new ProtocolCounts();
    final Watch watch;
    final Endings endings = new Endings(this);
    final LastBytes lastBytes = new LastBytes(this);
    final Doubts doubts = new Doubts(this);
    final Paths paths;
    final Staging staging;
    private final long scratch = RawWords.addressOf(Arena.global().allocate(Long.BYTES, Long.BYTES));
    /** By number; grows when a rank of another job is met. */
    private Partner[] partners;
    final Eager eager = new Eager(this);
    final Hybrid hybrid = new Hybrid(this);
    final AttachedMemory attached;
    final JointCopy jointCopy;
    final HybridAfar hybridAfar = new HybridAfar(this);
    final SendRendezvous sendRendezvous;
    final ReceiveRendezvous receiveRendezvous;
    final ChunkStream chunks;
    final RemoteWrites remoteWrites = new RemoteWrites(this);
    final SendChoice sends;
    private final int patience;
    /** Receives of all partners whose last byte is watched, or was, and the sender has not said what it did. */
    int watching;
    /** Things that go on at the next poll, because what they waited for has ended. */
    private final ArrayDeque<Continuation> ready = new ArrayDeque<>();

    Engine(Rank rank) {
        this.rank = rank;
        watch = new Watch(rank, this);
        limits = Limits.fromSettings(rank.messages().maxMedium());
        paths = new Paths(rank, limits, counts);
        partners = new Partner[rank.size()];
        staging = new Staging(rank, rank.has(Capability.DIRECT_MAPPING, rank.number()) ? limits.staging() : 0,
            limits.chunk());
        attached = new AttachedMemory(rank.number());
        jointCopy = new JointCopy(this);
        chunks = new ChunkStream(this);
        sendRendezvous = new SendRendezvous(this);
        receiveRendezvous = new ReceiveRendezvous(this);
        sends = new SendChoice(this);
        // A peer that shares the core writes nothing while this rank looks.
        patience = rank.sharesCores() ? 0 : PATIENCE;
        rank.addChore(this::chore);
        rank.messages().registerModel(MODEL, this);
    }

    Partner partner(int number) {
        Partner known = number < partners.length ? partners[number] : null;
        return known != null ? known : meet(number);
    }

    /** A peer that this rank has talked to; else null. */
    Partner known(int number) {
        return number < partners.length ? partners[number] : null;
    }

    /** Forgets a rank of another job that has parted. */
    void forget(int number) {
        if (number < partners.length && partners[number] != null) {
            lastBytes.bury(partners[number]);
            partners[number] = null;
        }
    }

    private Partner meet(int number) {
        if (number >= partners.length) {
            partners = Arrays.copyOf(partners, number + 1);
        }
        Partner fresh = new Partner(rank, number, linkTo(number), limits);
        partners[number] = fresh;
        endings.tellLosses(fresh);
        return fresh;
    }

    private Link linkTo(int number) {
        try {
            return rank.messages().link(number, MODEL);
        } catch (FabricException e) {
            if (e.severity() == FabricException.Severity.PEER_LOST) {
                // It has ended before this rank has met it.
                watch.find(number);
            }
            throw e;
        }
    }

    /** Begins a receive; one that cannot be announced to its peer, because that is gone, is given back. */
    void begin(Operation receive) {
        if (receive.room > limits.announce() && receive.peer >= 0) {
            try {
                partner(receive.peer);
            } catch (FabricException e) {
                receive.then(null);
                // Nobody has seen it; whoever has it next must not find this one's memory.
                receive.finish();
                operations.giveBack(receive);
                throw e;
            }
        }
        receive(receive);
    }

    /** Matches a receive with what has arrived, or posts it and tells its sender. */
    void receive(Operation receive) {
        if (watching > 0) {
            lastBytes.unwatchIn(receive);
        }
        if (takeArrived(receive)) {
            return;
        }
        if (limits.integrated() && receive.room > limits.announce()) {
            announceOrPost(receive);
        } else {
            posted.add(receive);
        }
    }

    /** As {@link #receive}, of one that is too small to tell its sender of. */
    void receiveSmall(Operation receive) {
        if (arrived.isEmpty() || !takeArrived(receive)) {
            posted.add(receive);
        }
    }

    private boolean takeArrived(Operation receive) {
        Arrived message = arrived.find(receive.peer, receive.key);
        if (message == null) {
            return false;
        }
        arrived.remove(message);
        take(message, receive);
        return true;
    }

    private void announceOrPost(Operation receive) {
        Partner from = receive.isWildcard() ? null : partner(receive.peer);
        if (from == null || !limits.mayAnnounce(from, receive.room)) {
            posted.add(receive);
            return;
        }
        Place place = placeOfReceive(receive, from);
        // Without a place the sender would learn nothing that changes how a message of middle size travels.
        boolean announce = (place != null || receive.room > limits.placeless(from))
            && receive.peer != rank.number() && from.retracting == 0
            && !posted.hasWildFor(receive.peer, receive.key) && from.wantsAnnouncements();
        int ahead = announce ? posted.countOf(receive.peer, receive.key) : 0;
        posted.add(receive);
        if (announce) {
            receiveRendezvous.announce(from, receive, ahead, place);
        }
    }

    /** As {@link #take}, of a message that was found before there was a receive for it. */
    void takeFound(Arrived message, Operation receive) {
        if (watching > 0) {
            lastBytes.unwatchIn(receive);
        }
        take(message, receive);
    }

    /** Gives a message that came before its receive to that receive. */
    void take(Arrived message, Operation receive) {
        receive.matched(message.source, message.key, message.bytes);
        Partner from = partner(message.source);
        try {
            switch (message.kind) {
                case Wire.EAGER -> eager.take(from, message, receive);
                case Wire.HYBRID -> hybrid.take(from, message, receive);
                case Wire.HYBRID_PIECE -> hybridAfar.take(from, message, receive);
                default -> sendRendezvous.answer(from, message, receive);
            }
        } catch (FabricException | InternalError e) {
            watch.hear(from.rank, e);
        }
        arrived.spare(message);
    }

    @Override
    public void onMessage(int kind, int source, MemorySegment memory, long offset, int length) {
        long at = memory.address() + offset;
        Partner from = partner(source);
        if (watching > 0 && lastBytes.holdsBack(from, kind, at, length)) {
            return;
        }
        // All in one look: another length is refused below.
        if ((kind | length ^ 2 * Wire.WORD) == Wire.EAGER_WORD) {
            long head = RawBytes.getLong(at);
            eager.onWord(from, Wire.key(head), Wire.length(head), RawBytes.getLong(at + Wire.WORD));
        } else {
            try {
                onOther(kind, from, at, length);
            } catch (FabricException | InternalError e) {
                // A peer that has ended takes the memory along that its last messages speak of. What needs it ends with
                // the peer, at the next look of the watch; whoever happens to take the message has no part in that.
                watch.hear(from.rank, e);
            }
        }
    }

    @Override
    public void onWord(int bits, int source, long body) {
        Partner from = partner(source);
        if (watching > 0 && lastBytes.holdsBack(from, bits, body)) {
            return;
        }
        long key = Wire.compactKey(bits);
        int bytes = Wire.compactLength(bits);
        from.received++;
        Operation receive = posted.take(source, key);
        // Most that come are for a receive that waits for nothing but them.
        if (receive == null || bytes > Wire.WORD || !receive.takeWord(source, key, bytes, body)) {
            eager.onWord(from, key, bytes, body, receive);
        }
    }

    private void onOther(int kind, Partner from, long at, int length) {
        if (length < Wire.least(kind)) {
            throw broken("a message too short for its kind, " + kind, from, length);
        }
        switch (kind) {
            case Wire.EAGER -> eager.onMessage(from, at, length, false);
            case Wire.EAGER_ANSWERED -> eager.onMessage(from, at, length, true);
            case Wire.HYBRID -> hybrid.onMessage(from, at);
            case Wire.SENDER_READY -> sendRendezvous.onSenderReady(from, at);
            case Wire.RECEIVER_READY -> receiveRendezvous.onReceiverReady(from, at);
            case Wire.REFUSED -> receiveRendezvous.onRefused(from, at);
            case Wire.CLEAR_TO_SEND -> sendRendezvous.onClearToSend(from, at);
            case Wire.WRITTEN -> receiveRendezvous.onWritten(from, at);
            case Wire.COMING -> remoteWrites.onComing(from, at);
            case Wire.FILLED -> remoteWrites.onFilled(from, at);
            case Wire.CHUNK -> chunks.onChunk(from, at);
            case Wire.PIECE -> chunks.onPiece(from, at, length);
            case Wire.MATCHED -> onMatched(from, Wire.word(at, 0));
            case Wire.RETRACT -> receiveRendezvous.onRetract(from, at);
            case Wire.RETRACTED -> receiveRendezvous.onRetracted(from, at);
            case Wire.LAYOUT -> from.layouts.onLayout(at, length);
            case Wire.STAGING -> openStaging(from, Place.read(from.rank, at));
            case Wire.LOST -> endings.onLost(from, Wire.word(at, 0));
            case Wire.VOID -> endings.onVoid(from, Wire.word(at, 0));
            case Wire.HYBRID_PIECE -> hybridAfar.onPiece(from, at, length);
            case Wire.HYBRID_TAKEN -> hybridAfar.onTaken(from, Wire.word(at, 0));
            case Wire.HELP_TAKE -> jointCopy.onHelpTake(from, at);
            case Wire.HELP_GIVE -> jointCopy.onHelpGive(from, at);
            case Wire.CALLED -> doubts.onCalled(from, at);
            case Wire.UNWANTED -> endings.onUnwanted(from, Wire.word(at, 0));
            case Wire.UNWATCH -> lastBytes.onUnwatch(from, Wire.word(at, 0));
            case Wire.UNWATCHED -> lastBytes.onUnwatched(from, Wire.word(at, 0), Wire.word(at, 1));
            default -> throw broken("a message of no known kind", from, kind);
        }
    }

    private void openStaging(Partner from, Place place) {
        if (place == null || !from.openStaging(place)) {
            throw broken("staging memory that is not there", from, place == null ? 0 : place.key().id());
        }
    }

    private void onMatched(Partner from, long number) {
        Operation send = operations.find(number, from.rank, Operation.State.OFFERED);
        if (send == null) {
            endings.checkGivenUp("an answer to nothing that was sent", from, number);
            return;
        }
        from.removeOffered(send);
        complete(send);
    }

    /** Takes the receive that a message matches; null when none does. The message counts as come either way. */
    Operation match(Partner from, long key, long bytes) {
        from.received++;
        Operation receive = posted.take(from.rank, key);
        if (receive != null) {
            matched(from, receive, key, bytes);
        }
        return receive;
    }

    /** A receive that was posted has been taken for a message. */
    void matched(Partner from, Operation receive, long key, long bytes) {
        receive.matched(from.rank, key, bytes);
        if (receive.isAnnounced()) {
            from.learn(bytes > limits.announce());
            unwatch(receive);
        }
    }

    /** Keeps a message until its receive comes. */
    Arrived keep(Partner from, int kind, long key, long bytes) {
        Arrived message = arrived.blank();
        message.kind = kind;
        message.key = key;
        message.source = from.rank;
        message.tag = Wire.tag(key);
        message.bytes = bytes;
        message.send = -1;
        arrived.add(message);
        if (endings.isLast()) {
            rank.wantChores();
        }
        return message;
    }

    /** Notes that a message is longer than its receive; returns how much of it there is room for. */
    long fitted(Operation receive) {
        if (receive.bytes > receive.room) {
            receive.fail(new MpiFailure(ErrorClass.TRUNCATE, "the message is longer than the buffer: bytes="
                + receive.bytes + " room=" + receive.room + " source=" + receive.source + " tag=" + receive.tag));
            receive.bytes = receive.room;
        }
        return receive.bytes;
    }

    void complete(Operation operation) {
        unwatch(operation);
        if (operation.lent() != null) {
            remoteWrites.takeBack(operation);
        }
        if (operation.held != null) {
            arrived.spare(operation.held);
            operation.held = null;
        }
        operation.finish();
        Continuation then = operation.then();
        if (then != null) {
            operation.then(null);
            then.ended(operation);
        }
        if (operation.isReleased()) {
            operations.giveBack(operation);
        }
    }

    /** Lets something go on at the end of this poll, or at the next one. */
    void goOn(Continuation continuation) {
        ready.add(continuation);
        rank.wantChores();
    }

    void unwatch(Operation operation) {
        if (operation.watched != 0) {
            lastBytes.unwatch(operation);
        }
    }

    void cancel(Operation operation) {
        switch (operation.state) {
            case QUEUED -> {
                partner(operation.peer).queued.remove(operation);
                operation.cancelled();
                complete(operation);
            }
            case POSTED -> cancelReceive(operation);
            default -> { }
        }
    }

    private void cancelReceive(Operation receive) {
        if (!receive.isWildcard() && receiveRendezvous.isAnnouncedFrom(receive)) {
            retract(receive);
            return;
        }
        posted.remove(receive);
        receive.cancelled();
        complete(receive);
    }

    void retract(Operation receive) {
        if (!receive.cancelling) {
            receive.cancelling = true;
            Partner from = partner(receive.peer);
            from.retracting++;
            receiveRendezvous.retract(from, receive);
        }
    }

    /** Ends an operation whose peer is gone. */
    void abandon(Operation operation, MpiFailure cause) {
        switch (operation.state) {
            case POSTED -> posted.remove(operation);
            case QUEUED -> partner(operation.peer).queued.remove(operation);
            case OFFERED -> partner(operation.peer).removeOffered(operation);
            case STREAMING -> {
                if (chunks.streams().remove(operation) || remoteWrites.remove(operation)) {
                    // The receiver may have no other reason to give the receive up, and waits for the rest.
                    partner(operation.peer).link.post(Wire.VOID, operation.other);
                }
                hybridAfar.remove(operation);
            }
            case FILLING -> {
                hybrid.remove(operation);
                hybridAfar.remove(operation);
            }
            default -> { }
        }
        operation.cancelling = false;
        if (operation.state != Operation.State.DONE) {
            operation.fail(cause);
            complete(operation);
        }
    }

    /** How often a handler looks for what a peer is just about to write. */
    int patience() {
        return patience;
    }

    /** The address of a word that one call may use. */
    long scratch() {
        return scratch;
    }

    /** The last byte of a message. */
    byte lastByte(Operation send) {
        send.drain(send.room - 1, scratch, 1);
        return RawBytes.getByteAcquire(scratch);
    }

    /** Where the memory of a receive is for its sender to write; null when it cannot, or is not to. */
    Place placeOfReceive(Operation receive, Partner from) {
        return from.writes ? remoteWrites.lend(receive, from) : placeOf(receive, from);
    }

    /** Where a user's memory is for a peer; null when it cannot reach it, or is not to. */
    Place placeOf(Operation operation, Partner peer) {
        if (operation.array != null || operation.room == 0 || !peer.maps) {
            return null;
        }
        if (operation.layout != null) {
            return operation.state == Operation.State.QUEUED ? paths.ofSend(operation) : paths.ofReceive(operation);
        }
        Region region = rank.regionOf(operation.offset, operation.room);
        if (region == null) {
            return attached.placeOf(operation, peer);
        }
        long offset = operation.offset - region.memory().address();
        return peer.places.own(operation.state == Operation.State.QUEUED, region.key(), offset);
    }

    /** Makes sure that a peer knows this rank's staging memory before a slot of it is named. */
    void tellStaging(Partner to) {
        if (!to.toldStaging) {
            to.toldStaging = true;
            var key = staging.region().key();
            to.link.post(Wire.STAGING, key.id(), key.secret(), key.length(), 0);
        }
    }

    FabricException broken(String what, Partner from, long value) {
        return new FabricException(FabricException.Severity.FATAL, what + ": source=" + from.rank + " value=" + value);
    }

    /** Sends that found no room, chunks, and what goes on after something has ended. */
    private int chore() {
        int work = endings.refuseArrived();
        work += chunks.streams().advance() + hybrid.advance() + hybridAfar.advance() + remoteWrites.advance();
        work += sends.advance();
        for (Continuation next = ready.poll(); next != null; next = ready.poll()) {
            next.goOn();
            work++;
        }
        if (sends.isBusy() || chunks.streams().isBusy() || hybrid.isBusy() || hybridAfar.isBusy()
                || remoteWrites.isBusy()) {
            rank.wantChores();
        }
        return work;
    }
}
