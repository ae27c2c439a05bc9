package org.hawser.runtime.wireup;

import java.util.Map;
import org.hawser.platform.settings.Settings;

/**
 * Who started this process as a rank, as far as its environment tells. The first that fits:
 *
 * <ol>
 * <li>{@link #HAWSER}: {@code HAWSER_JOB_ID}, which only Hawser's own launcher sets.
 * <li>{@link #DIRECTORY}: {@code HAWSER_SHARED_DIR} with {@code HAWSER_RANK} and {@code HAWSER_SIZE}, set by hand.
 * <li>{@link #PMI}: {@code PMI_FD} with {@code PMI_RANK} and {@code PMI_SIZE}, or {@code PMI_PORT} with {@code PMI_ID}:
 *     Hydra, Slurm's {@code pmi2}. Before PMIx, since Hydra may itself have been started by a Slurm with PMIx, whose
 *     variables its ranks inherit.
 * <li>{@link #PMIX}: {@code PMIX_NAMESPACE}, {@code PMIX_RANK} and a {@code PMIX_SERVER_URI…}: Open MPI's
 *     {@code mpirun}, {@code prterun}, Slurm's {@code pmix}. Before Slurm, which may have started those.
 * <li>{@link #SLURM}: {@code SLURM_PROCID} in a step of more than one task. A batch script and the shell of an
 *     interactive allocation have that variable, too, or the number of tasks that the job may have; but they are
 *     in no step, or in one of a single task, so a program that is started there by itself is no rank.
 * <li>{@link #NOBODY}: the job of one rank.
 * </ol>
 *
 * <p>The setting {@value #SETTING} overrules this.
 *
 * <p><b>Threads:</b> immutable.
 */
enum StartedBy {
    /** Hawser's launcher. */
    HAWSER,
    /** Anybody who numbers the ranks and gives them a directory that all see. */
    DIRECTORY,
    /** A process manager that speaks PMI-1.1. */
    PMI,
    /** One that speaks PMIx. */
    PMIX,
    /** Slurm, with no such service. */
    SLURM,
    /** Nobody: a program that runs by itself. */
    NOBODY;

    /** Chooses by name: {@code auto, none, directory, pmi, pmix, slurm}. */
    static final String SETTING = "hawser.manager";

    /** Steps above this are Slurm's own: of batch scripts, interactive shells and the like. */
    private static final long LAST_STEP = 0xffff_fff0L - 1;

    /** Who it is, by the setting and the environment. */
    static StartedBy of(Map<String, String> environment) {
        if (environment.containsKey("HAWSER_JOB_ID")) {
            return HAWSER;
        }
        return switch (Settings.word(SETTING, "auto", "auto", "none", "directory", "pmi", "pmix", "slurm")) {
            case "none" -> NOBODY;
            case "directory" -> DIRECTORY;
            case "pmi" -> PMI;
            case "pmix" -> PMIX;
            case "slurm" -> SLURM;
            default -> guess(environment);
        };
    }

    private static StartedBy guess(Map<String, String> environment) {
        if (environment.containsKey("HAWSER_RANK")) {
            return environment.containsKey("HAWSER_SHARED_DIR") ? DIRECTORY : HAWSER;
        }
        boolean descriptor = environment.containsKey("PMI_FD") && environment.containsKey("PMI_RANK")
            && environment.containsKey("PMI_SIZE");
        if (descriptor || environment.containsKey("PMI_PORT") && environment.containsKey("PMI_ID")) {
            return PMI;
        }
        if (environment.containsKey("PMIX_NAMESPACE") && environment.containsKey("PMIX_RANK")
            && environment.keySet().stream().anyMatch(name -> name.startsWith("PMIX_SERVER_URI"))) {
            return PMIX;
        }
        return isTaskOfStep(environment) ? SLURM : NOBODY;
    }

    private static boolean isTaskOfStep(Map<String, String> environment) {
        long tasks = number(environment, "SLURM_STEP_NUM_TASKS");
        long step = number(environment, "SLURM_STEP_ID");
        long task = number(environment, "SLURM_PROCID");
        return tasks > 1 && step >= 0 && step <= LAST_STEP && task >= 0 && task < tasks;
    }

    private static long number(Map<String, String> environment, String name) {
        try {
            return Long.parseLong(environment.getOrDefault(name, "-1"));
        } catch (NumberFormatException e) {
            return -1;
        }
    }
}
