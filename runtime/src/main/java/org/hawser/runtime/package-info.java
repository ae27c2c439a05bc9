/** Ranks, active messages, one-sided operations, progress. */
package org.hawser.runtime;
