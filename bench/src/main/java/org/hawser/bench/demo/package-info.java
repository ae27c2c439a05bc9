/** The demo command: a heat equation that a person can see, and what the fabric does on this machine. */
package org.hawser.bench.demo;
