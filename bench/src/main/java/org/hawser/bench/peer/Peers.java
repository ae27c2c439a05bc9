package org.hawser.bench.peer;

import java.util.ArrayList;
import java.util.List;
import org.hawser.launcher.job.UsageException;

/**
 * The peers that can be asked for.
 *
 * <p><b>Threads:</b> stateless.
 */
public final class Peers {

    private Peers() {
    }

    /**
     * Finds peers by name.
     *
     * @throws UsageException when one is unknown, or not installed: the text says how to get it
     */
    public static List<Peer> find(List<String> names) throws UsageException {
        List<Peer> peers = new ArrayList<>();
        for (String name : names) {
            MpiFlavour flavour = MpiFlavour.named(name).orElseThrow(() -> new UsageException("unknown peer: " + name
                + "; peers are " + String.join(", ", MpiFlavour.names())));
            peers.add(NativeMpi.find(flavour).orElseThrow(() -> new UsageException("the peer " + name
                + " is not installed: no " + flavour.compiler() + " or no " + flavour.starter()
                + " on the PATH; get it with: " + flavour.howToGet())));
        }
        return peers;
    }
}
