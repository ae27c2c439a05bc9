/** Random one-sided programs whose outcome is known beforehand: planned from a seed, run on whatever has windows. */
package org.hawser.testkit.rma;
