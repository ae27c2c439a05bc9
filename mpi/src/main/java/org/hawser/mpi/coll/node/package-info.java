/** Collectives of ranks that share memory: one writes, the others read, flags tell when. */
package org.hawser.mpi.coll.node;
