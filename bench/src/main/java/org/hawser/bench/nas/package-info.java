/** Kernels of the NAS parallel benchmarks, written against package {@code mpi}. */
package org.hawser.bench.nas;
