/** Where ranks find each other before they can talk: directories, memory, launchers and process managers. */
package org.hawser.runtime.wireup;
