/** What a provider of communication implements, and what protocols ask it. */
package org.hawser.fabric;
