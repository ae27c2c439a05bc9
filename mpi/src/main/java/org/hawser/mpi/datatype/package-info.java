/** What items are made of, and where the memory is that holds them. */
package org.hawser.mpi.datatype;
