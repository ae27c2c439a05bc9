/** Programs written against the MPI API alone, each in one file. */
package org.hawser.examples.mpi;
