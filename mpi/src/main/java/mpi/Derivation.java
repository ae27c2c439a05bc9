package mpi;

import org.hawser.mpi.ErrorClass;
import org.hawser.mpi.MpiFailure;
import org.hawser.mpi.comm.Communicator;
import org.hawser.mpi.comm.Creation;
import org.hawser.mpi.comm.Duplication;

/**
 * Makes communicators from others: the floor below does it, and here is said what the new one has from the old one.
 *
 * <p><b>Threads:</b> any.
 */
final class Derivation {
    /** The work of the floor below. */
    interface Making {
        /** The new communicator, or null when this process is not in it. */
        Communicator from(Communicator parent);
    }

    private Derivation() {
    }

    /** {@code child}, made usable unless this process is not in it. */
    static <C extends Comm> C derive(Comm parent, C child, String call, Making making) throws MPIException {
        Communicator inner = parent.inner(call);
        try {
            Communicator made = making.from(inner);
            if (made != null) {
                child.bind(made, parent);
            }
            return child;
        } catch (RuntimeException e) {
            throw Errors.raise(parent, call, e);
        }
    }

    /** A copy, with the same hints. */
    static <C extends Comm> C copy(Comm original, C copy, String call) throws MPIException {
        copy.inherit(original, original.hints());
        return derive(original, copy, call, Creation::duplicate);
    }

    /** A copy with other hints. */
    static <C extends Comm> C copy(Comm original, C copy, Info hints, String call) throws MPIException {
        original.inner(call);
        copy.inherit(original, hints == MPI.INFO_NULL ? null : hints(original, hints, call));
        return derive(original, copy, call, Creation::duplicate);
    }

    /** A copy that can be used once its request is complete. */
    static <C extends Comm> C startCopy(Comm original, C copy, String call) throws MPIException {
        Communicator inner = original.inner(call);
        copy.inherit(original, original.hints());
        try {
            copy.awaits(new Duplicate(original, copy, Duplication.start(inner)));
            return copy;
        } catch (RuntimeException e) {
            throw Errors.raise(original, call, e);
        }
    }

    /** A copy of hints that the program gave. */
    static Info hints(Comm comm, Info given, String call) throws MPIException {
        if (given == null || given.isNull()) {
            throw Errors.raise(comm, call, ErrorClass.INFO, "the Info is null: it was freed, or is INFO_NULL");
        }
        return given.dup();
    }

    /** A copy of an argument that must not be null. */
    static int[] given(int[] numbers, String name) {
        if (numbers == null) {
            throw new MpiFailure(ErrorClass.ARG, "an argument is null: name=" + name);
        }
        return numbers.clone();
    }
}
