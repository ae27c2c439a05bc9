/** Counters in shared memory. */
package org.hawser.platform.counter;
