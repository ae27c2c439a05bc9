package org.hawser.system;

import java.io.IOException;
import java.net.Inet4Address;
import java.net.NetworkInterface;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import mpi.Comm;
import mpi.File;
import mpi.Group;
import mpi.Info;
import mpi.Intercomm;
import mpi.Intracomm;
import mpi.MPI;
import mpi.MPIException;
import mpi.Request;
import mpi.Status;
import mpi.Win;

/** MPI programs that start others; the first argument says which, and children get what they are from it, too. */
public final class MpiSpawning {
    private static final int TAG = 5;
    private static final long PATIENCE_NANOS = 10_000_000_000L;

    private MpiSpawning() {
    }

    public static void main(String[] arguments) throws Exception {
        MPI.InitThread(arguments, MPI.THREAD_MULTIPLE);
        int amount = arguments.length > 1 ? Integer.parseInt(arguments[1]) : 0;
        Intercomm parent = Intercomm.getParent();
        check(parent.isNull() != arguments[0].endsWith("Child"), "only children have parents");
        switch (arguments[0]) {
            case "spawn" -> talkAndPart(spawn(MPI.COMM_WORLD, amount, "talkingChild"), false);
            case "talkingChild" -> talkAndPart(parent, true);
            case "family" -> family(amount);
            case "familyChild" -> familyChild(parent, amount);
            case "apart" -> apart(amount);
            case "introduced" -> introduced();
            case "introducedChild" -> introducedChild(parent);
            case "again" -> again(amount);
            case "multiple" -> multiple();
            case "multipleChild" -> multipleChild(parent, amount);
            case "careless" -> exchange(spawn(MPI.COMM_WORLD, amount, "carelessChild"));
            case "carelessChild" -> exchange(parent);
            case "rude" -> spawn(MPI.COMM_WORLD, amount, "politeChild");
            case "politeChild" -> parent.disconnect();
            case "polite" -> spawn(MPI.COMM_WORLD, amount, "rudeChild").disconnect();
            case "rudeChild" -> check(!parent.isNull(), "it stays connected");
            case "hinted" -> hinted(Path.of(arguments[2]));
            case "hintedChild" -> hintedChild(parent);
            case "hosted" -> hosted();
            case "hostedChild" -> hostedChild(parent);
            case "missing" -> missing();
            case "mute" -> mute();
            case "sharing" -> share(spawn(MPI.COMM_WORLD, amount, "sharingChild"), false);
            case "sharingChild" -> share(parent, true);
            case "updating" -> updating();
            case "updatingChild" -> updatingChild(parent);
            case "waiting" -> waitFor(spawn(MPI.COMM_WORLD, amount, "waitingChild"));
            case "waitingChild" -> waitFor(parent);
            default -> throw new IllegalArgumentException("no such program: " + arguments[0]);
        }
        MPI.Finalize();
        System.out.println("well");
    }

    static void check(boolean holds, String what) {
        if (!holds) {
            throw new AssertionError(what);
        }
    }

    private static Intercomm spawn(Intracomm comm, int count, String... arguments) throws MPIException {
        int[] codes = new int[count];
        Arrays.fill(codes, -1);
        Intercomm children = comm.spawn(MpiSpawning.class.getName(), arguments, count, MPI.INFO_NULL, 0, codes);
        check(Arrays.stream(codes).allMatch(code -> code == MPI.SUCCESS), "codes " + Arrays.toString(codes));
        check(children.getRemoteSize() == count, "remote size " + children.getRemoteSize());
        check(children.getSize() == comm.getSize(), "size " + children.getSize());
        return children;
    }

    /** Talks across, then as one group, and ends the connection. */
    static void talkAndPart(Intercomm across, boolean high) throws MPIException {
        exchange(across);
        Intracomm all = across.merge(high);
        checkMerged(across, all, high);
        all.free();
        across.disconnect();
        check(across.isNull(), "it is disconnected");
    }

