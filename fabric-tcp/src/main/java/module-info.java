/** Floor 0: ranks of different nodes talk over TCP. */
module org.hawser.fabric.tcp {
    requires transitive org.hawser.fabric;

    exports org.hawser.fabric.tcp;

    provides org.hawser.fabric.Provider with org.hawser.fabric.tcp.TcpProvider;
}
