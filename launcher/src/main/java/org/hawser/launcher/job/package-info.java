/** Jobs on this machine: what to run ({@code JobSpec}), and its ranks while they run ({@code LocalJob}). */
package org.hawser.launcher.job;
