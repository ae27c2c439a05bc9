/** Inside the ranks: measurements taken round by round, each sample between two looks at where the cores are. */
package org.hawser.bench.lab;
