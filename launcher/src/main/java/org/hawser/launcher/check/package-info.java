/** What {@code hawser doctor} looks at. */
package org.hawser.launcher.check;
