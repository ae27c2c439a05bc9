package mpi;

/**
 * Makes constants that compilers do not copy into the programs that use them: their numbers may change with Hawser.
 *
 * <p><b>Threads:</b> stateless.
 */
class Constant {
    private Constant() {
    }

    static int of(int value) {
        return value;
    }
}
