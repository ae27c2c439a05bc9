package org.hawser.pgas;

import java.lang.foreign.MemorySegment;
import java.util.concurrent.atomic.AtomicReferenceArray;
import org.hawser.fabric.FabricException;
import org.hawser.pgas.team.Kind;
import org.hawser.pgas.team.Outbox;
import org.hawser.pgas.team.Team;
import org.hawser.platform.memory.SegmentBytes;
import org.hawser.runtime.Link;

/**
 * Active messages for people who build a layer of their own: a message names the handler that takes it at its target.
 * Every thread registers the same handlers under the same numbers, then all pass a barrier.
 *
 * <pre>{@code
 * MessageLayer messages = pgas.messages();
 * messages.register(ADD, (token, arguments, payload) -> token.reply(SUM, arguments[0] + arguments[1]));
 * messages.register(SUM, (token, arguments, payload) -> System.out.println(arguments[0]));
 * pgas.barrier();
 * messages.send(2, ADD, 40, 2);
 * }</pre>
 *
 * <p>A team has handlers and messages of its own. What one Java thread sends to a thread is handled in order.
 *
 * <p>Handlers run in the polling context of the target: at whichever call makes progress there, in any model and on
 * any of its Java threads, one at a time. A handler is short and never waits. It may answer the message that it has
 * once, and send nothing else; an answer is not answered. So the number of messages under way stays within what
 * programs send.
 *
 * <p>When a handler throws, or is not there, or does what it must not, the message is lost and the layer goes on: a
 * {@link PgasException} with handler, source and cause is thrown at that rank by its next call of {@link #poll},
 * {@link #send}, {@link Pgas#progress}, {@link Pgas#barrier()} or the like. A wait of that rank that does not end is
 * ended with it after two seconds.
 *
 * <p><b>Threads:</b> any. <b>Allocates:</b> nothing for a short message of one or two arguments that finds room, at
 * neither end; a view of the payload for each medium one.
 */
public final class MessageLayer {
    /** Takes messages. */
    @FunctionalInterface
    public interface Handler {
        /**
         * Takes one message.
         *
         * @param token who sent it, and the way back
         * @param arguments what the sender gave, until this returns: the array is used again
         * @param payload the data of a medium message until this returns, of a long one where it was put; else empty
         */
        void onMessage(Token token, long[] arguments, MemorySegment payload);
    }

    /** The sender of a message that is being handled; good until its handler returns. */
    public interface Token {
        /** The thread that sent it. */
        int source();

        /** Answers with a short message; once for each message. */
        void reply(int handler, long argument);

        /** Answers with a short message; once for each message. */
        void reply(int handler, long first, long second);

        /** Answers with a short message; once for each message. */
        void reply(int handler, long... arguments);

        /** Answers with a medium message; once for each message. */
        void reply(int handler, MemorySegment payload, long... arguments);
    }

    private static final int HANDLERS = 256;
    /** Tokens that go round, so that one which a handler has kept is found out; a power of two. */
    private static final int TOKENS = 64;
    private static final MemorySegment NOTHING = MemorySegment.NULL;

    private final Services services;
    private final Team team;
    private final Outbox outbox;
    private final AtomicReferenceArray<Handler> handlers = new AtomicReferenceArray<>(HANDLERS);
    /** By number of arguments: where they are while their message is handled. Of the polling thread, as all below. */
    private final long[][] arguments = new long[MessageHeader.MAX_ARGUMENTS + 1][];
    private final Answer[] answers = new Answer[TOKENS];
    private int handled;
    /** The way back from the message that is being handled; null when none is. */
    private Answer current;

    MessageLayer(Services services, Team team) {
        this.services = services;
        this.team = team;
        outbox = new Outbox(services.world);
    }

    /** The most arguments of a message. */
    public int maxArguments() {
        return MessageHeader.MAX_ARGUMENTS;
    }

    /** The most bytes of a medium message, whichever thread it goes to and however many arguments it has. */
    public int maxMedium() {
        int most = services.world.link(team.rank().number()).maxBytes();
        for (int thread = 0; thread < team.size(); thread++) {
            if (!team.rank().nodes().isSameNode(team.rank().number(), team.rankOf(thread))) {
                most = Math.min(most, services.world.link(team.rankOf(thread)).maxBytes());
                break;
            }
        }
        return most - MessageHeader.bytes(MessageHeader.MAX_ARGUMENTS);
    }

