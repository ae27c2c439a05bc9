/** Floor 0: ranks of different nodes talk over TCP. */
module org.hawser.fabric.tcp {
    requires transitive org.hawser.fabric;
}
