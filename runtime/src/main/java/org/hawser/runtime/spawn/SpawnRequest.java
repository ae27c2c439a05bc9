package org.hawser.runtime.spawn;

import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;

/**
 * Which programs to start as the ranks of one new job.
 *
 * <pre>
 * parent (UTF), programs (int), then each: command (UTF), count (int), directory (UTF), path (UTF), hosts (UTF),
 * arguments (int), each argument (UTF)
 * </pre>
 *
 * <p><b>Threads:</b> immutable.
 *
 * @param parent what the new ranks are told of those who asked for them
 * @param programs in the order of the new ranks
 */
public record SpawnRequest(String parent, List<Program> programs) {
    /** The most ranks that can be asked for at once. */
    public static final int MOST_RANKS = 4096;

    private static final int MOST = 1 << 16;

    /** Checks and copies. */
    public SpawnRequest {
        programs = List.copyOf(programs);
        long ranks = programs.stream().mapToLong(Program::count).sum();
        if (ranks < 1 || ranks > MOST_RANKS) {
            throw new IllegalArgumentException("1 to " + MOST_RANKS + " ranks can be asked for: ranks=" + ranks);
        }
    }

    /**
     * One program.
     *
     * @param command a class, a jar, a source file or an executable
     * @param arguments for its main method
     * @param count how many ranks run it
     * @param directory where they run; empty for where the job runs
     * @param path where to look for the program first, directories with colons between; may be empty
     * @param hosts where they run, names with commas between, each with a colon and a number if it gets more than one
     *     in turn; empty for all hosts of the job
     */
    public record Program(String command, List<String> arguments, int count, String directory, String path,
                          String hosts) {
        /** One that may run on any host. */
        public Program(String command, List<String> arguments, int count, String directory, String path) {
            this(command, arguments, count, directory, path, "");
        }

        /** Copies. */
        public Program {
            arguments = List.copyOf(arguments);
        }
    }

    /** How many ranks there will be. */
    public int ranks() {
        return programs.stream().mapToInt(Program::count).sum();
    }

    /** The place in {@link #programs} of what rank {@code rank} runs. */
    public int programOf(int rank) {
        int program = 0;
        int behind = programs.getFirst().count();
        while (rank >= behind) {
            program++;
            behind += programs.get(program).count();
        }
        return program;
    }

    /** Writes it. */
    public void encode(DataOutput out) throws IOException {
        out.writeUTF(parent);
        out.writeInt(programs.size());
        for (Program program : programs) {
            out.writeUTF(program.command);
            out.writeInt(program.count);
            out.writeUTF(program.directory);
            out.writeUTF(program.path);
            out.writeUTF(program.hosts);
            out.writeInt(program.arguments.size());
            for (String argument : program.arguments) {
                out.writeUTF(argument);
            }
        }
    }

    /** Reads what {@link #encode} wrote. */
    public static SpawnRequest decode(DataInput in) throws IOException {
        String parent = in.readUTF();
        int count = checked(in.readInt());
        List<Program> programs = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            String command = in.readUTF();
            int ranks = checked(in.readInt());
            String directory = in.readUTF();
            String path = in.readUTF();
            String hosts = in.readUTF();
            int length = checked(in.readInt());
            List<String> arguments = new ArrayList<>();
            for (int j = 0; j < length; j++) {
                arguments.add(in.readUTF());
            }
            programs.add(new Program(command, arguments, ranks, directory, path, hosts));
        }
        return new SpawnRequest(parent, programs);
    }

    private static int checked(int number) throws IOException {
        if (number < 0 || number > MOST) {
            throw new IOException("a malformed request to start ranks: number=" + number);
        }
        return number;
    }
}
