/** Processes that come and go: ports, published names, and the start of further processes. */
package org.hawser.mpi.dynamic;
