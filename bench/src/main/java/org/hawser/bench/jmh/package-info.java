/** Pieces inside one process, measured with JMH. */
package org.hawser.bench.jmh;
