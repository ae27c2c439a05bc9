/** Who works together: teams of threads, the messages between them, what they agree on. */
package org.hawser.pgas.team;
