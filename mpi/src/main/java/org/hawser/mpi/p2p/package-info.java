/** Point-to-point communication: matching, the four protocols, requests. */
package org.hawser.mpi.p2p;
