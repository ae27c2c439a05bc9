/** jcstress tests of the lock-free structures; {@code stress/README.md} says how to run them for long. */
package org.hawser.stress;
