package org.hawser.fabric;

/**
 * What a provider does by itself. Protocols ask before they choose; what is missing,
 * {@link org.hawser.fabric.emulation.RemoteAccessAgent} supplies over the core.
 */
public enum Capability {
    /** {@link RemoteRegion#write} without the target's processor. */
    REMOTE_WRITE,
    /** {@link RemoteRegion#read} without the target's processor. */
    REMOTE_READ,
    /** {@link RemoteRegion#fetchAdd} and {@link RemoteRegion#compareSwap} on aligned 64-bit words. */
    REMOTE_ATOMICS,
    /** {@link MappedRegion} gives the peer's memory as memory. */
    DIRECT_MAPPING,
    /** {@link Endpoint#sendZeroCopy} moves memory without a copy on the sending side. */
    ZERO_COPY_SEND
}
