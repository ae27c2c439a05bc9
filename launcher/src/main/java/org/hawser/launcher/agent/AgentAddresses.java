package org.hawser.launcher.agent;

import java.io.DataInputStream;
import java.io.IOException;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import org.hawser.runtime.wireup.LauncherDialogue.Item;

/**
 * An agent's {@link AddressBook}: passes on to the launcher, asks it once for each entry, and remembers.
 *
 * <p><b>Threads:</b> any.
 */
public final class AgentAddresses implements AddressBook {
    private final AgentChannel channel;
    private final int size;
    private final Map<Item, CompletableFuture<String>> known = new ConcurrentHashMap<>();

    /**
     * An empty one.
     *
     * @param channel to the launcher
     * @param size    the ranks of the job
     */
    public AgentAddresses(AgentChannel channel, int size) {
        this.channel = channel;
        this.size = size;
    }

    @Override
    public void publish(int rank, String key, String value) {
        known.computeIfAbsent(new Item(rank, key, null), absent -> new CompletableFuture<>()).complete(value);
        channel.send(Frame.of(FrameKind.PUBLISH, new Item(rank, key, value)::encode));
    }

    @Override
    public CompletableFuture<String> lookup(int rank, String key) {
        Item asked = new Item(rank, key, null);
        return known.computeIfAbsent(asked, absent -> {
            channel.send(Frame.of(FrameKind.LOOKUP, asked::encode));
            return new CompletableFuture<>();
        });
    }

    /** Takes what the launcher answers. */
    public void answer(Frame frame) throws IOException {
        DataInputStream in = frame.open();
        Item asked = Item.decode(in, size, false);
        String value = in.readBoolean() ? in.readUTF() : null;
        known.computeIfAbsent(asked, absent -> new CompletableFuture<>()).complete(value);
    }
}
