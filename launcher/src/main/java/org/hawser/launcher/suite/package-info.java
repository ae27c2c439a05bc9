/** Runs the project's own test suite with Maven and says in few lines how it went. */
package org.hawser.launcher.suite;
