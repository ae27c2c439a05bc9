package org.hawser.testkit.rma;

import java.util.List;
import java.util.StringJoiner;

/**
 * A random one-sided program: what memory each rank has, which windows are made of it, and what each rank does. All
 * ranks plan it for themselves from the same seed.
 *
 * <p><b>Threads:</b> immutable.
 *
 * @param seed what it was planned from
 * @param memories where each memory is from
 * @param contents what memory m of rank r holds in the beginning: {@code contents[m][r]}
 * @param windows the windows
 * @param steps what each rank does, in its order
 */
public record RmaProgram(long seed, List<WindowPlan.Memory> memories, byte[][][] contents, List<WindowPlan> windows,
                         List<List<Step>> steps) {

    /** How many ranks it is for. */
    public int ranks() {
        return steps.size();
    }

    /** What was planned around a step, for a message: the windows, and what the rank did since all last met. */
    public String around(int rank, int step) {
        StringJoiner text = new StringJoiner("\n    ");
        text.add("seed=" + seed + " ranks=" + ranks() + " memories=" + memories + " failed at step " + step
            + " of rank " + rank);
        windows.forEach(window -> text.add(window.toString()));
        int barriers = barriersBefore(steps.get(rank), step);
        for (int other = 0; other < ranks(); other++) {
            text.add("rank " + other + ":");
            addRound(text, steps.get(other), barriers, other == rank ? step : -1);
        }
        return text.toString();
    }

    private static boolean isBarrier(Step step) {
        return step instanceof Step.Call call && call.kind() == Step.Kind.BARRIER;
    }

    private static int barriersBefore(List<Step> steps, int end) {
        return (int) steps.subList(0, end).stream().filter(RmaProgram::isBarrier).count();
    }

    private static void addRound(StringJoiner text, List<Step> steps, int barriers, int mark) {
        int seen = 0;
        for (int i = 0; i < steps.size(); i++) {
            if (seen == barriers && !isBarrier(steps.get(i))) {
                text.add((i == mark ? "--> " : "    ") + steps.get(i));
            }
            seen += isBarrier(steps.get(i)) ? 1 : 0;
        }
    }
}
