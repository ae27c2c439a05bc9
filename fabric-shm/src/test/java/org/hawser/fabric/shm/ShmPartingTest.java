package org.hawser.fabric.shm;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;
import org.hawser.fabric.ForeignRank;
import org.hawser.fabric.NodeMap;
import org.hawser.fabric.Place;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A rank of another job may be forgotten as soon as its last message has been read, however many there were. */
class ShmPartingTest {
    private static final long STAMP = 7L << 32;
    private static final int NUMBER = 1;
    private static final int MOST = 40;

    private final ConcurrentMap<Object, Object> here = new ConcurrentHashMap<>();
    private final ConcurrentMap<Object, Object> there = new ConcurrentHashMap<>();
    private final ShmDomain receiver = new ShmDomain(placeIn(here), new JvmSpace(here));
    private final ShmDomain sender = new ShmDomain(placeIn(there), new JvmSpace(there));
    private int came;

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void nothingFollowsTheLastMessage(boolean claimed) {
        for (int messages = 1; messages <= MOST; messages++) {
            receiver.admit(NUMBER, new ForeignRank(0, STAMP + 1, true, null, there, null), STAMP);
            sender.admit(NUMBER, new ForeignRank(0, STAMP, true, null, here, null), STAMP + 1);
            for (int i = 0; i < messages; i++) {
                send(claimed, i);
            }
            came = 0;
            while (came < messages) {
                receiver.poll((source, word, memory, offset, length) -> came++, 1);
            }
            receiver.dismiss(NUMBER);
            sender.dismiss(NUMBER);
            assertEquals(0, receiver.poll((source, word, memory, offset, length) -> came++, MOST), "behind the last of "
                + messages);
        }
    }

    /** A lane is announced in front of a message, and does not hide it. */
    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void onePollTakesTheOneMessageThatHasCome(boolean claimed) {
        receiver.admit(NUMBER, new ForeignRank(0, STAMP + 1, true, null, there, null), STAMP);
        sender.admit(NUMBER, new ForeignRank(0, STAMP, true, null, here, null), STAMP + 1);
        for (int i = 1; i <= MOST; i++) {
            send(claimed, i);
            assertEquals(1, receiver.poll((source, word, memory, offset, length) -> came++, MOST));
            assertEquals(i, came);
        }
    }

    private void send(boolean claimed, long body) {
        if (claimed) {
            sender.connect(NUMBER).claim(Long.BYTES);
            sender.connect(NUMBER).commit(1);
        } else {
            sender.connect(NUMBER).sendShort(1, body);
        }
    }

    private static Place placeIn(ConcurrentMap<Object, Object> shared) {
        return new Place(0, NodeMap.single(1), null, shared, null);
    }
}
