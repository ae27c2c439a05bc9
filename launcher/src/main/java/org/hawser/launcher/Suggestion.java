package org.hawser.launcher;

import java.util.List;

/**
 * Guesses which word a user meant.
 *
 * <p><b>Threads:</b> stateless.
 */
public final class Suggestion {

    private Suggestion() {
    }

    /** A question to put after an error message, or nothing when more than half of the letters are wrong. */
    public static String among(String word, List<String> known) {
        String letters = withoutDashes(word);
        String nearest = null;
        int least = letters.length() / 2 + 1;
        for (String candidate : known) {
            int distance = distance(letters, withoutDashes(candidate));
            if (distance < least) {
                least = distance;
                nearest = candidate;
            }
        }
        return nearest == null ? "" : " (did you mean " + nearest + "?)";
    }

    private static String withoutDashes(String word) {
        return word.replaceFirst("^-+", "");
    }

    /** Letters to insert, remove, replace or swap with their neighbour. */
    public static int distance(String a, String b) {
        int[][] cost = new int[a.length() + 1][b.length() + 1];
        for (int i = 0; i <= a.length(); i++) {
            for (int j = 0; j <= b.length(); j++) {
                if (i == 0 || j == 0) {
                    cost[i][j] = i + j;
                    continue;
                }
                int replaced = cost[i - 1][j - 1] + (a.charAt(i - 1) == b.charAt(j - 1) ? 0 : 1);
                cost[i][j] = Math.min(replaced, 1 + Math.min(cost[i - 1][j], cost[i][j - 1]));
                boolean swapped = i > 1 && j > 1 && a.charAt(i - 1) == b.charAt(j - 2)
                    && a.charAt(i - 2) == b.charAt(j - 1);
                if (swapped) {
                    cost[i][j] = Math.min(cost[i][j], cost[i - 2][j - 2] + 1);
                }
            }
        }
        return cost[a.length()][b.length()];
    }
}
