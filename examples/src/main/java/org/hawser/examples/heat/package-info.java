/** The heat equation on a square plate, in parallel and serially: the example HeatDiffusion and {@code hawser demo}. */
package org.hawser.examples.heat;
