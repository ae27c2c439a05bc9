/** The bench command: experiments between ranks, their statistics and their reports. */
package org.hawser.bench;
