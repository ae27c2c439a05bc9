package org.hawser.system;

import org.hawser.runtime.Rank;

/** The programs that ranks of the system tests run, by name. */
public final class Programs {

    private Programs() {
    }

    public static void main(String[] arguments) throws Exception {
        Rank rank = Rank.join();
        int amount = arguments.length > 1 ? Integer.parseInt(arguments[1]) : 0;
        switch (arguments[0]) {
            case "pingPong" -> Traffic.pingPong(rank, amount);
            case "flood" -> Traffic.flood(rank, amount);
            case "allToAll" -> Traffic.allToAll(rank, amount);
            case "barriers" -> Traffic.barriers(rank, amount);
            case "lanes" -> Traffic.lanes(rank, amount);
            case "deliveries" -> Traffic.deliveries(rank, amount);
            case "oneSided" -> Traffic.oneSided(rank, amount);
            case "copies" -> Traffic.copies(rank, amount);
            case "registered" -> Traffic.registered(rank, amount);
            case "compute" -> Traffic.compute(rank, amount);
            case "neighbours" -> Traffic.neighbours(rank, amount);
            case "connections" -> HostConnections.run(rank);
            case "short" -> rank.barrier();
            default -> Faults.run(rank, arguments[0]);
        }
        rank.close();
        System.out.println("well");
    }
}
