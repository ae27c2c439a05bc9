/** The algorithms of the collectives: for each collective an interface, for each algorithm a class with its cost. */
package org.hawser.mpi.coll.algorithm;
