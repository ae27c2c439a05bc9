/** Shared memory of the model: areas with a piece at each thread, how others find them, heaps. */
package org.hawser.pgas.memory;
