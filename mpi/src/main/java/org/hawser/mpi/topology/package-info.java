/** Grids and graphs that processes are laid out in. */
package org.hawser.mpi.topology;
