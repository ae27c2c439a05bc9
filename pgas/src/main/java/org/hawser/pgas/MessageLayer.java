package org.hawser.pgas;

import java.lang.foreign.MemorySegment;

/**
 * Active messages for people who build a layer of their own: a message names the handler that takes it at its target.
 * Every thread registers the same handlers under the same numbers, then all pass a barrier.
 *
 * <pre>{@code
 * MessageLayer messages = pgas.messages();
 * messages.register(ADD, (token, arguments, payload) -> token.reply(SUM, arguments[0] + arguments[1]));
 * pgas.barrier();
 * messages.send(2, ADD, 40, 2);
 * }</pre>
 *
 * <p><b>Threads:</b> any; handlers run in the polling context and never wait.
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

    /** The sender of a message that is being handled. */
    public interface Token {
        /** The thread that sent it. */
        int source();

        /** Answers with a short message; once for each message. */
        void reply(int handler, long... arguments);

        /** Answers with a medium message; once for each message. */
        void reply(int handler, MemorySegment payload, long... arguments);
    }

    MessageLayer() {
    }

    /** The most arguments of a message. */
    public int maxArguments() {
        throw new UnsupportedOperationException("to come");
    }

    /** The most bytes of a medium message. */
    public int maxMedium() {
        throw new UnsupportedOperationException("to come");
    }

    /** Registers a handler, under a number from 0 to 255. */
    public void register(int handler, Handler takes) {
        throw new UnsupportedOperationException("to come");
    }

    /** Sends a short message: arguments alone. */
    public void send(int thread, int handler, long... arguments) {
        throw new UnsupportedOperationException("to come");
    }

    /** Sends a medium message: a copy of {@code payload} and arguments; the payload is free when this returns. */
    public void send(int thread, int handler, MemorySegment payload, long... arguments) {
        throw new UnsupportedOperationException("to come");
    }

    /** Sends a long message: puts {@code payload} at {@code target}, then runs the handler there. */
    public void send(GlobalPointer target, int handler, MemorySegment payload, long... arguments) {
        throw new UnsupportedOperationException("to come");
    }

    /** Handles what has arrived, and returns how much. */
    public int poll() {
        throw new UnsupportedOperationException("to come");
    }
}
