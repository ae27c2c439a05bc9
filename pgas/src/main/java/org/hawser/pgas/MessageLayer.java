package org.hawser.pgas;

import java.lang.foreign.MemorySegment;
import java.util.concurrent.atomic.AtomicReferenceArray;
import org.hawser.pgas.team.Kind;
import org.hawser.pgas.team.Outbox;
import org.hawser.pgas.team.Team;
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
 * <p><b>Threads:</b> any. <b>Allocates:</b> a token and the arguments per message handled.
 */
public final class MessageLayer {
    /** Takes messages. */
    @FunctionalInterface
    public interface Handler {
        /**
         * Takes one message.
         *
         * @param token who sent it, and the way back
         * @param arguments what the sender gave
         * @param payload the data of a medium message until this returns, of a long one where it was put; else empty
         */
        void onMessage(Token token, long[] arguments, MemorySegment payload);
    }

    /** The sender of a message that is being handled; good until its handler returns. */
    public interface Token {
        /** The thread that sent it. */
        int source();

        /** Answers with a short message; once for each message. */
        void reply(int handler, long... arguments);

        /** Answers with a medium message; once for each message. */
        void reply(int handler, MemorySegment payload, long... arguments);
    }

    private static final int HANDLERS = 256;
    private static final MemorySegment NOTHING = MemorySegment.NULL;

    private final Services services;
    private final Team team;
    private final Outbox outbox;
    private final AtomicReferenceArray<Handler> handlers = new AtomicReferenceArray<>(HANDLERS);

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

    /** Sends a short message: arguments alone. */
    public void send(int thread, int handler, long... arguments) {
        send(thread, handler, NOTHING, arguments);
    }

    /** Sends a medium message: a copy of {@code payload} and arguments; the payload is free when this returns. */
    public void send(int thread, int handler, MemorySegment payload, long... arguments) {
        checkSend(thread, handler, arguments);
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
        checkSend(thread, handler, arguments);
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

    private void checkSend(int thread, int handler, long[] arguments) {
        if (team.rank().isHeld()) {
            throw new PgasException("a handler may send nothing but a reply to the message it has: thread=" + thread
                + " handler=" + handler);
        }
        services.troubles.check();
        if (thread < 0 || thread >= team.size()) {
            throw new PgasException("no such thread: thread=" + thread + " threads=" + team.size());
        }
        checkHandler(handler);
        checkArguments(arguments);
    }

    private static void checkHandler(int handler) {
        if (handler < 0 || handler >= HANDLERS) {
            throw new PgasException("no such handler: handler=" + handler + " least=0 most=" + (HANDLERS - 1));
        }
    }

    private static void checkArguments(long[] arguments) {
        if (arguments.length > MessageHeader.MAX_ARGUMENTS) {
            throw new PgasException("too many arguments: arguments=" + arguments.length + " most="
                + MessageHeader.MAX_ARGUMENTS);
        }
    }

    private void post(int rank, int handler, int form, MemorySegment payload, long[] arguments) {
        Link link = services.world.link(rank);
        int header = MessageHeader.bytes(arguments.length);
        if (payload.byteSize() > link.maxBytes() - header) {
            throw new PgasException("the payload is too long for a medium message, put it at a GlobalPointer: bytes="
                + payload.byteSize() + " most=" + (link.maxBytes() - header) + " thread=" + team.threadOf(rank));
        }
        int length = (int) payload.byteSize();
        outbox.send(rank, Kind.MESSAGE, header + length, message -> {
            MessageHeader.write(message, team.id(), handler, form, arguments);
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
                + handler + " source=" + thread + " thread=" + team.me()
                + "; register it before a barrier, and send after it"));
            return;
        }
        int form = MessageHeader.form(memory, offset);
        long[] arguments = MessageHeader.arguments(memory, offset);
        Answer answer = new Answer(source, thread, form != MessageHeader.REPLY);
        try {
            long at = offset + MessageHeader.bytes(arguments.length);
            MemorySegment payload = memory.asSlice(at, offset + length - at);
            takes.onMessage(answer, arguments, form == MessageHeader.LONG ? place(payload) : payload);
        } catch (Throwable e) {
            services.troubles.tell(new PgasException("a handler has thrown: handler=" + handler + " source=" + thread
                + " thread=" + team.me() + ": " + e, e));
        } finally {
            answer.expired = true;
        }
    }

    /** Where a long message's payload is. */
    private MemorySegment place(MemorySegment words) {
        long bytes = MessageHeader.placeBytes(words, 0);
        Team owners = services.view(MessageHeader.placeTeam(words, 0)).team();
        return services.allocations.read(owners, words, 0).local().asSlice(0, bytes);
    }

    /** The way back to a message's sender. */
    private final class Answer implements Token {
        private final int rank;
        private final int source;
        private boolean mayReply;
        private boolean expired;

        Answer(int rank, int source, boolean mayReply) {
            this.rank = rank;
            this.source = source;
            this.mayReply = mayReply;
        }

        @Override
        public int source() {
            return source;
        }

        @Override
        public void reply(int handler, long... arguments) {
            reply(handler, NOTHING, arguments);
        }

        @Override
        public void reply(int handler, MemorySegment payload, long... arguments) {
            checkHandler(handler);
            checkArguments(arguments);
            if (expired || !team.rank().isHeld()) {
                throw new PgasException("a reply comes too late, its handler has returned: handler=" + handler
                    + " source=" + source);
            }
            if (!mayReply) {
                throw new PgasException("a message is answered once, and an answer never: handler=" + handler
                    + " source=" + source);
            }
            post(rank, handler, MessageHeader.REPLY, payload, arguments);
            mayReply = false;
        }
    }
}
