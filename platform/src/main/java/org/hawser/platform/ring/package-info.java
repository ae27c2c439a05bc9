/** Ring buffers in shared memory. */
package org.hawser.platform.ring;
