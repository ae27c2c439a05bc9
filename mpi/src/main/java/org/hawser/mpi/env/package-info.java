/** What a process has once: its rank in the job, its buffers, how it ends. */
package org.hawser.mpi.env;
