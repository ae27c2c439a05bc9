/** Remote write, read and atomics over messages, for what a provider does not do by itself. */
package org.hawser.fabric.emulation;