    /** Registers a handler, under a number from 0 to 255 that has none. */
    public void register(int handler, Handler takes) {
        checkHandler(handler);
        if (takes == null) {
            throw new PgasException("a handler is null: handler=" + handler);
        }
        if (!handlers.compareAndSet(handler, null, takes)) {
            throw new PgasException("the handler's number is taken: handler=" + handler);
        }
    }

    /** Sends a short message of one argument. */
    public void send(int thread, int handler, long argument) {
        checkSend(thread, handler, 1);
        post(team.rankOf(thread), handler, MessageHeader.REQUEST, 1, argument, 0);
    }

    /** Sends a short message of two arguments. */
    public void send(int thread, int handler, long first, long second) {
        checkSend(thread, handler, 2);
        post(team.rankOf(thread), handler, MessageHeader.REQUEST, 2, first, second);
    }

    /** Sends a short message: arguments alone. */
    public void send(int thread, int handler, long... arguments) {
        send(thread, handler, NOTHING, arguments);
    }

    /** Sends a medium message: a copy of {@code payload} and arguments; the payload is free when this returns. */
    public void send(int thread, int handler, MemorySegment payload, long... arguments) {
        checkSend(thread, handler, arguments.length);
        post(team.rankOf(thread), handler, MessageHeader.REQUEST, payload, arguments);
    }

    /**
     * Sends a long message: puts {@code payload} at {@code target}, then runs the handler at the thread that the place
     * is near. The payload is free when this returns.
     */
    public void send(GlobalPointer target, int handler, MemorySegment payload, long... arguments) {
        int rank = target.area().team().rankOf(target.thread());
        int thread = team.threadOf(rank);
        if (thread < 0) {
            throw new PgasException("the memory is near no thread of the team: rank=" + rank + " target=" + target);
        }
        checkSend(thread, handler, arguments.length);
        services.transfers.put(target, payload, 0, payload.byteSize());
        MemorySegment place = MemorySegment.ofArray(new long[MessageHeader.PLACE_WORDS]);
        services.allocations.write(target, place, 0);
        MessageHeader.placeBytes(place, 0, payload.byteSize());
        MessageHeader.placeTeam(place, 0, target.area().team().id());
        post(rank, handler, MessageHeader.LONG, place, arguments);
    }

    /** Handles what has arrived, and returns how much. */
    public int poll() {
        services.troubles.check();
        int done = team.rank().progress();
        services.troubles.check();
        return done;
    }

    private void checkSend(int thread, int handler, int count) {
        if (team.rank().isHeld()) {
            throw new PgasException("a handler may send nothing but a reply to the message it has: thread=" + thread
                + " handler=" + handler);
        }
        services.troubles.check();
        team.check(thread);
        checkHandler(handler);
        checkArguments(count);
    }

    private static void checkHandler(int handler) {
        if (handler < 0 || handler >= HANDLERS) {
            throw new PgasException("no such handler: handler=" + handler + " least=0 most=" + (HANDLERS - 1));
        }
    }

    private static void checkArguments(int count) {
        if (count > MessageHeader.MAX_ARGUMENTS) {
            throw new PgasException("too many arguments: arguments=" + count + " most="
                + MessageHeader.MAX_ARGUMENTS);
        }
    }

    /** A short message of one or two arguments. */
    private void post(int rank, int handler, int form, int count, long first, long second) {
        Link link = services.world.link(rank);
        long at = claim(link, MessageHeader.bytes(count));
        if (at < 0) {
            long[] words = count == 1 ? new long[] {first} : new long[] {first, second};
            postLater(rank, handler, form, NOTHING, words);
            return;
        }
        MessageHeader.write(at, team.id(), handler, form, count);
        MessageHeader.argument(at, 0, first);
        if (count > 1) {
            MessageHeader.argument(at, 1, second);
        }
        link.commit(Kind.MESSAGE.ordinal());
    }

    private void post(int rank, int handler, int form, MemorySegment payload, long[] words) {
        Link link = services.world.link(rank);
        int header = MessageHeader.bytes(words.length);
        if (payload.byteSize() > link.maxBytes() - header) {
            throw new PgasException("the payload is too long for a medium message, put it at a GlobalPointer: bytes="
                + payload.byteSize() + " most=" + (link.maxBytes() - header) + " thread=" + team.threadOf(rank));
        }
        int length = (int) payload.byteSize();
        long at = claim(link, header + length);
        if (at < 0) {
            postLater(rank, handler, form, payload, words);
            return;
        }
        MessageHeader.write(at, team.id(), handler, form, words.length);
        for (int i = 0; i < words.length; i++) {
            MessageHeader.argument(at, i, words[i]);
        }
        try {
            SegmentBytes.copy(payload, 0, at + header, length);
        } catch (RuntimeException | Error e) {
            link.abandon();
            throw e;
        }
        link.commit(Kind.MESSAGE.ordinal());
    }

