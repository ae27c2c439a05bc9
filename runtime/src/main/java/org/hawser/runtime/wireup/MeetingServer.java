package org.hawser.runtime.wireup;

import java.io.EOFException;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Semaphore;
import org.hawser.fabric.PortRange;
import org.hawser.platform.libc.Notices;

/**
 * Keeps values for ranks that nobody else keeps any for: it runs in rank 0, and speaks PMI-1.1 with whoever proves to
 * know the job's secret. It serves until the process of rank 0 ends, which waits for ranks that still may ask.
 *
 * <p><b>Threads:</b> any; a thread that accepts, and a virtual one per rank. <b>Allocates:</b> per rank that has come.
 */
final class MeetingServer implements AutoCloseable {
    /** Callers that have not shown who they are; more are turned away, and ranks among them call again. */
    private static final int STRANGERS = 128;
    private static final int STRANGER_MILLIS = 5_000;

    private final ServerSocket door;
    private final int size;
    private final Proof proof;
    private final Semaphore strangers = new Semaphore(STRANGERS);
    private final Map<String, String> values = new ConcurrentHashMap<>();
    /** Guards itself and what follows. */
    private final Map<Integer, MeetingGuest> guests = new HashMap<>();
    private final Set<Integer> gone = new HashSet<>();
    private int arrived;

    /**
     * Opens the door.
     *
     * @param at    where to listen
     * @param ports those to try
     */
    MeetingServer(InetAddress at, PortRange ports, int size, byte[] secret) throws IOException {
        this.size = size;
        proof = new Proof(secret);
        door = listen(at, ports, size);
        Thread.ofPlatform().daemon().name("hawser-meeting").start(this::accept);
    }

    private static ServerSocket listen(InetAddress at, PortRange ports, int size) throws IOException {
        IOException last = null;
        for (int port = ports.first(); port <= ports.last(); port++) {
            try {
                return new ServerSocket(port, Math.max(STRANGERS, size), at);
            } catch (IOException e) {
                last = e;
            }
        }
        throw new IOException("no port is free for the ranks to meet: address=" + at.getHostAddress() + " ports="
            + ports, last);
    }

    InetSocketAddress address() {
        return (InetSocketAddress) door.getLocalSocketAddress();
    }

    private void accept() {
        while (!door.isClosed()) {
            try {
                Socket caller = door.accept();
                if (strangers.tryAcquire()) {
                    Thread.ofVirtual().start(() -> serve(caller));
                } else {
                    caller.close();
                }
            } catch (IOException e) {
                if (!door.isClosed()) {
                    Notices.rarely("meeting", "the ranks' meeting point has trouble with a caller: " + e.getMessage());
                }
            }
        }
    }

    private void serve(Socket caller) {
        try (caller) {
            MeetingGuest guest;
            try {
                caller.setTcpNoDelay(true);
                caller.setSoTimeout(STRANGER_MILLIS);
                guest = new MeetingGuest(caller);
                String nonce = Proof.nonce();
                guest.send(Proof.greeting(nonce));
                String answer = proof.answer(nonce, guest.receive());
                if (answer == null) {
                    Notices.rarely("meeting", "a caller at the ranks' meeting point does not know the job's secret: "
                        + "from=" + caller.getInetAddress().getHostAddress() + "; it is kept out and the job goes on:"
                        + " a rank of another job with this HAWSER_SHARED_DIR, or another program");
                    return;
                }
                guest.send(answer);
                caller.setSoTimeout(0);
            } finally {
                strangers.release();
            }
            converse(guest);
        } catch (IOException e) {
            // Whoever it was has gone, which the end of the conversation has dealt with.
            return;
        }
    }

