/** How a running job starts further ranks: what it asks for, whom it asks, and what the new ranks know of it. */
package org.hawser.runtime.spawn;
