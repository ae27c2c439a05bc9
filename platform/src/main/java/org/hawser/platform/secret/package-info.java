/** Numbers that nobody can guess. */
package org.hawser.platform.secret;
