/** PMIx, the library through which a process speaks with Open MPI's launcher and others, through java.lang.foreign. */
package org.hawser.runtime.wireup.pmix;
