/** From samples to figures, and from figures to tables, files and pages. */
package org.hawser.bench.report;