    /** Everybody sends to everybody of the other group: a word, and what is too long for a mailbox. */
    static void exchange(Intercomm across) throws MPIException {
        int others = across.getRemoteSize();
        int me = across.getRank();
        for (int length : new int[] {1, 100_000}) {
            Request[] sends = new Request[others];
            for (int i = 0; i < others; i++) {
                sends[i] = across.iSend(MPI.newIntBuffer(length).put(0, me), length, MPI.INT, i, TAG + length);
            }
            boolean[] heard = new boolean[others];
            int[] word = new int[length];
            for (int i = 0; i < others; i++) {
                Status status = across.recv(word, length, MPI.INT, MPI.ANY_SOURCE, TAG + length);
                check(status.getSource() == word[0] && !heard[word[0]], "source " + status.getSource());
                check(status.getCount(MPI.INT) == length, "count " + status.getCount(MPI.INT));
                heard[word[0]] = true;
            }
            Request.waitAll(sends);
        }
    }

    private static void checkMerged(Intercomm across, Intracomm all, boolean high) throws MPIException {
        int size = across.getSize() + across.getRemoteSize();
        int me = across.getRank() + (high ? across.getRemoteSize() : 0);
        check(all.getSize() == size && all.getRank() == me, "merged " + all.getRank() + " of " + all.getSize());
        all.barrier();
        for (int root = 0; root < size; root++) {
            long[] numbers = new long[5_000];
            Arrays.fill(numbers, me == root ? root + 1 : 0);
            all.bcast(numbers, numbers.length, MPI.LONG, root);
            long expected = root + 1;
            check(Arrays.stream(numbers).allMatch(number -> number == expected), "bcast from " + root);
        }
        int[] sum = {me};
        all.allReduce(sum, 1, MPI.INT, MPI.SUM);
        check(sum[0] == size * (size - 1) / 2, "sum " + sum[0]);
        Group members = all.getGroup();
        check(Group.compare(Group.union(across.getGroup(), across.getRemoteGroup()), members) != MPI.UNEQUAL, "union");
        check(Group.intersection(across.getGroup(), across.getRemoteGroup()).getSize() == 0, "two groups");
        Intracomm half = all.split(me % 2, -me);
        int[] count = {1};
        half.allReduce(count, 1, MPI.INT, MPI.SUM);
        check(count[0] == half.getSize(), "split");
        if (size > 1) {
            Intercomm between = all.createIntercomm(half, 0, lastOfOther(size, 1 - me % 2), 7);
            exchange(between);
            between.free();
        }
        half.free();
    }

    /** The one that leads the other half: keys are such that the last of each comes first. */
    private static int lastOfOther(int size, int parity) {
        return (size - 1) % 2 == parity ? size - 1 : size - 2;
    }

    /** Each generation spawns the next one, from a communicator of all that there are so far. */
    private static void family(int generations) throws MPIException {
        Intercomm children = spawn(MPI.COMM_WORLD, 1, "familyChild", Integer.toString(generations - 1));
        grow(children.merge(false), generations - 1);
        children.disconnect();
    }

    private static void familyChild(Intercomm parent, int generations) throws MPIException {
        check(parent.getSize() == 1, "an only child");
        grow(parent.merge(true), generations);
        parent.disconnect();
    }

    /** The family spawns until it is complete; then it talks, and parts in the order in which it met. */
    private static void grow(Intracomm family, int generations) throws MPIException {
        int[] sum = {1};
        family.allReduce(sum, 1, MPI.INT, MPI.SUM);
        check(sum[0] == family.getSize(), "family of " + family.getSize());
        if (generations > 0) {
            Intercomm next = spawn(family, 1, "familyChild", Integer.toString(generations - 1));
            grow(next.merge(false), generations - 1);
            next.disconnect();
        }
        family.disconnect();
    }

