/** Programs with shared arrays and pointers into the memory of others; {@code hawser run -n 4 pgas.sieve} runs one. */
package org.hawser.examples.pgas;
