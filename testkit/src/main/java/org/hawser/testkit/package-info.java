/** Jobs inside a test, and the contract tests that every provider passes. */
package org.hawser.testkit;
