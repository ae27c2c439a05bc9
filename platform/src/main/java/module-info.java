/** The basement: what every floor above stands on. */
module org.hawser.platform {
    exports org.hawser.platform.node;
}
