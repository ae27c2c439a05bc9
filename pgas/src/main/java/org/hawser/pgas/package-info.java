/** A partitioned global address space: memory that all threads of a program share, each part near one of them. */
package org.hawser.pgas;
