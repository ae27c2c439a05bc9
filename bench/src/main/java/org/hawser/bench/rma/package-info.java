/** Windows for experiments: the designs that they are made with, and the memory behind them. */
package org.hawser.bench.rma;
