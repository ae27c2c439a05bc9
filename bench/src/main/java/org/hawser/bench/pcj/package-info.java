/** What the ranks of PCJ run, a library for partitioned global address spaces in Java that ours is compared with. */
package org.hawser.bench.pcj;
