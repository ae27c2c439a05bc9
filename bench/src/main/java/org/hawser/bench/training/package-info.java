/**
 * What ranks do while the build records the cache that later ranks start from.
 */
package org.hawser.bench.training;