    private void converse(MeetingGuest guest) throws IOException {
        int rank = -1;
        try {
            while (true) {
                String text = guest.receive();
                PmiLine line = PmiLine.parse(text);
                if (line == null || rank < 0 && !line.command().equals("initack")) {
                    throw new EOFException("no line of PMI: received=" + Quoted.of(text));
                }
                if (line.command().equals("initack")) {
                    rank = admit(guest, line);
                } else if (!answer(guest, rank, line)) {
                    break;
                }
            }
        } finally {
            leave(rank, guest);
        }
    }

    private int admit(MeetingGuest guest, PmiLine line) throws IOException {
        Integer rank = line.number("pmiid", 0);
        String refusal = null;
        synchronized (guests) {
            if (rank == null || rank >= size) {
                refusal = "no_such_rank_in_a_job_of_" + size;
            } else if (guests.putIfAbsent(rank, guest) != null) {
                refusal = "another_process_has_this_rank";
            } else {
                gone.remove(rank);
            }
        }
        if (refusal != null) {
            guest.send("cmd=initack rc=-1 msg=" + refusal);
            throw new EOFException(refusal);
        }
        guest.send("cmd=initack rc=0");
        guest.send("cmd=set size=" + size);
        guest.send("cmd=set rank=" + rank);
        guest.send("cmd=set debug=0");
        return rank;
    }

    /** Does what a rank asks for; false when it has taken its leave. */
    private boolean answer(MeetingGuest guest, int rank, PmiLine line) throws IOException {
        switch (line.command()) {
            case "init" -> guest.send("cmd=response_to_init rc=0 pmi_version=1 pmi_subversion=1");
            case "get_maxes" -> guest.send("cmd=maxes rc=0 kvsname_max=256 keylen_max=64 vallen_max=1024");
            case "get_my_kvsname" -> guest.send("cmd=my_kvsname rc=0 kvsname=hawser");
            case "put" -> {
                values.put(String.valueOf(line.get("key")), String.valueOf(line.get("value")));
                guest.send("cmd=put_result rc=0 msg=success");
            }
            case "get" -> {
                String value = values.get(String.valueOf(line.get("key")));
                guest.send(value == null ? "cmd=get_result rc=-1 msg=key_not_found value=unknown"
                    : "cmd=get_result rc=0 msg=success value=" + value);
            }
            case "barrier_in" -> arrive(guest);
            case "finalize" -> {
                guest.send("cmd=finalize_ack rc=0");
                return false;
            }
            case "abort" -> abort(rank, line.get("exitcode"));
            default -> throw new EOFException("no such command: " + line.command());
        }
        return true;
    }

    private void arrive(MeetingGuest guest) {
        synchronized (guests) {
            guest.waits = true;
            if (++arrived == size) {
                release("cmd=barrier_out rc=0");
            } else if (!gone.isEmpty()) {
                // The barrier cannot come to its end.
                release("cmd=barrier_out rc=-1 msg=rank_" + gone.iterator().next() + "_has_ended");
            }
        }
    }

    private void release(String line) {
        arrived = 0;
        for (MeetingGuest guest : guests.values()) {
            if (guest.waits) {
                guest.waits = false;
                guest.tell(line);
            }
        }
    }

    private void leave(int rank, MeetingGuest guest) {
        synchronized (guests) {
            if (guests.remove(rank, guest)) {
                gone.add(rank);
                release("cmd=barrier_out rc=-1 msg=rank_" + rank + "_has_ended");
                guests.notifyAll();
            }
        }
    }

    private void abort(int rank, String exitCode) {
        synchronized (guests) {
            guests.values().forEach(guest -> guest.tell("cmd=abort rank=" + rank + " exitcode=" + exitCode));
        }
    }

    /** Waits until no rank but that of this process may ask any more. */
    void awaitLeave(Patience patience) throws InterruptedException {
        synchronized (guests) {
            while (guests.keySet().stream().anyMatch(rank -> rank != 0) && !patience.isOver()) {
                guests.wait(100);
            }
        }
    }

    @Override
    public void close() throws IOException {
        door.close();
    }
}
