/** Going on without lost ranks: revocation, agreement among those that are left, and communicators of them. */
package org.hawser.mpi.ft;
