/** Floor 3: the job, its ranks and how they talk. */
module org.hawser.runtime {
    requires org.hawser.platform;

    exports org.hawser.runtime.launch;
}
