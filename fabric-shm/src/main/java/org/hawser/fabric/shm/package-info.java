/** The shared-memory provider. */
package org.hawser.fabric.shm;