    /** Every process spawns for itself, in several threads at the same time. */
    private static void apart(int threads) throws Exception {
        List<Throwable> failures = Collections.synchronizedList(new ArrayList<>());
        List<Thread> spawning = new ArrayList<>();
        for (int i = 0; i < threads; i++) {
            Intracomm own = MPI.COMM_SELF.dup();
            Thread thread = new Thread(() -> {
                try {
                    talkAndPart(spawn(own, 1, "talkingChild"), false);
                } catch (MPIException | AssertionError e) {
                    failures.add(e);
                }
            });
            spawning.add(thread);
            thread.start();
        }
        for (Thread thread : spawning) {
            thread.join();
        }
        check(failures.isEmpty(), "failures " + failures);
    }

    /** One process spawns; then it introduces the others of its job to the children, who have never met them. */
    private static void introduced() throws MPIException {
        Intracomm world = MPI.COMM_WORLD;
        Intercomm own = world.getRank() == 0 ? spawn(MPI.COMM_SELF, 2, "introducedChild") : null;
        Intracomm met = own == null ? MPI.COMM_SELF : own.merge(false);
        Intercomm across = met.createIntercomm(world, 0, 1, 3);
        talkAndPart(across, false);
        if (own != null) {
            met.disconnect();
            own.disconnect();
        }
    }

    private static void introducedChild(Intercomm parent) throws MPIException {
        Intracomm met = parent.merge(true);
        Intercomm across = met.createIntercomm(MPI.COMM_WORLD, 0, 0, 3);
        check(across.getRemoteSize() > parent.getRemoteSize(), "strangers");
        talkAndPart(across, true);
        met.disconnect();
        parent.disconnect();
    }

    /** Connections that come and go leave nothing. */
    private static void again(int times) throws Exception {
        long before = 0;
        for (int i = 0; i < times; i++) {
            talkAndPart(spawn(MPI.COMM_WORLD, 1, "talkingChild"), false);
            if (i == 1) {
                before = openFiles();
            }
        }
        long after = openFiles();
        // A connection that has ended is let go a little later, by whoever polls then.
        for (long start = System.nanoTime(); after > before && System.nanoTime() - start < PATIENCE_NANOS;
                after = openFiles()) {
            MPI.COMM_WORLD.iProbe(MPI.ANY_SOURCE, TAG);
            Thread.yield();
        }
        check(after <= before, "open files: before=" + before + " after=" + after);
    }

    private static long openFiles() throws IOException {
        return RankJob.entries(Path.of("/proc/self/fd"));
    }

    private static void multiple() throws MPIException {
        String program = MpiSpawning.class.getName();
        int[] codes = new int[3];
        Intercomm children = MPI.COMM_WORLD.spawnMultiple(new String[] {program, "java"},
            new String[][] {{"multipleChild", "0"}, {"-XX:TieredStopAtLevel=1", program, "multipleChild", "1"}},
            new int[] {1, 2},
            new Info[] {MPI.INFO_NULL, MPI.INFO_NULL}, 0, codes);
        check(children.getRemoteSize() == 3, "remote size");
        talkAndPart(children, false);
    }

    private static void multipleChild(Intercomm parent, int program) throws MPIException {
        check(MPI.COMM_WORLD.getSize() == 3, "one world");
        check(program == (MPI.COMM_WORLD.getRank() == 0 ? 0 : 1), "program " + program);
        check(MPI.COMM_WORLD.getAttr(MPI.APPNUM).equals(program), "APPNUM " + MPI.COMM_WORLD.getAttr(MPI.APPNUM));
        talkAndPart(parent, true);
    }

