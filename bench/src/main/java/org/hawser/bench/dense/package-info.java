/** Programs on dense matrices whose ranks fetch from each other's windows: LU factorisation and the matrix product. */
package org.hawser.bench.dense;
