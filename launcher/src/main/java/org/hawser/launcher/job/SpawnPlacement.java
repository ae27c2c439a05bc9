package org.hawser.launcher.job;

import java.util.ArrayList;
import java.util.List;
import org.hawser.fabric.NodeMap;
import org.hawser.launcher.host.HostList;
import org.hawser.launcher.host.HostSlots;
import org.hawser.launcher.host.LocalNames;
import org.hawser.launcher.host.Placement;
import org.hawser.runtime.spawn.SpawnException;
import org.hawser.runtime.spawn.SpawnRequest;

/**
 * Which ranks that ranks have asked for go to which of the job's hosts: those that the program names, in turn, else all
 * of them in turn.
 *
 * <p><b>Threads:</b> stateless.
 */
final class SpawnPlacement {
    private SpawnPlacement() {
    }

    /**
     * Places ranks.
     *
     * @param hosts the job's
     * @throws SpawnException when the job has no such host
     */
    static Placement of(SpawnRequest request, List<String> hosts) throws SpawnException {
        List<String> hostOfRank = new ArrayList<>();
        for (int number = 0; number < request.programs().size(); number++) {
            SpawnRequest.Program program = request.programs().get(number);
            List<String> turns = program.hosts().isBlank() ? hosts : named(program.hosts(), hosts, number);
            int first = program.hosts().isBlank() ? hostOfRank.size() : 0;
            for (int i = 0; i < program.count(); i++) {
                hostOfRank.add(turns.get((first + i) % turns.size()));
            }
        }
        return new Placement(hostOfRank.stream().distinct().toList(), NodeMap.of(hostOfRank));
    }

    private static List<String> named(String text, List<String> hosts, int number) throws SpawnException {
        List<String> turns = new ArrayList<>();
        try {
            for (HostSlots each : HostList.parse(text)) {
                String name = LocalNames.isLocal(each.name()) && hosts.contains(LocalNames.LOCAL) ? LocalNames.LOCAL
                    : each.name();
                if (!hosts.contains(name)) {
                    throw new SpawnException(number, "the job has no such host: host=" + each.name() + " hosts="
                        + String.join(",", hosts) + "; name one of these, or start the job with it"
                        + " (hawser run --hosts)");
                }
                for (int i = 0; i < each.slots(); i++) {
                    turns.add(name);
                }
            }
        } catch (UsageException e) {
            throw new SpawnException(number, "not a list of hosts: host=" + text + " cause=" + e.getMessage());
        }
        return turns;
    }
}
