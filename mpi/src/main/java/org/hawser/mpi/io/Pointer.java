package org.hawser.mpi.io;

/** Where an access takes place in the view. */
public enum Pointer {
    /** Where the call says. */
    EXPLICIT,
    /** Where this rank is; the access moves it on. */
    INDIVIDUAL,
    /** Where all ranks are together; the access moves it on. In collective calls the ranks come in their order. */
    SHARED
}
