package org.hawser.system;

import java.io.IOException;
import java.net.BindException;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.security.SecureRandom;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.TimeUnit;

/**
 * A Slurm of one machine: munged, slurmctld and slurmd as processes of the test, with all they write in its directory.
 * Jobs go to one node; {@link #PAIR} has a second one, which is another slurmd of the same machine.
 */
final class OneMachineSlurm {
    /** The partition with both nodes. */
    static final String PAIR = "pair";
    private static final String SECOND = "second";
    private static final long START_SECONDS = 60;

    private final Path directory;
    private final List<Process> daemons = new ArrayList<>();
    /** Not every Slurm is built for two slurmd on one machine. */
    private Process second;

    OneMachineSlurm(Path directory) throws Exception {
        this.directory = directory;
        try {
            Files.setPosixFilePermissions(directory, PosixFilePermissions.fromString("rwxr-xr-x"));
            startMunge();
            Files.writeString(configuration(), text());
            daemons.add(start("slurmctld", "-D", "-i"));
            daemons.add(start("slurmd", "-D"));
            second = start("slurmd", "-D", "-N", SECOND);
            await(() -> isIdle(host()));
        } catch (Exception | AssertionError e) {
            stop();
            throw e;
        }
    }

    /** Why it cannot run here, or null. */
    static String missing() {
        for (String command : List.of("munged", "slurmctld", "slurmd", "srun", "sinfo")) {
            if (OtherLauncher.find(command) == null) {
                return "no " + command + " here (Debian: slurm-wlm, munge)";
            }
        }
        return "root".equals(System.getProperty("user.name")) ? null : "slurmd must be started by root";
    }

    Path configuration() {
        return directory.resolve("slurm.conf");
    }

    /** Whether srun has such a value of {@code --mpi}. */
    boolean has(String mpi) throws Exception {
        return read("srun", "--mpi=list").lines().anyMatch(line -> line.strip().equals(mpi));
    }

    /** Whether there is a second node. */
    boolean hasPair() throws Exception {
        await(() -> !second.isAlive() || isIdle(SECOND));
        return second.isAlive();
    }

    private void startMunge() throws Exception {
        byte[] key = new byte[128];
        new SecureRandom().nextBytes(key);
        Path file = Files.write(directory.resolve("munge.key"), key);
        Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rw-------"));
        daemons.add(start("munged", "--foreground", "--force", "--socket=" + directory.resolve("munge.sock"),
            "--key-file=" + file, "--pid-file=" + directory.resolve("munge.pid"),
            "--log-file=" + directory.resolve("munge.log"), "--seed-file=" + directory.resolve("munge.seed")));
        await(() -> Files.exists(directory.resolve("munge.sock")));
    }

    private boolean isIdle(String node) throws Exception {
        return read("sinfo", "-h", "-N", "-o", "%N %T").lines().anyMatch(line -> line.strip().equals(node + " idle"));
    }

    private static String host() throws IOException {
        return Files.readString(Path.of("/proc/sys/kernel/hostname")).strip().replaceAll("\\..*", "");
    }