    /** A window and a file of processes of two jobs: rows that all update, and a file that all write. */
    private static void share(Intercomm across, boolean high) throws Exception {
        Intracomm all = across.merge(high);
        int length = 3000;
        int times = 50;
        Win window = Win.allocate(8L * length, 8, MPI.INFO_NULL, all);
        double[] row = new double[length];
        Arrays.fill(row, 1);
        window.lockAll(0);
        for (int i = 0; i < times; i++) {
            for (int target = 0; target < all.getSize(); target++) {
                window.accumulate(row, length, MPI.DOUBLE, target, 0L, length, MPI.DOUBLE, MPI.SUM);
            }
        }
        window.unlockAll();
        all.barrier();
        window.lockAll(0);
        window.get(row, length, MPI.DOUBLE, all.getRank(), 0L, length, MPI.DOUBLE);
        window.unlockAll();
        check(row[0] == times * all.getSize() && row[length - 1] == row[0], "sum " + row[0]);
        window.free();
        char[] name = new char[200];
        if (all.getRank() == 0) {
            String made = Files.createTempFile("hawser", ".data").toString();
            made.getChars(0, made.length(), name, 0);
        }
        all.bcast(name, name.length, MPI.CHAR, 0);
        File file = new File(all, new String(name).trim(), MPI.MODE_RDWR | MPI.MODE_DELETE_ON_CLOSE);
        int[] mine = {all.getRank()};
        file.writeAtAll(4L * mine[0], mine, 1, MPI.INT);
        file.sync();
        all.barrier();
        file.sync();
        int[] read = new int[all.getSize()];
        file.readAtAll(0, read, read.length, MPI.INT);
        check(read[read.length - 1] == read.length - 1, "read " + Arrays.toString(read));
        file.close();
        all.free();
        across.disconnect();
    }

    /** A child dies while it updates its parent's memory: who updates there next is told, if the child held a lock. */
    private static void updating() throws Exception {
        MPI.COMM_WORLD.setErrhandler(MPI.ERRORS_RETURN);
        Intercomm across = spawn(MPI.COMM_WORLD, 1, "updatingChild");
        Intracomm all = across.merge(false);
        all.setErrhandler(MPI.ERRORS_RETURN);
        Win window = Win.allocate(8L * 128, 8, MPI.INFO_NULL, all);
        long[] pid = new long[1];
        all.recv(pid, 1, MPI.LONG, 1, TAG);
        double[] row = new double[128];
        window.lockAll(0);
        window.accumulate(row, 128, MPI.DOUBLE, 0, 0L, 128, MPI.DOUBLE, MPI.SUM);
        Thread.sleep(200);
        check(ProcessHandle.of(pid[0]).orElseThrow().destroyForcibly(), "killed");
        ProcessHandle.of(pid[0]).ifPresent(child -> child.onExit().join());
        boolean told = false;
        try {
            window.accumulate(row, 128, MPI.DOUBLE, 0, 0L, 128, MPI.DOUBLE, MPI.SUM);
        } catch (MPIException e) {
            check(e.getMessage().contains("ERR_PROC_FAILED"), e.getMessage());
            told = true;
        }
        System.out.println("told " + told);
    }

    private static void updatingChild(Intercomm parent) throws Exception {
        MPI.COMM_WORLD.setErrhandler(MPI.ERRORS_RETURN);
        Intracomm all = parent.merge(true);
        all.setErrhandler(MPI.ERRORS_RETURN);
        Win window = Win.allocate(8L * 128, 8, MPI.INFO_NULL, all);
        all.send(new long[] {ProcessHandle.current().pid()}, 1, MPI.LONG, 0, TAG);
        double[] row = new double[128];
        window.lockAll(0);
        for (long start = System.nanoTime(); System.nanoTime() - start < PATIENCE_NANOS;) {
            for (int i = 0; i < 1000; i++) {
                window.accumulate(row, 128, MPI.DOUBLE, 0, 0L, 128, MPI.DOUBLE, MPI.SUM);
            }
        }
    }

    private static void hinted(Path directory) throws MPIException {
        Info info = new Info();
        info.set("wdir", directory.toString());
        info.set("host", "localhost");
        info.set("soft", "1:10:2");
        int[] codes = new int[4];
        Intercomm children = MPI.COMM_WORLD.spawn("java", new String[] {MpiSpawning.class.getName(), "hintedChild"}, 4,
            info, 0, codes);
        check(children.getRemoteSize() == 3, "soft: remote size " + children.getRemoteSize());
        check(Arrays.equals(codes, new int[] {0, 0, 0, MPI.ERR_SPAWN}), "codes " + Arrays.toString(codes));
        char[] text = new char[directory.toString().length()];
        children.recv(text, text.length, MPI.CHAR, 0, TAG);
        check(new String(text).equals(directory.toString()), "wdir " + new String(text));
        children.disconnect();
    }

