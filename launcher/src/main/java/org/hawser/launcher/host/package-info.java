/** Which hosts a job runs on, where its ranks go, and how a command is started on another host. */
package org.hawser.launcher.host;
