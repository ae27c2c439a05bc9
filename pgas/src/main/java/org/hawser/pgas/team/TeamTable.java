package org.hawser.pgas.team;

import java.lang.ref.WeakReference;

/**
 * What messages are about, by the number of a team. A message may come before this rank has made the team: then what it
 * says waits here. Once a team is made, this table keeps it no longer than the program does.
 *
 * <p><b>Threads:</b> any. <b>Allocates:</b> per team.
 */
final class TeamTable {
    private static final int FIRST_LENGTH = 8;
    private static final int SPREAD = 0x9E3779B9;

    private final World world;
    /** Open addressing; a power of two, never more than half full. Replaced as a whole when it changes. */
    private volatile Entry[] entries = new Entry[FIRST_LENGTH];

    TeamTable(World world) {
        this.world = world;
    }

    /** What is known about the team with this number. */
    TeamState get(long id) {
        TeamState known = find(entries, id);
        return known == null ? add(id) : known;
    }

    private static TeamState find(Entry[] table, long id) {
        for (int i = place(id, table.length); table[i] != null; i = i + 1 & table.length - 1) {
            if (table[i].id == id) {
                TeamState known = table[i].state.get();
                if (known != null) {
                    return known;
                }
            }
        }
        return null;
    }

    private synchronized TeamState add(long id) {
        Entry[] before = entries;
        TeamState known = find(before, id);
        if (known != null) {
            return known;
        }
        TeamState made = new TeamState(world, id);
        int living = 1;
        for (Entry entry : before) {
            living += isLiving(entry) ? 1 : 0;
        }
        int length = FIRST_LENGTH;
        while (length < 2 * living) {
            length *= 2;
        }
        Entry[] after = new Entry[length];
        for (Entry entry : before) {
            if (isLiving(entry)) {
                put(after, entry);
            }
        }
        put(after, new Entry(id, made));
        entries = after;
        return made;
    }

    private static boolean isLiving(Entry entry) {
        return entry != null && entry.state.get() != null;
    }

    private static void put(Entry[] table, Entry entry) {
        int i = place(entry.id, table.length);
        while (table[i] != null) {
            i = i + 1 & table.length - 1;
        }
        table[i] = entry;
    }

    private static int place(long id, int length) {
        int mixed = Long.hashCode(id) * SPREAD;
        return mixed >>> 16 & length - 1;
    }

    /** The program has a team with this number now. */
    TeamState bind(Team team) {
        TeamState state = get(team.id());
        // Held, and not under the lock of this table: handlers look at the team, and come here to find it.
        world.rank().hold();
        try {
            state.bind(team);
        } finally {
            world.rank().letGo();
        }
        letGo(team.id());
        return state;
    }

    private synchronized void letGo(long id) {
        for (Entry entry : entries) {
            if (entry != null && entry.id == id) {
                entry.unbound = null;
            }
        }
    }

    private static final class Entry {
        final long id;
        final WeakReference<TeamState> state;
        /** Holds it until a team does. */
        TeamState unbound;

        Entry(long id, TeamState state) {
            this.id = id;
            this.state = new WeakReference<>(state);
            unbound = state;
        }
    }
}
