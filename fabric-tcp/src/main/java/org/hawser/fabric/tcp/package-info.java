/** The TCP provider: streams that survive their connections, and an agent that plays the network card. */
package org.hawser.fabric.tcp;
