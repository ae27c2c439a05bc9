/** Locks that cost a single-threaded rank nothing. */
package org.hawser.platform.lock;
