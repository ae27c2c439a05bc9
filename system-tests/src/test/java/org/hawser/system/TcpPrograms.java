package org.hawser.system;

import static org.hawser.system.Traffic.check;

import java.io.IOException;
import java.nio.file.Files;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import mpi.Intracomm;
import mpi.MPI;
import mpi.MPIException;
import org.hawser.runtime.launch.JobDescription;
import org.hawser.runtime.wireup.WireUps;

/** Programs about the connections of a job, by name; its ranks talk through TCP. */
public final class TcpPrograms {
    private static final int TAG = 7;
    private static final int SETTLING_MILLIS = 500;

    private TcpPrograms() {
    }

    public static void main(String[] arguments) throws Exception {
        if (arguments[0].equals("estranged")) {
            estrange(arguments[1]);
        }
        MPI.InitThread(arguments, MPI.THREAD_MULTIPLE);
        switch (arguments[0]) {
            case "cuts" -> TcpCuts.run(Integer.parseInt(arguments[1]), Integer.parseInt(arguments[2]));
            case "traffic" -> {
                MPI.COMM_WORLD.barrier();
                System.out.println("up");
                MpiTraffic.run(Integer.parseInt(arguments[1]));
            }
            case "ring", "estranged" -> ring();
            case "alltoall" -> allToAll();
            default -> throw new IllegalArgumentException("no such program: " + arguments[0]);
        }
        MPI.Finalize();
        System.out.println("well");
    }

    /** Before rank 1 joins its job it gets another secret than rank 0 has, or is told not to encrypt. */
    private static void estrange(String how) throws IOException {
        JobDescription job = JobDescription.current();
        if (job.rank() == 0) {
            return;
        }
        if (how.equals("plain")) {
            System.setProperty("hawser.tcp.tls", "off");
        } else {
            // An address is there once its rank has read the secret; who then finds none draws another one.
            WireUps.of(job.rank(), job.directory(), null).lookup(0, "tcp");
            Files.delete(job.directory().resolve("secret"));
        }
    }

    /** Words that go round once. */
    private static void ring() throws Exception {
        Intracomm world = MPI.COMM_WORLD;
        int me = world.getRank();
        int size = world.getSize();
        long[] sum = {me};
        long[] in = new long[1];
        for (int step = 1; step < size; step++) {
            world.sendRecv(sum, 1, MPI.LONG, (me + 1) % size, TAG, in, 1, MPI.LONG, (me + size - 1) % size, TAG);
            sum[0] = in[0] + me;
        }
        check(sum[0] == (long) size * (size - 1) / 2, "sum round the ring: " + sum[0]);
        Set<Integer> neighbours = Set.of((me + 1) % size, (me + size - 1) % size);
        count(world, neighbours);
    }

    private static void allToAll() throws Exception {
        Intracomm world = MPI.COMM_WORLD;
        int me = world.getRank();
        int size = world.getSize();
        long[] out = new long[size];
        long[] in = new long[size];
        Arrays.setAll(out, to -> 1000L * me + to);
        world.allToAll(out, 1, MPI.LONG, in, 1, MPI.LONG);
        // A message to each, whatever algorithm the collective has.
        for (int step = 1; step < size; step++) {
            int to = (me + step) % size;
            int from = (me + size - step) % size;
            long[] word = new long[1];
            world.sendRecv(new long[] {out[to]}, 1, MPI.LONG, to, TAG, word, 1, MPI.LONG, from, TAG);
            check(word[0] == in[from], "message from " + from + ": " + word[0]);
        }
        for (int from = 0; from < size; from++) {
            check(in[from] == 1000L * from + me, "from " + from + ": " + in[from]);
        }
        Set<Integer> others = IntStream.range(0, size).filter(rank -> rank != me).boxed().collect(Collectors.toSet());
        count(world, others);
    }

    /** Counts connections, and checks that this rank has one with each of those it has talked to. */
    private static void count(Intracomm world, Set<Integer> talkedTo) throws Exception {
        // Twice: when the second is over, all that the first sent has come, on connections that both sides have.
        world.barrier();
        world.barrier();
        // Of two dials at once one may still be about to be closed.
        Thread.sleep(SETTLING_MILLIS);
        List<Connections.End> ends = Connections.established();
        // What is said from here on may make connections that others have not counted.
        world.barrier();
        int[] own = {ends.size()};
        if (!JobDescription.current().threads()) {
            Set<Integer> peers = peers(world, ends);
            check(peers.containsAll(talkedTo), "talked to " + talkedTo + ", connected with " + peers);
        } else if (world.getRank() > 0) {
            // One process has all ends; its first rank counts them.
            own[0] = 0;
        }
        int[] total = new int[1];
        world.allReduce(own, total, 1, MPI.INT, MPI.SUM);
        int size = world.getSize();
        check(total[0] % 2 == 0 && total[0] <= size * (size - 1), "ends of connections: " + total[0]);
        if (world.getRank() == 0) {
            System.out.println("connections=" + total[0] / 2);
        }
    }

    /** The ranks at the other ends, one connection with each; ranks tell each other their ports. */
    private static Set<Integer> peers(Intracomm world, List<Connections.End> ends) throws MPIException {
        int size = world.getSize();
        check(ends.size() < size, "more connections than ranks: " + ends);
        int[] mine = new int[size];
        for (int i = 0; i < ends.size(); i++) {
            mine[i] = ends.get(i).port() << 16 | ends.get(i).peerPort();
        }
        int[] all = new int[size * size];
        world.allGather(mine, size, MPI.INT, all, size, MPI.INT);
        Map<Integer, Integer> owners = new HashMap<>();
        for (int i = 0; i < all.length; i++) {
            owners.put(all[i], i / size);
        }
        Set<Integer> peers = new TreeSet<>();
        for (Connections.End end : ends) {
            Integer owner = owners.get(end.peerPort() << 16 | end.port());
            check(owner != null, "a connection with nobody: " + end);
            check(peers.add(owner), "a second connection with rank " + owner);
        }
        return peers;
    }
}
