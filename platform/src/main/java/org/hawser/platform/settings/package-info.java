/** Settings by name. */
package org.hawser.platform.settings;
