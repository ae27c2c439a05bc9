package org.hawser.pgas.team;

/**
 * What messages of a team change: its split barrier and its exchange of values.
 *
 * <p><b>Threads:</b> made by any; its parts say their own.
 */
final class TeamState {
    final SplitBarrier barrier;
    final ValueExchange values;

    TeamState(World world, long id) {
        barrier = new SplitBarrier(world, id);
        values = new ValueExchange(world, id);
    }

    void bind(Team team) {
        barrier.bind(team);
        values.bind(team);
    }
}
