/** Files that the processes of a communicator read and write together: views, accesses, collective buffering. */
package org.hawser.mpi.io;
