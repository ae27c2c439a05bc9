package org.hawser.bench;

import java.util.Comparator;
import java.util.List;

/**
 * Guesses which experiment a mistyped word meant.
 *
 * <p><b>Threads:</b> stateless.
 */
final class Nearest {

    private Nearest() {
    }

    /** A question to put after an error, or nothing when no word is near. */
    static String question(String word, List<String> known) {
        return known.stream().min(Comparator.comparingInt(name -> distance(word, name)))
            .filter(name -> distance(word, name) <= Math.max(1, word.length() / 2))
            .map(name -> " (did you mean " + name + "?)").orElse("; --list shows them");
    }

    /** Letters to insert, remove or replace. */
    static int distance(String a, String b) {
        int[] row = new int[b.length() + 1];
        for (int j = 0; j <= b.length(); j++) {
            row[j] = j;
        }
        for (int i = 1; i <= a.length(); i++) {
            int diagonal = row[0];
            row[0] = i;
            for (int j = 1; j <= b.length(); j++) {
                int replaced = diagonal + (a.charAt(i - 1) == b.charAt(j - 1) ? 0 : 1);
                diagonal = row[j];
                row[j] = Math.min(replaced, 1 + Math.min(row[j], row[j - 1]));
            }
        }
        return row[b.length()];
    }
}
