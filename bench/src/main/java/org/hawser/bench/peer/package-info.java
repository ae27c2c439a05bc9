/** Other communication libraries on this machine, measured in turns with ours. */
package org.hawser.bench.peer;
