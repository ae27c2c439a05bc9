/** Communicators as the floors below the API see them. */
package org.hawser.mpi.comm;
