package org.hawser.runtime;

/**
 * Tells which ranks stand behind an object of a programming model, such as a communicator. A model offers it as a
 * service, so that another one can work on the same ranks and neither needs to know the other.
 *
 * <p><b>Threads:</b> any.
 */
public interface RankGroups {
    /**
     * The ranks of a group, in the group's order.
     *
     * @param group an object of any model
     * @return null when it is none of this model's
     * @throws IllegalArgumentException when it is one, but cannot be used
     */
    int[] ranksOf(Object group);
}
