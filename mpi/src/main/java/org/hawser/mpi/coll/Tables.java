package org.hawser.mpi.coll;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import org.hawser.mpi.ErrorClass;
import org.hawser.mpi.MpiFailure;
import org.hawser.mpi.coll.algorithm.Algorithms;
import org.hawser.mpi.comm.Communicator;
import org.hawser.platform.settings.Settings;
import org.hawser.runtime.Rank;

/**
 * The tables that choose this process's algorithms: first what settings hold a collective to
 * ({@code hawser.mpi.coll.<collective>}), then the lines of the file that {@code hawser.mpi.coll.table} names, then the
 * library's own.
 *
 * <p>All ranks must choose alike, or they would wait for messages that nobody sends. So rank 0 looks at its settings
 * and its file and tells the others what it found; theirs count for nothing, and the file need not be on their hosts.
 *
 * <p><b>Threads:</b> any, once {@link #open} has returned.
 */
public final class Tables {
    private static final String PREFIX = "hawser.mpi.coll.";
    private static final String FILE = PREFIX + "table";
    /** Begins what is told when there is a mistake in rank 0's settings. */
    private static final char MISTAKE = '!';

    /** What was told last, and to whom. */
    private static volatile Told told;

    /** What a rank has been told to put before the library's table. */
    private record Told(Rank rank, Table table) {
    }

    private Tables() {
    }

    /**
     * Collective over the job: learns from rank 0 what its settings say.
     *
     * @throws MpiFailure at all ranks, with the same text, when there is a mistake in them
     */
    public static void open(Rank rank) {
        String text = rank.number() == 0 ? found() : "";
        byte[] bytes = rank.exchange().broadcast(0, text.getBytes(StandardCharsets.UTF_8));
        String heard = new String(bytes, StandardCharsets.UTF_8);
        if (!heard.isEmpty() && heard.charAt(0) == MISTAKE) {
            throw new MpiFailure(ErrorClass.ARG, heard.substring(1));
        }
        told = new Told(rank, Table.parse("rank 0", heard));
    }

    private static String found() {
        try {
            return ofSettings().lines();
        } catch (IllegalArgumentException e) {
            return MISTAKE + e.getMessage();
        }
    }

    /** The lines for a communicator of one group. */
    static Table of(Communicator communicator) {
        return of(communicator, Medium.of(communicator));
    }

    /** The lines for a communicator as if {@code medium} lay between its ranks. */
    static Table of(Communicator communicator, Medium medium) {
        if (!communicator.isWithinJob()) {
            // The other jobs have other settings.
            return Table.builtIn().of(medium);
        }
        Told last = told;
        // Ranks that nobody has opened tables for are those of tests: all of one process, with the same settings.
        Table own = last != null && last.rank == communicator.point().rank() ? last.table : ofSettings();
        return own.before(Table.builtIn()).of(medium);
    }

    /** What the settings of this process say. */
    static Table ofSettings() {
        return held().before(ofFile());
    }

    private static Table held() {
        Table all = Table.parse("", "");
        for (String collective : Algorithms.BY_COLLECTIVE.keySet()) {
            String algorithm = Settings.text(PREFIX + collective, null);
            if (algorithm != null) {
                all = all.before(Table.parse("setting " + PREFIX + collective, collective + " * * " + algorithm));
            }
        }
        return all;
    }

    private static Table ofFile() {
        String file = Settings.text(FILE, null);
        if (file == null) {
            return Table.parse("", "");
        }
        try {
            return Table.parse(file, Files.readString(Path.of(file)));
        } catch (NoSuchFileException e) {
            throw new IllegalArgumentException("there is no such table of algorithms: " + FILE + "=" + file, e);
        } catch (IOException e) {
            throw new IllegalArgumentException("the table of algorithms cannot be read: " + FILE + "=" + file
                + " cause=" + e, e);
        }
    }
}
