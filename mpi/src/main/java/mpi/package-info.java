/** Message passing between the ranks of a job, as the MPI standard describes it. */
package mpi;
