package mpi;

/** Something that the program gives back when it needs it no more. */
public interface Freeable {
    /** Gives it back; it is null from then on. */
    void free() throws MPIException;
}
