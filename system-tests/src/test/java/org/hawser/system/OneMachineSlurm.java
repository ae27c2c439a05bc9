package org.hawser.system;

import java.io.IOException;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.security.SecureRandom;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.TimeUnit;

/** A Slurm of one node: munged, slurmctld and slurmd as processes of the test, with all they write in its directory. */
final class OneMachineSlurm {
    private static final long START_SECONDS = 60;

    private final Path directory;
    private final List<Process> daemons = new ArrayList<>();

    OneMachineSlurm(Path directory) throws Exception {
        this.directory = directory;
        try {
            Files.setPosixFilePermissions(directory, PosixFilePermissions.fromString("rwxr-xr-x"));
            startMunge();
            Files.writeString(configuration(), text());
            daemons.add(start("slurmctld", "-D", "-i"));
            daemons.add(start("slurmd", "-D"));
            await(() -> read("sinfo", "-h", "-o", "%T").startsWith("idle"));
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

    private String text() throws IOException {
        String host = Files.readString(Path.of("/proc/sys/kernel/hostname")).strip().replaceAll("\\..*", "");
        try (ServerSocket one = new ServerSocket(0); ServerSocket other = new ServerSocket(0)) {
            return String.join("\n", "ClusterName=hawser", "SlurmctldHost=" + host + "(127.0.0.1)", "SlurmUser=root",
                "SlurmctldPort=" + one.getLocalPort(), "SlurmdPort=" + other.getLocalPort(), "AuthType=auth/munge",
                "AuthInfo=socket=" + directory.resolve("munge.sock"),
                "StateSaveLocation=" + Files.createDirectories(directory.resolve("state")),
                "SlurmdSpoolDir=" + Files.createDirectories(directory.resolve("spool")),
                "SlurmctldPidFile=" + directory.resolve("slurmctld.pid"),
                "SlurmdPidFile=" + directory.resolve("slurmd.pid"),
                "SlurmctldLogFile=" + directory.resolve("slurmctld.log"),
                "SlurmdLogFile=" + directory.resolve("slurmd.log"), "ProctrackType=proctrack/linuxproc",
                "TaskPlugin=task/none", "SwitchType=switch/none", "MpiDefault=none", "ReturnToService=2",
                "SchedulerType=sched/builtin", "SelectType=select/cons_tres", "JobAcctGatherType=jobacct_gather/none",
                "AccountingStorageType=accounting_storage/none", "KillWait=2",
                "NodeName=" + host + " NodeAddr=127.0.0.1 CPUs=" + Runtime.getRuntime().availableProcessors()
                    + " State=UNKNOWN",
                "PartitionName=all Nodes=" + host + " Default=YES MaxTime=INFINITE State=UP OverSubscribe=FORCE:8", "");
        }
    }

    private Process start(String... command) throws IOException {
        List<String> words = new ArrayList<>(List.of(command));
        words.set(0, String.valueOf(OtherLauncher.find(command[0])));
        ProcessBuilder builder = new ProcessBuilder(words).redirectErrorStream(true)
            .redirectOutput(directory.resolve(command[0] + ".out").toFile());
        builder.environment().put("SLURM_CONF", configuration().toString());
        return builder.start();
    }

    private String read(String... command) throws Exception {
        Process process = start(command);
        if (!process.waitFor(20, TimeUnit.SECONDS)) {
            process.destroyForcibly();
        }
        return Files.readString(directory.resolve(command[0] + ".out"));
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
        for (Process daemon : daemons) {
            daemon.destroy();
            if (!daemon.waitFor(10, TimeUnit.SECONDS)) {
                daemon.destroyForcibly().waitFor();
            }
        }
    }
}
