/**
 * How a rank comes to life: what the launcher tells it, and the main classes that run the user's program in a
 * process ({@link org.hawser.runtime.launch.RankMain}) or as threads of one JVM
 * ({@link org.hawser.runtime.launch.ThreadMain}).
 */
package org.hawser.runtime.launch;
