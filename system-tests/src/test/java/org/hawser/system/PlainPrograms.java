package org.hawser.system;

import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import mpi.Comm;
import mpi.MPI;

/** What ranks do that somebody else's launcher started: {@code PlainPrograms what}; rank 1 is the one that fails. */
public final class PlainPrograms {
    private PlainPrograms() {
    }

    public static void main(String[] arguments) throws Exception {
        MPI.Init(arguments);
        Comm world = MPI.COMM_WORLD;
        int rank = world.getRank();
        int[] sum = new int[1];
        world.allReduce(new int[] {rank}, sum, 1, MPI.INT, MPI.SUM);
        Comm node = MPI.COMM_WORLD.splitType(Comm.TYPE_SHARED, 0, MPI.INFO_NULL);
        System.out.println("hello " + rank + " of " + world.getSize() + " sum=" + sum[0] + " near=" + node.getSize());
        switch (arguments[0]) {
            case "hello" -> world.barrier();
            case "mixture" -> mixture(world);
            case "wait" -> {
                System.out.println("up " + rank + " " + ProcessHandle.current().pid());
                world.recv(new int[1], 1, MPI.INT, 1, 99);
            }
            default -> {
                if (rank == 1) {
                    end(arguments[0]);
                    return;
                }
                world.recv(new int[1], 1, MPI.INT, 1, 99);
            }
        }
        MPI.Finalize();
        System.out.println("well");
    }

    private static void mixture(Comm world) throws Exception {
        int rank = world.getRank();
        int size = world.getSize();
        for (int bytes : List.of(8, 5_000, 300_000)) {
            byte[] mine = new byte[bytes];
            byte[] theirs = new byte[bytes];
            Arrays.fill(mine, (byte) (rank + 1));
            int next = (rank + 1) % size;
            int before = (rank + size - 1) % size;
            world.sendRecv(mine, bytes, MPI.BYTE, next, 1, theirs, bytes, MPI.BYTE, before, 1);
            Set<Byte> seen = new HashSet<>();
            for (byte one : theirs) {
                seen.add(one);
            }
            Traffic.check(seen.equals(Set.of((byte) (before + 1))), "what came is not what was sent: " + seen);
        }
        int[] all = new int[size];
        world.allGather(new int[] {rank * rank}, 1, MPI.INT, all, 1, MPI.INT);
        for (int i = 0; i < size; i++) {
            Traffic.check(all[i] == i * i, "allGather at " + i + ": " + all[i]);
        }
        for (int i = 0; i < 200; i++) {
            world.barrier();
        }
    }

    private static void end(String how) throws Exception {
        switch (how) {
            case "throw" -> throw new IllegalStateException("boom");
            case "exit" -> System.exit(5);
            case "abort" -> MPI.COMM_WORLD.abort(9);
            default -> throw new IllegalArgumentException("no such program: " + how);
        }
    }
}
