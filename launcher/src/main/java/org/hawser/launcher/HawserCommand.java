package org.hawser.launcher;

import java.io.IOException;
import java.io.PrintWriter;
import java.util.ArrayList;
import java.util.List;
import java.util.ServiceLoader;
import org.hawser.launcher.host.RemoteShell;
import org.hawser.launcher.job.HostAgent;
import org.hawser.launcher.job.Installation;
import org.hawser.launcher.job.UsageException;
import org.hawser.platform.settings.SettingMistake;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.UnmatchedArgumentException;

/**
 * The {@code hawser} command.
 *
 * <p><b>Threads:</b> main thread only.
 */
@Command(name = "hawser", description = "Runs parallel Java programs.", mixinStandardHelpOptions = true,
    version = "hawser " + Installation.VERSION, synopsisSubcommandLabel = "COMMAND",
    footer = {"", "Example: hawser run -n 4 hello", "Each command has its own --help."})
public final class HawserCommand implements Runnable {

    /** Exit code: the command line, or the program it names, cannot be run. */
    static final int USAGE = 2;

    /** Commands that the bench module brings. */
    private static final List<String> FROM_BENCH = List.of("bench", "demo");

    private HawserCommand() {
    }

    /**
     * Runs a command and ends the JVM with its exit code.
     *
     * @param arguments the command line
     * @throws IOException when the launcher that this process was to serve is gone
     */
    public static void main(String[] arguments) throws IOException {
        if (arguments.length == 1 && arguments[0].equals(RemoteShell.AGENT_COMMAND)) {
            HostAgent.main(arguments);
            return;
        }
        System.exit(execute(arguments));
    }

    /**
     * Runs a command.
     *
     * @param arguments the command line
     * @return its exit code
     */
    public static int execute(String... arguments) {
        CommandLine line = new CommandLine(new HawserCommand());
        addCommands(line, arguments.length > 0 ? arguments[0] : "");
        line.getSubcommands().values().forEach(HawserCommand::configure);
        line.setParameterExceptionHandler(HawserCommand::refuse);
        line.setExecutionExceptionHandler(HawserCommand::fail);
        line.setExpandAtFiles(false);
        line.setCaseInsensitiveEnumValuesAllowed(true);
        return line.execute(arguments);
    }

    @Override
    public void run() {
        CommandLine line = new CommandLine(this);
        addCommands(line, "");
        line.usage(System.out);
    }

    /** One command's model is enough to run it; the whole set is built only to be listed or searched. */
    private static void addCommands(CommandLine line, String asked) {
        switch (asked) {
            case "run" -> line.addSubcommand("run", new RunCommand());
            case "test" -> line.addSubcommand("test", new TestCommand());
            case "classpath" -> line.addSubcommand("classpath", new ClasspathCommand());
            case "doctor" -> line.addSubcommand("doctor", new DoctorCommand());
            default -> {
                line.addSubcommand("run", new RunCommand());
                for (Subcommand command : ServiceLoader.load(Subcommand.class)) {
                    line.addSubcommand(command);
                }
                line.addSubcommand("test", new TestCommand());
                line.addSubcommand("classpath", new ClasspathCommand());
                line.addSubcommand("doctor", new DoctorCommand());
                line.addSubcommand("help", new CommandLine.HelpCommand());
            }
        }
    }

    private static void configure(CommandLine command) {
        command.setStopAtPositional(command.getCommand() instanceof RunCommand);
    }

    private static int refuse(ParameterException problem, String[] arguments) {
        CommandLine command = problem.getCommandLine();
        PrintWriter err = command.getErr();
        err.println("hawser: " + explain(problem, command));
        err.println("See: " + command.getCommandSpec().qualifiedName() + " --help");
        err.flush();
        return USAGE;
    }

    private static String explain(ParameterException problem, CommandLine command) {
        if (!(problem instanceof UnmatchedArgumentException unmatched)) {
            return problem.getMessage().lines().findFirst().orElse("cannot understand the command line");
        }
        String word = unmatched.getUnmatched().getFirst();
        if (word.startsWith("-")) {
            List<String> options = new ArrayList<>();
            command.getCommandSpec().options().forEach(option -> options.addAll(List.of(option.names())));
            String hint = command.getCommand() instanceof RunCommand ? ForeignOption.hint(word) : null;
            return "unknown option: " + word + (hint != null ? hint : Suggestion.among(word, options));
        }
        if (command.getParent() != null) {
            return "unexpected argument: " + word;
        }
        if (FROM_BENCH.contains(word)) {
            return "the command '" + word + "' comes with the bench module, which this build lacks";
        }
        return "unknown command: " + word + Suggestion.among(word, List.copyOf(command.getSubcommands().keySet()));
    }

    private static int fail(Exception problem, CommandLine command, CommandLine.ParseResult parsed) throws Exception {
        boolean misused = problem instanceof UsageException || problem instanceof SettingMistake;
        if (misused || problem instanceof IOException) {
            command.getErr().println("hawser: " + problem.getMessage());
            command.getErr().flush();
            return misused ? USAGE : 1;
        }
        throw problem;
    }
}
