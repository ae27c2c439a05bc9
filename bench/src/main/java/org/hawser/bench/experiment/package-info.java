/** The experiments, one class each, and what runs them. */
package org.hawser.bench.experiment;
