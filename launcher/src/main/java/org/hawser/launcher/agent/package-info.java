/** What the launcher and its agents on other hosts say to each other, and what ranks find out through them. */
package org.hawser.launcher.agent;
