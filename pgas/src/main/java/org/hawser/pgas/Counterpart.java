package org.hawser.pgas;

import java.io.Serializable;
import java.lang.foreign.MemorySegment;
import org.hawser.pgas.team.Team;

/**
 * Stands for an object of the model on its way to another thread, which has its own of it.
 *
 * <p><b>Threads:</b> immutable.
 */
sealed interface Counterpart extends Serializable {
    /** What stands for {@code object}; null when it travels as it is. */
    static Counterpart of(Object object, Services services) {
        return switch (object) {
            case Pgas pgas -> new View(pgas.team().id());
            case GlobalLock lock -> new Common(lock.area().number());
            case GlobalPointer pointer -> Place.of(pointer, services);
            case SharedArray array -> new Common(array.area.number());
            case Semaphore semaphore -> new Common(semaphore.area().number());
            case null, default -> null;
        };
    }

    /**
     * This thread's own.
     *
     * @throws PgasException when it has none
     */
    Object find(Services services);

    /** A team's view of the model. */
    record View(long team) implements Counterpart {
        @Override
        public Object find(Services services) {
            return services.view(team);
        }
    }

    /** Something that stands on memory of all threads. */
    record Common(long number) implements Counterpart {
        @Override
        public Object find(Services services) {
            return services.shared(number);
        }
    }

    /** A place in shared memory. */
    record Place(long team, long[] words) implements Counterpart {
        private static Place of(GlobalPointer pointer, Services services) {
            Team team = pointer.area().team();
            long[] words = new long[Pgas.POINTER_BYTES / Long.BYTES];
            services.allocations.write(pointer, MemorySegment.ofArray(words), 0);
            return new Place(team.id(), words);
        }

        @Override
        public Object find(Services services) {
            return services.allocations.read(services.view(team).team(), MemorySegment.ofArray(words), 0);
        }
    }
}
