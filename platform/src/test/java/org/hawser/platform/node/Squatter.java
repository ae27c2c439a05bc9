package org.hawser.platform.node;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;

/** Lives in a node directory until it is killed: {@code create <job>} or {@code join <path>}. */
final class Squatter {

    private Squatter() {
    }

    public static void main(String[] arguments) throws IOException {
        NodeDirectory directory = arguments[0].equals("create")
            ? NodeDirectory.create(arguments[1]) : NodeDirectory.join(Path.of(arguments[1]));
        System.out.println(directory.path());
        System.in.read();
    }

    /** Starts one and waits until it holds the directory. */
    static Process start(String... arguments) throws IOException {
        ProcessBuilder builder = new ProcessBuilder(Path.of(System.getProperty("java.home"), "bin", "java").toString(),
            "-Dhawser.shm.dir=" + System.getProperty("hawser.shm.dir"), "-cp", System.getProperty("java.class.path"),
            Squatter.class.getName());
        builder.command().addAll(List.of(arguments));
        Process process = builder.redirectError(ProcessBuilder.Redirect.INHERIT).start();
        process.inputReader().readLine();
        return process;
    }
}