    private static void hintedChild(Intercomm parent) throws MPIException {
        char[] text = System.getProperty("user.dir").toCharArray();
        if (parent.getRank() == 0) {
            for (int i = 0; i < parent.getRemoteSize(); i++) {
                parent.send(text, text.length, MPI.CHAR, i, TAG);
            }
        }
        parent.disconnect();
    }

    /** Two children on the host with the second address, none where the job has no host. */
    private static void hosted() throws MPIException {
        MPI.COMM_WORLD.setErrhandler(MPI.ERRORS_RETURN);
        Info info = new Info();
        info.set("host", "h7");
        try {
            MPI.COMM_WORLD.spawn(MpiSpawning.class.getName(), new String[] {"hostedChild"}, 1, info, 1, null);
            throw new AssertionError("something was spawned");
        } catch (MPIException e) {
            check(e.getErrorClass() == MPI.ERR_SPAWN && e.getMessage().contains("hosts=h0,h1"), e.getMessage());
        }
        info.set("host", "h1");
        Intercomm children = MPI.COMM_WORLD.spawn(MpiSpawning.class.getName(), new String[] {"hostedChild"}, 2, info, 1,
            null);
        for (int child = 0; child < 2; child++) {
            int[] last = new int[1];
            children.recv(last, 1, MPI.INT, child, TAG);
            check(last[0] == 2, "a child on h" + (last[0] - 1));
        }
        talkAndPart(children, false);
    }

    private static void hostedChild(Intercomm parent) throws Exception {
        int last = NetworkInterface.getByName("eth0").inetAddresses().filter(Inet4Address.class::isInstance).findFirst()
            .orElseThrow().getAddress()[3];
        for (int i = 0; i < parent.getRemoteSize(); i++) {
            parent.send(new int[] {last}, 1, MPI.INT, i, TAG);
        }
        talkAndPart(parent, true);
    }

    private static void missing() throws MPIException {
        Comm world = MPI.COMM_WORLD;
        world.setErrhandler(MPI.ERRORS_RETURN);
        Info elsewhere = new Info();
        elsewhere.set("host", "nowhere.invalid");
        for (Info info : List.of(MPI.INFO_NULL, elsewhere)) {
            String command = info == elsewhere ? MpiSpawning.class.getName() : "no.such.Program";
            int[] codes = new int[2];
            try {
                MPI.COMM_WORLD.spawn(command, null, 2, info, world.getSize() - 1, codes);
                throw new AssertionError("something was spawned");
            } catch (MPIException e) {
                check(e.getErrorClass() == MPI.ERR_SPAWN, "class " + e.getErrorClass() + " " + e.getMessage());
                check(codes[0] == MPI.ERR_SPAWN && codes[1] == MPI.ERR_SPAWN, "codes " + Arrays.toString(codes));
            }
        }
        world.setErrhandler(MPI.ERRORS_ARE_FATAL);
        talkAndPart(spawn(MPI.COMM_WORLD, 1, "talkingChild"), false);
    }

    /** A program that is no MPI program, and ends. */
    private static void mute() throws MPIException {
        MPI.COMM_WORLD.setErrhandler(MPI.ERRORS_RETURN);
        for (String command : List.of("/bin/true", "/bin/false")) {
            try {
                MPI.COMM_WORLD.spawn(command, new String[0], 2, null, 0, null);
                throw new AssertionError("a connection with nobody");
            } catch (MPIException e) {
                check(e.getErrorClass() == MPI.ERR_SPAWN, "class " + e.getErrorClass() + " " + e.getMessage());
            }
        }
    }

    private static void waitFor(Intercomm across) throws MPIException {
        System.out.println("up");
        System.out.println("pid " + ProcessHandle.current().pid() + " child " + !Intercomm.getParent().isNull());
        across.recv(new int[1], 1, MPI.INT, 0, TAG);
    }
}
