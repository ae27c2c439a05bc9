package org.hawser.runtime.wireup;

import java.io.IOException;
import java.net.InetAddress;
import java.security.SecureRandom;
import java.util.concurrent.locks.LockSupport;
import org.hawser.fabric.FabricException;
import org.hawser.fabric.WireUp;

/**
 * Ranks for which nobody keeps values meet at rank 0: a file in a directory that all see says where, and has the secret
 * that lets them in.
 *
 * <p><b>Threads:</b> any. <b>Allocates:</b> a connection and, at rank 0, a server.
 */
final class Meeting implements KeyValues {
    private static final long RETRY_NANOS = 50_000_000;
    private static final int CONNECT_MILLIS = 3_000;

    private final PmiClient client;
    private final MeetingFile file;
    private final byte[] secret;
    /** Null but at rank 0. */
    private final MeetingServer server;

    private Meeting(PmiClient client, MeetingFile file, byte[] secret, MeetingServer server) {
        this.client = client;
        this.file = file;
        this.secret = secret;
        this.server = server;
    }

    /**
     * Comes to the meeting, or opens it.
     *
     * @param single whether all ranks are known to be on one machine
     */
    static Meeting join(int rank, int size, MeetingFile file, boolean single) {
        Trouble trouble = new Trouble(rank + " of " + size, "a meeting of the ranks by " + file.path());
        MeetingServer server = null;
        try {
            byte[] secret = null;
            if (rank == 0) {
                secret = new byte[WireUp.SECRET_BYTES];
                new SecureRandom().nextBytes(secret);
                server = new MeetingServer(single ? InetAddress.getLoopbackAddress() : MeetingAddress.own(),
                    MeetingAddress.ports(), size, secret);
                staysToTheEnd(server);
                file.write(server.address(), secret);
            }
            MeetingFile.Content content = rank == 0 ? new MeetingFile.Content(
                server.address().getAddress().getHostAddress(), server.address().getPort(), secret) : null;
            PmiClient client = call(trouble, rank, file, content);
            if (client.size() != size) {
                throw trouble.refused("cmd=initack pmiid=" + rank, "the job has another size: size=" + client.size());
            }
            return new Meeting(client, file, client.secret(), server);
        } catch (IOException e) {
            throw trouble.failure("the ranks cannot meet", "open", e.toString(), "the directory must be one that all "
                + "ranks see and may write; HAWSER_SHARED_DIR names another", e);
        }
    }

    private static PmiClient call(Trouble trouble, int rank, MeetingFile file, MeetingFile.Content known) {
        Patience patience = new Patience();
        while (true) {
            Exception last;
            try {
                return callOnce(rank, known != null ? known : file.read());
            } catch (SecurityException e) {
                throw trouble.failure("the ranks cannot meet", "read", e.getMessage(), "remove the file, and look who "
                    + "put it there; HAWSER_SHARED_DIR names another directory", e);
            } catch (IOException | FabricException e) {
                // The file may be that of an earlier job: rank 0 of this one replaces it when it comes.
                last = e;
            }
            if (patience.isOver()) {
                throw trouble.failure("rank 0 is not found, or does not let this rank in", "read " + file.path(),
                    "waited=" + patience + " last=" + last, "rank 0 may not have started; all ranks must see the "
                    + "directory (HAWSER_SHARED_DIR names another), and reach rank 0's host at that port", last);
            }
            LockSupport.parkNanos(RETRY_NANOS);
        }
    }

    private static PmiClient callOnce(int rank, MeetingFile.Content content) throws IOException {
        LineWire wire = SocketWire.connect(content.host(), content.port(), CONNECT_MILLIS);
        try {
            new Proof(content.secret()).present(wire, Patience.forAnAnswer());
            return PmiClient.call(wire, Integer.toString(rank), "rank 0", content.secret());
        } catch (IOException | RuntimeException e) {
            wire.close();
            throw e;
        }
    }

    @Override
    public int rank() {
        return client.rank();
    }

    @Override
    public int size() {
        return client.size();
    }

    @Override
    public byte[] secret() {
        return secret;
    }

    @Override
    public void put(String name, String value) {
        client.put(name, value);
    }

    @Override
    public void fence() {
        client.fence();
        if (server != null) {
            // All have come: nobody needs it any more.
            file.remove(secret);
        }
    }

    @Override
    public String get(int owner, String name) {
        return client.get(owner, name);
    }

    @Override
    public void abort(int exitCode) {
        client.abort(exitCode);
    }

    @Override
    public String end() {
        return client.end();
    }

    @Override
    public void close() {
        client.close();
    }

    /** The server goes with its process, which waits for the others: they may still want to know where somebody is. */
    private static void staysToTheEnd(MeetingServer server) {
        Runtime.getRuntime().addShutdownHook(new Thread(() -> {
            try {
                if (!ProgramEnd.isByExit()) {
                    server.awaitLeave(new Patience());
                }
                server.close();
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
            } catch (IOException e) {
                // The port ends with the process.
                return;
            }
        }, "hawser-meeting-end"));
    }
}
