/** The {@code hawser} command: one class per sub-command. */
package org.hawser.launcher;