    /** What each of the two nodes writes is in a place of its own ({@code %n}), as on two machines. */
    private String text() throws IOException {
        String host = host();
        int cores = Runtime.getRuntime().availableProcessors();
        for (String node : List.of(host, SECOND)) {
            Files.createDirectories(directory.resolve("spool").resolve(node));
            Files.createDirectories(directory.resolve("tmp").resolve(node));
        }
        try (ServerSocket one = free(); ServerSocket other = free(); ServerSocket third = free()) {
            return String.join("\n", "ClusterName=hawser", "SlurmctldHost=" + host + "(127.0.0.1)", "SlurmUser=root",
                "SlurmctldPort=" + one.getLocalPort(), "AuthType=auth/munge", "TmpFS=" + directory.resolve("tmp/%n"),
                "AuthInfo=socket=" + directory.resolve("munge.sock"),
                "StateSaveLocation=" + Files.createDirectories(directory.resolve("state")),
                "SlurmdSpoolDir=" + directory.resolve("spool/%n"),
                "SlurmctldPidFile=" + directory.resolve("slurmctld.pid"),
                "SlurmdPidFile=" + directory.resolve("slurmd.%n.pid"),
                "SlurmctldLogFile=" + directory.resolve("slurmctld.log"),
                "SlurmdLogFile=" + directory.resolve("slurmd.%n.log"), "ProctrackType=proctrack/linuxproc",
                "TaskPlugin=task/none", "SwitchType=switch/none", "MpiDefault=none", "ReturnToService=2",
                "SchedulerType=sched/builtin", "SelectType=select/cons_tres", "JobAcctGatherType=jobacct_gather/none",
                "AccountingStorageType=accounting_storage/none", "KillWait=2",
                node(host, host, other.getLocalPort(), cores), node(SECOND, host, third.getLocalPort(), cores),
                "PartitionName=all Nodes=" + host + " Default=YES MaxTime=INFINITE State=UP OverSubscribe=FORCE:8",
                "PartitionName=" + PAIR + " Nodes=" + host + "," + SECOND
                    + " MaxTime=INFINITE State=UP OverSubscribe=FORCE:8", "");
        }
    }

    /** A port that nobody has: none of those that are given to whoever asks for any, which may be gone at once. */
    private static ServerSocket free() throws IOException {
        for (int tries = 0; ; tries++) {
            try {
                return new ServerSocket(ThreadLocalRandom.current().nextInt(15_000, 30_000));
            } catch (BindException e) {
                if (tries == 100) {
                    throw e;
                }
            }
        }
    }

    private static String node(String name, String host, int port, int cores) {
        return "NodeName=" + name + " NodeHostname=" + host + " NodeAddr=127.0.0.1 Port=" + port + " CPUs=" + cores
            + " State=UNKNOWN";
    }

    private Process start(String... command) throws IOException {
        List<String> words = new ArrayList<>(List.of(command));
        words.set(0, String.valueOf(OtherLauncher.find(command[0])));
        ProcessBuilder builder = new ProcessBuilder(words).redirectErrorStream(true)
            .redirectOutput(directory.resolve(out(command)).toFile());
        builder.environment().put("SLURM_CONF", configuration().toString());
        return builder.start();
    }

    private String read(String... command) throws Exception {
        Process process = start(command);
        if (!process.waitFor(20, TimeUnit.SECONDS)) {
            process.destroyForcibly();
        }
        return Files.readString(directory.resolve(out(command)));
    }

    private static String out(String... command) {
        return command[0] + (command[command.length - 1].equals(SECOND) ? "." + SECOND : "") + ".out";
    }

    /** Something that comes to be. */
    private interface Awaited {
        boolean isThere() throws Exception;
    }

    private void await(Awaited awaited) throws Exception {
        long deadline = System.nanoTime() + TimeUnit.SECONDS.toNanos(START_SECONDS);
        while (!awaited.isThere()) {
            if (System.nanoTime() > deadline || daemons.stream().anyMatch(daemon -> !daemon.isAlive())) {
                throw new AssertionError("Slurm does not start: " + logs());
            }
            Thread.sleep(100);
        }
    }

    private String logs() throws IOException {
        StringBuilder all = new StringBuilder();
        try (var files = Files.list(directory)) {
            for (Path file : files.filter(one -> one.toString().matches(".*\\.(log|out)")).toList()) {
                all.append(file.getFileName()).append(":\n").append(Files.readString(file));
            }
        }
        return all.toString();
    }

    void stop() throws InterruptedException {
        Collections.reverse(daemons);
        if (second != null) {
            daemons.addFirst(second);
        }
        for (Process daemon : daemons) {
            daemon.destroy();
            if (!daemon.waitFor(10, TimeUnit.SECONDS)) {
                daemon.destroyForcibly().waitFor();
            }
        }
    }
}
