/** The heat equation on a square plate, with puts, with MPI and serially: HeatDiffusion and {@code hawser demo}. */
package org.hawser.examples.heat;
