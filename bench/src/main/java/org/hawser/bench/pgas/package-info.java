/** Kernels on the partitioned global address space: what NAS's exchange with, RandomAccess, and the triad of STREAM. */
package org.hawser.bench.pgas;
