/** Programs that use Hawser. */
package org.hawser.examples;
