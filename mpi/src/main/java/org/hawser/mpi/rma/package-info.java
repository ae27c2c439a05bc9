/**
 * One-sided communication: windows, the ways to a target's memory, epochs, locks and fences. A target's processor runs
 * nothing where its memory can be mapped.
 */
package org.hawser.mpi.rma;
