/** Ordered sets of ranks. */
package org.hawser.mpi.group;
