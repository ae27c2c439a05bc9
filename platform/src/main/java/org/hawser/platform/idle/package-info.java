/** Ways to wait. */
package org.hawser.platform.idle;
