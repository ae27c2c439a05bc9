/** The {@code hawser} command and the programmatic start of jobs on one host or several. */
module org.hawser.launcher {
    requires java.xml;
    requires jdk.compiler;
    requires info.picocli;
    requires org.hawser.platform;
    requires transitive org.hawser.runtime;

    exports org.hawser.launcher;
    exports org.hawser.launcher.host;
    exports org.hawser.launcher.job;

    opens org.hawser.launcher to info.picocli;

    uses org.hawser.launcher.Subcommand;
}
