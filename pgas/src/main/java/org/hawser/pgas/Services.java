package org.hawser.pgas;

import org.hawser.pgas.team.Team;
import org.hawser.pgas.team.Teams;
import org.hawser.pgas.team.World;

/**
 * The parts of the model that a rank has once, whatever teams it is in. Each registers its kinds of messages when it is
 * made.
 *
 * <p><b>Threads:</b> made once.
 */
final class Services {
    final World world;
    final Team all;
    final Teams teams;
    final Allocations allocations;
    final Transfers transfers;
    final Atomics atomics;
    final FarElements far;
    final Workers workers;

    Services(World world) {
        this.world = world;
        all = Team.all(world);
        teams = new Teams(world);
        allocations = new Allocations(world);
        transfers = new Transfers(world);
        atomics = new Atomics();
        far = new FarElements(world);
        workers = new Workers(world);
        world.open();
    }
}
