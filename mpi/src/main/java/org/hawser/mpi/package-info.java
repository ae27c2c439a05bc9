/** What the whole of MPI shares under its API: error classes and failures. */
package org.hawser.mpi;
