package org.hawser.fabric.shm;

import java.io.IOException;
import java.nio.file.Path;
import org.hawser.fabric.Endpoint;
import org.hawser.fabric.ForeignRank;
import org.hawser.fabric.NodeMap;
import org.hawser.fabric.Place;

/** A process of its own that is a rank, begins a mail to rank 0 and ends in the middle of it. */
final class DeadWriter {
    /** How a rank of another job signs. */
    static final long STAMP = 7L << 32;
    private static final int NUMBER = 5;

    private DeadWriter() {
    }

    /** Runs one to its end; {@code home} is the directory of its job, {@code peer} that of rank 0's. */
    static int run(Path home, Path peer, String how) throws IOException, InterruptedException {
        String java = Path.of(System.getProperty("java.home"), "bin", "java").toString();
        Process process = new ProcessBuilder(java, "--enable-native-access=ALL-UNNAMED", "-cp",
            System.getProperty("java.class.path"), DeadWriter.class.getName(), home.toString(), peer.toString(), how)
            .inheritIO().start();
        return process.waitFor();
    }

    /** Where a rank is, in a job of two. */
    static Place place(int rank, Path directory) {
        return new Place(rank, NodeMap.single(2), directory, null, null);
    }

    /** The process. */
    public static void main(String[] arguments) {
        Path home = Path.of(arguments[0]);
        Path peer = Path.of(arguments[1]);
        ShmDomain domain = new ShmDomain(place(1, home), new FileSpace(home));
        int number = 0;
        if (!home.equals(peer)) {
            number = NUMBER;
            domain.admit(number, new ForeignRank(0, STAMP, true, peer, null, null), STAMP + 1);
        }
        Endpoint way = domain.connect(number);
        way.sendShort(1, 11);
        way.claim(100);
        if (arguments[2].equals("exit")) {
            // As the rank's hook does when another thread has called System.exit.
            domain.close();
        }
        Runtime.getRuntime().halt(0);
    }
}
