/** Collectives: one class per algorithm, written once and run at once or as a schedule. */
package org.hawser.mpi.coll;
