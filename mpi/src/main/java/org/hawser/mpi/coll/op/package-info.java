/** What reductions combine items with. */
package org.hawser.mpi.coll.op;