    /** Room for a message; negative when there is none, or the receiver is lost, of which the outbox knows more. */
    private static long claim(Link link, int bytes) {
        try {
            return link.claim(bytes);
        } catch (FabricException e) {
            return -1;
        }
    }

    /** Waits for room, or has the message kept in a handler. */
    private void postLater(int rank, int handler, int form, MemorySegment payload, long[] words) {
        int header = MessageHeader.bytes(words.length);
        long length = payload.byteSize();
        outbox.send(rank, Kind.MESSAGE, header + (int) length, message -> {
            MessageHeader.write(message, team.id(), handler, form, words);
            MemorySegment.copy(payload, 0, message, header, length);
        });
    }

    /** In the polling context: whatever the program's handler does, polling goes on. */
    void take(int source, MemorySegment memory, long offset, int length) {
        int handler = MessageHeader.handler(memory, offset);
        int thread = team.threadOf(source);
        Handler takes = handlers.get(handler);
        if (takes == null) {
            services.troubles.tell(new PgasException("a message came for a handler that is not registered: handler="
                + handler + " source=" + thread + " " + team.here()
                + "; register it before a barrier, and send after it"));
            return;
        }
        int form = MessageHeader.form(memory, offset);
        long[] words = argumentsOf(memory, offset);
        current = nextAnswer().to(source, thread, form != MessageHeader.REPLY);
        try {
            takes.onMessage(current, words, payload(form, memory, offset, length, words.length));
        } catch (Throwable e) {
            services.troubles.tell(new PgasException("a handler has thrown: handler=" + handler + " source=" + thread
                + " " + team.here() + ": " + e + "; its message is gone, and who sent it was not told", e));
        } finally {
            current = null;
        }
    }

    private long[] argumentsOf(MemorySegment memory, long offset) {
        int count = MessageHeader.count(memory, offset);
        long[] words = arguments[count];
        if (words == null) {
            words = new long[count];
            arguments[count] = words;
        }
        MessageHeader.arguments(memory, offset, words);
        return words;
    }

    private MemorySegment payload(int form, MemorySegment memory, long offset, int length, int count) {
        int header = MessageHeader.bytes(count);
        if (length == header) {
            return NOTHING;
        }
        MemorySegment payload = memory.asSlice(offset + header, length - header);
        return form == MessageHeader.LONG ? place(payload) : payload;
    }

    private Answer nextAnswer() {
        int i = handled++ & TOKENS - 1;
        if (answers[i] == null) {
            answers[i] = new Answer();
        }
        return answers[i];
    }

    /** Where a long message's payload is. */
    private MemorySegment place(MemorySegment words) {
        long bytes = MessageHeader.placeBytes(words, 0);
        Team owners = services.view(MessageHeader.placeTeam(words, 0)).team();
        return services.allocations.read(owners, words, 0).local().asSlice(0, bytes);
    }

    /** The way back to a message's sender. */
    private final class Answer implements Token {
        private int rank;
        private int source;
        private boolean mayReply;

        Answer to(int sender, int thread, boolean mayBeAnswered) {
            rank = sender;
            source = thread;
            mayReply = mayBeAnswered;
            return this;
        }

        @Override
        public int source() {
            return source;
        }

        @Override
        public void reply(int handler, long argument) {
            check(handler, 1);
            post(rank, handler, MessageHeader.REPLY, 1, argument, 0);
            mayReply = false;
        }

        @Override
        public void reply(int handler, long first, long second) {
            check(handler, 2);
            post(rank, handler, MessageHeader.REPLY, 2, first, second);
            mayReply = false;
        }

        @Override
        public void reply(int handler, long... words) {
            reply(handler, NOTHING, words);
        }

        @Override
        public void reply(int handler, MemorySegment payload, long... words) {
            check(handler, words.length);
            post(rank, handler, MessageHeader.REPLY, payload, words);
            mayReply = false;
        }

        private void check(int handler, int count) {
            checkHandler(handler);
            checkArguments(count);
            if (!team.rank().isHeld() || current != this) {
                throw new PgasException("a reply comes too late, its handler has returned: handler=" + handler
                    + " source=" + source);
            }
            if (!mayReply) {
                throw new PgasException("a message is answered once, and an answer never: handler=" + handler
                    + " source=" + source);
            }
        }
    }
}
