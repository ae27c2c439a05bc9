package org.hawser.mpi.p2p;

import org.hawser.mpi.datatype.Layout;
import org.hawser.platform.memory.RawBytes;

/**
 * EAGER: the message goes at once, into the receiver's ring, and from there straight to the receive that waits for it,
 * or is kept until one comes.
 *
 * <p>Cost: one message; two copies, and a third when the receiver is late.
 *
 * <p><b>Threads:</b> whoever holds the rank. <b>Allocates:</b> for messages that come before their receive, until
 * enough of them have been there.
 */
final class Eager {
    private final Engine engine;
    /** Where a message that came as a word lies when it is unpacked. */
    private final long scratch;

    Eager(Engine engine) {
        this.engine = engine;
        scratch = engine.scratch();
    }

    boolean trySend(Partner to, Operation send) {
        int bytes = (int) send.room;
        boolean answered = send.synchronous;
        if (!answered && !tryPost(to, send, bytes)) {
            return false;
        }
        if (answered) {
            long at = to.link.claim(2 * Wire.WORD + bytes);
            if (at < 0) {
                return false;
            }
            RawBytes.setLong(at, Wire.head(send.key, 0));
            RawBytes.setLong(at + Wire.WORD, send.name());
            send.drain(0, at + 2 * Wire.WORD, bytes);
            to.link.commit(Wire.EAGER_ANSWERED);
            send.state = Operation.State.OFFERED;
            to.addOffered(send);
        }
        engine.counts.eager++;
        if (!answered) {
            engine.complete(send);
        }
        return true;
    }

    private static boolean tryPost(Partner to, Operation send, int bytes) {
        return send.layout == null ? tryPost(to, send.key, send.array, send.offset, bytes)
            : tryPack(to, send.key, send.array, send.offset, bytes, send.layout);
    }

    /** Packs items into the ring; false when there is no room. */
    static boolean tryPack(Partner to, long key, Object array, long offset, int bytes, Layout layout) {
        long at = to.link.claim(Wire.WORD + bytes);
        if (at < 0) {
            return false;
        }
        RawBytes.setLong(at, Wire.head(key, 0));
        layout.pack(array, offset, 0, bytes, null, at + Wire.WORD);
        to.link.commit(Wire.EAGER);
        return true;
    }

    /** Sends bytes that need no answer; false when there is no room. */
    static boolean tryPost(Partner to, long key, Object array, long offset, int bytes) {
        if (bytes <= Wire.WORD) {
            long word = array == null ? RawBytes.load(offset, bytes) : RawBytes.load(array, offset, bytes);
            int compact = Wire.compact(key, bytes);
            return compact >= 0 ? to.link.offer(compact, word)
                : to.link.offer(Wire.EAGER_WORD, Wire.head(key, bytes), word);
        }
        long at = to.link.claim(Wire.WORD + bytes);
        if (at < 0) {
            return false;
        }
        RawBytes.setLong(at, Wire.head(key, 0));
        if (array == null) {
            RawBytes.copy(offset, at + Wire.WORD, bytes);
        } else {
            RawBytes.copy(array, offset, at + Wire.WORD, bytes);
        }
        to.link.commit(Wire.EAGER);
        return true;
    }

    void onWord(Partner from, long key, int bytes, long word) {
        from.received++;
        onWord(from, key, bytes, word, engine.posted.take(from.rank, key));
    }

    /** A message that counts as come, and the receive that was taken for it, if any. */
    void onWord(Partner from, long key, int bytes, long word, Operation receive) {
        if (bytes > Wire.WORD) {
            throw engine.broken("a word of more than 8 bytes", from, bytes);
        }
        if (receive == null) {
            engine.keep(from, Wire.EAGER, key, bytes).word = word;
        } else {
            engine.matched(from, receive, key, bytes);
            fillWord(receive, word);
        }
    }

    private void fillWord(Operation receive, long word) {
        int bytes = (int) engine.fitted(receive);
        if (receive.layout != null) {
            RawBytes.setLong(scratch, word);
            receive.fill(scratch, 0, bytes);
        } else if (receive.array == null) {
            RawBytes.store(word, receive.offset, bytes);
        } else {
            RawBytes.store(word, receive.array, receive.offset, bytes);
        }
        engine.complete(receive);
    }

    void onMessage(Partner from, long at, int length, boolean answered) {
        int heads = answered ? 2 * Wire.WORD : Wire.WORD;
        long key = Wire.key(Wire.word(at, 0));
        int bytes = length - heads;
        Operation receive = engine.match(from, key, bytes);
        if (receive != null) {
            receive.fill(at + heads, 0, engine.fitted(receive));
            engine.complete(receive);
            if (answered) {
                from.link.post(Wire.MATCHED, Wire.word(at, 1));
            }
            return;
        }
        Arrived kept = engine.keep(from, Wire.EAGER, key, bytes);
        kept.copyIn(at + heads, bytes);
        kept.send = answered ? Wire.word(at, 1) : -1;
    }

    /** Gives a message that was kept to its receive. */
    void take(Partner from, Arrived message, Operation receive) {
        if (!message.isLong) {
            fillWord(receive, message.word);
            return;
        }
        copy(message.payload, receive, (int) engine.fitted(receive));
        engine.complete(receive);
        if (message.send >= 0) {
            from.link.post(Wire.MATCHED, message.send);
        }
    }

    /** Copies the first bytes of a message that was kept into the receive's memory. */
    static void copy(byte[] payload, Operation receive, int bytes) {
        if (receive.layout != null) {
            receive.layout.unpack(payload, 0, receive.array, receive.offset, 0, bytes);
            return;
        }
        if (receive.array == null) {
            RawBytes.copy(payload, 0, receive.offset, bytes);
            return;
        }
        if (receive.array instanceof byte[] target) {
            System.arraycopy(payload, 0, target, (int) receive.offset, bytes);
            return;
        }
        for (int done = 0; done < bytes; done += Wire.WORD) {
            int piece = Math.min(Wire.WORD, bytes - done);
            RawBytes.store(RawBytes.load(payload, done, piece), receive.array, receive.offset + done, piece);
        }
    }
}
