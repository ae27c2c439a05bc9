package org.hawser.mpi.comm;

import java.util.Arrays;
import org.hawser.mpi.ErrorClass;
import org.hawser.mpi.MpiFailure;
import org.hawser.mpi.env.Environment;

/**
 * What an {@link Agreement} carries: numbers, or why there are none.
 *
 * <pre>
 *  0: error class, 0 for none   1: numbers, or the characters of the reason
 * </pre>
 *
 * <p><b>Threads:</b> stateless.
 */
final class Decision {
    private Decision() {
    }

    static int[] of(int[] numbers) {
        int[] decision = new int[numbers.length + 1];
        System.arraycopy(numbers, 0, decision, 1, numbers.length);
        return decision;
    }

    static int[] failed(RuntimeException reason) {
        MpiFailure failure = Environment.failureOf(reason);
        int[] decision = of(String.valueOf(failure.getMessage()).chars().toArray());
        decision[0] = failure.errorClass();
        return decision;
    }

    /** The numbers; throws when there are none. */
    static int[] open(int[] decision) {
        if (decision[0] != ErrorClass.SUCCESS) {
            throw new MpiFailure(decision[0], new String(decision, 1, decision.length - 1));
        }
        return Arrays.copyOfRange(decision, 1, decision.length);
    }

    /** The numbers of each; throws when one has none. */
    static int[][] openAll(int[][] decisions) {
        int[][] numbers = new int[decisions.length][];
        for (int i = 0; i < decisions.length; i++) {
            try {
                numbers[i] = open(decisions[i]);
            } catch (MpiFailure e) {
                throw new MpiFailure(e.errorClass(), "a process of the communicator cannot take part: process=" + i
                    + " reason: " + e.getMessage());
            }
        }
        return numbers;
    }
}
