/** Who gets in: the listener, the handshake that every connection begins with, and TLS. */
package org.hawser.fabric.tcp.gate;
