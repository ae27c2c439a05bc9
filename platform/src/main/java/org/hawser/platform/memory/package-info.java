/** Ordered access to shared words. */
package org.hawser.platform.memory;
